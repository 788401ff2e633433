import { toCalendarDate } from '@handover/domain/local-time.ts';
import { archiveDocuments, maxArchiveFiles } from '@handover/contract/documents/documents.ts';
import { sql } from 'kysely';
import { AppError, notFound } from '#lib/errors.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { sendDownload } from '#platform/files/download.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { matchesSelection, resolveFilter } from '#platform/records/list/filter.queries.ts';
import { resolveOrder, sortBy } from '#platform/records/list/sort.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { isOpenTo } from '#platform/session/access.ts';
import { issueTicket, type TicketAction } from '#platform/tickets.ts';
import type { Work } from '#platform/work.ts';
import { fetchDocuments, createListableDocuments, type ListedRow } from '../documents.queries.ts';
import { listRecordTypesWithFiles } from '../documents.service.ts';
import { toCsvBytes, toSafeName, skipped, zipFiles } from './zip-files.ts';

const archiveAction = 'documents.archive';
const selection = archiveDocuments.body;

/** The ticket for a ZIP of several files. */
export function archiveRoutes(routes: Routes, { records }: Pick<Platform, 'records'>): void {
  routes.add(archiveDocuments, async ({ actor, body, work }) => {
    await readSelected(work, actor, { records, body });
    const { deleted, ...filter } = body.filter;
    // Flags are sent as text, in a body as in a URL.
    const sent = {
      ...body,
      filter: { ...filter, ...(deleted !== undefined && { deleted: String(deleted) }) },
    };
    return { ticket: await issueTicket(work, actor, { action: archiveAction, subject: sent }) };
  });
}

/** Sends the ZIP of a ticket, with the files that its holder may read at that time, and a list of those that are blocked. Recorded before the first byte is sent. */
export function archiveTicketActions({
  records,
  storage,
}: Pick<Platform, 'records' | 'storage'>): Record<string, TicketAction> {
  return {
    [archiveAction]: async ({ member, subject, work, request, reply }) => {
      if (!isOpenTo(member, 'documents') || member.scope === 'client') throw notFound('file');
      const body = selection.parse(subject);
      const rows = await readSelected(work, member, { records, body });
      const files = rows.filter(({ blocked }) => blocked === null);
      const skippedFiles = rows.filter(({ blocked }) => blocked !== null);
      await recordAudit(work.db, {
        workspaceId: member.workspaceId,
        actorId: member.userId,
        action: 'downloadDocuments',
        subjectId: null,
        detail: { documentIds: files.map(({ id }) => id) },
        ipAddress: request.ip,
        requestId: request.id,
        now: work.now,
      });
      const bytes = zipFiles(storage, {
        made:
          skippedFiles.length === 0
            ? []
            : [{ path: 'Skipped files.csv', bytes: toCsvBytes(createFileList(skippedFiles)) }],
        files: files.map((row) => ({
          path: toSafeName(row.name),
          addedAt: row.created_at,
          file: { ...row, id: row.file_id },
        })),
        now: work.now,
      });
      const name = `Files ${toCalendarDate(work.now, member.timeZone)}.zip`;
      sendDownload(reply, { name, contentType: 'application/zip', bytes });
    },
  };
}

function createFileList(rows: readonly ListedRow[]) {
  return [
    ['File', 'Size in bytes', 'Archive'],
    ...rows.map(({ name, size_bytes: size, blocked }) => [
      name,
      size,
      blocked === null ? '' : skipped[blocked],
    ]),
  ];
}

/** Throws RULE_BROKEN above the maximum number of files, and if none can be opened. */
async function readSelected(
  work: Work,
  member: Member,
  {
    records,
    body: { filter, ...picked },
  }: Pick<Platform, 'records'> & { body: ReturnType<typeof selection.parse> },
): Promise<ListedRow[]> {
  const listable = createListableDocuments(listRecordTypesWithFiles(records));
  const { type, table, list } = listable;
  const spec = { type, table, keys: list.sorts };
  const resolved = await resolveFilter(listable, work, { member, filter });
  const order = await resolveOrder(work.db, spec, { workspaceId: member.workspaceId, defaultSort: 'name' });
  const where = matchesSelection(listable, member, { ...resolved, filter: { filter, ...picked } });
  const rows = await fetchDocuments(work.db, member, {
    where: sql<boolean>`(${where})`,
    sorting: sortBy(spec, order),
    limit: maxArchiveFiles + 1,
    records: listRecordTypesWithFiles(records),
  });
  if (rows.length > maxArchiveFiles)
    throw new AppError(
      'RULE_BROKEN',
      `A ZIP file can contain up to ${maxArchiveFiles.toLocaleString('en')} files. Select fewer.`,
    );
  if (rows.every(({ blocked }) => blocked !== null))
    throw new AppError('RULE_BROKEN', 'None of these files can be opened.');
  return rows;
}
