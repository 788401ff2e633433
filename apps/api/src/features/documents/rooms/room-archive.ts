import { formatLongDate } from '@handover/domain/format-date.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { Storage } from '#adapters/storage/storage.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { sendDownload } from '#platform/files/download.ts';
import { getPdfBrand } from '#platform/pdf/brand.queries.ts';
import { createPdf } from '#platform/pdf/create-pdf.ts';
import type { PdfBlock } from '#platform/pdf/pdf-document.ts';
import type { Platform } from '#platform/platform.ts';
import { isOpenTo } from '#platform/session/access.ts';
import type { TicketAction, TicketUse } from '#platform/tickets.ts';
import { toCsvBytes, toSafeName, skipped, zipFiles } from '../content/zip-files.ts';
import { listRecordTypesWithFiles } from '../documents.service.ts';
import { listReadings, type ReadingRow } from './readings.queries.ts';
import { listArchiveFiles, listRoomFolders, type ArchiveFile, type RoomFolderRow } from './rooms.queries.ts';
import { requireRoom } from './rooms.service.ts';
import { listViews } from './views.queries.ts';

export const roomArchiveAction = 'room.archive';
const ticketSubject = z.object({ roomId: z.uuid() });

/**
 * Sends a data room as one ZIP: the current files in their folders, the index as PDF, a manifest with the hash of each
 * file, and a log of who opened and read which file. Recorded before the first byte is sent.
 */
export function roomTicketActions({
  records,
  storage,
}: Pick<Platform, 'records' | 'storage'>): Record<string, TicketAction> {
  return {
    [roomArchiveAction]: async (use) => {
      const { member, subject, work, request, reply } = use;
      const { roomId } = ticketSubject.parse(subject);
      if (!isOpenTo(member, 'documents') || member.scope === 'client') throw notFound('data room');
      const room = await requireRoom(work.db, member, roomId);
      await recordAudit(work.db, {
        workspaceId: member.workspaceId,
        actorId: member.userId,
        action: 'downloadDataRoom',
        subjectId: roomId,
        detail: {},
        ipAddress: request.ip,
        requestId: request.id,
        now: work.now,
      });
      const name = `${room.business_name}, data room ${toCalendarDate(work.now, member.timeZone)}.zip`;
      const files = await listArchiveFiles(work.db, member, {
        roomId,
        records: listRecordTypesWithFiles(records),
      });
      const bytes = await packRoom(use, storage, { roomId, title: room.business_name, files });
      sendDownload(reply, { name, contentType: 'application/zip', bytes });
    },
  };
}

async function packRoom(
  { member, work }: TicketUse,
  storage: Storage,
  { roomId, title, files }: { roomId: string; title: string; files: readonly ArchiveFile[] },
): Promise<Readable> {
  const key = { workspaceId: member.workspaceId, roomId };
  const folders = await listRoomFolders(work.db, key);
  const paths = mapPaths(folders);
  const pathOf = (file: ArchiveFile): string =>
    `${paths.get(file.folder_id ?? '') ?? ''}/${toSafeName(`${getIndexNumber(file)} ${file.name}`)}`;
  const pdf = await createPdf({
    title: `Index of the data room: ${title}`,
    createdAt: work.now,
    brand: await getPdfBrand(work.db, storage),
    headerNote: 'Confidential',
    blocks: createIndexBlocks({
      title,
      folders,
      files,
      day: (time) => formatLongDate(toCalendarDate(time, member.timeZone)),
    }),
  });
  const views = await listViews(work.db, { ...key, after: null, limit: maxViews });
  const readings = await listReadings(work.db, { ...key, after: null, limit: maxViews });
  return zipFiles(storage, {
    made: [
      { path: 'Index.pdf', bytes: pdf },
      { path: 'Manifest.csv', bytes: toCsvBytes(createManifest(files, pathOf)) },
      { path: 'Opened by.csv', bytes: toCsvBytes(createViewTable(views)) },
      { path: 'Reading times.csv', bytes: toCsvBytes(createReadingTable(readings)) },
    ],
    files: files
      .filter(({ blocked }) => blocked === null)
      .map((file) => ({ path: pathOf(file), addedAt: file.created_at, file })),
    now: work.now,
  });
}

const maxViews = 100_000;

/** “03 Financials/03.1 Tax returns”, by the folder's ID. */
function mapPaths(folders: readonly RoomFolderRow[]): Map<string, string> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const pathOf = ({ number, name, parent_id: parentId }: RoomFolderRow): string => {
    const own = toSafeName([number, name].filter(Boolean).join(' '));
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent === undefined ? own : `${pathOf(parent)}/${own}`;
  };
  return new Map(folders.map((folder) => [folder.id, pathOf(folder)]));
}

/** The number in the index: that of the folder, and of the file within it in the order of upload. */
function getIndexNumber({ folder_number: folder, place }: ArchiveFile): string {
  return [folder, String(place)].filter(Boolean).join('.');
}

function createManifest(files: readonly ArchiveFile[], pathOf: (file: ArchiveFile) => string) {
  return [
    ['Number', 'File', 'Size in bytes', 'SHA-256', 'Added', 'Level', 'Opened', 'Archive'],
    ...files.map((file) => [
      getIndexNumber(file),
      pathOf(file),
      file.size_bytes,
      file.sha256,
      file.created_at.toISOString(),
      `L${String(file.level)}`,
      file.view_count,
      file.blocked === null ? 'Included' : skipped[file.blocked],
    ]),
  ];
}

function createViewTable(views: Awaited<ReturnType<typeof listViews>>) {
  return [
    ['Time', 'Person', 'File', 'Version', 'IP address'],
    ...views.map((view) => [
      view.viewed_at.toISOString(),
      view.viewer_name,
      view.document_name,
      view.number,
      view.ip_address,
    ]),
  ];
}

function createReadingTable(readings: readonly ReadingRow[]) {
  return [
    ['Person', 'File', 'Version', 'Page', 'Seconds'],
    ...readings.flatMap(({ viewer_name: viewer, document_name: file, number, pages }) =>
      pages.map(({ page, ms }) => [viewer, file, number, page, Math.round(ms / 1_000)]),
    ),
  ];
}

type Index = {
  readonly title: string;
  readonly folders: readonly RoomFolderRow[];
  readonly files: readonly ArchiveFile[];
  day(time: Date): string;
};

function createIndexBlocks({ title, folders, files, day }: Index): PdfBlock[] {
  const filled = folders.filter(({ id }) => files.some((file) => file.folder_id === id));
  return [
    { kind: 'heading', level: 1, text: `Index of the data room: ${title}` },
    ...filled.flatMap(({ id, number, name }): PdfBlock[] => [
      { kind: 'heading', level: 2, text: [number, name].filter(Boolean).join(' ') },
      {
        kind: 'table',
        columns: [
          { heading: 'Number' },
          { heading: 'Document' },
          { heading: 'Added' },
          { heading: 'Kilobytes', isNumber: true },
        ],
        rows: files
          .filter((file) => file.folder_id === id)
          .map((file) => [
            getIndexNumber(file),
            file.name,
            day(file.created_at),
            Math.ceil(file.size_bytes / 1000).toLocaleString('en-US'),
          ]),
      },
    ]),
    ...(filled.length === 0 ? [{ kind: 'paragraph', text: 'The data room has no files.' } as const] : []),
  ];
}
