import * as contract from '@handover/contract/documents/documents.ts';
import { notFound } from '#lib/errors.ts';
import { getReadableFile, type FileReader } from '#features/files/files.public.ts';
import { recordSent, sendFile } from '#platform/files/download.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { countRecords, listRecords } from '#platform/records/list/list.ts';
import { issueTicket, type TicketAction, type TicketUse } from '#platform/tickets.ts';
import { changeDocument } from './change-document.ts';
import { presentDocument, presentVersion } from './documents.presenter.ts';
import { createListableDocuments } from './documents.queries.ts';
import { linkDocument, unlinkDocument } from './links.service.ts';
import { restoreVersion, uploadVersion } from './versions.service.ts';
import { listVersions } from './versions.queries.ts';
import {
  listRecordTypesWithFiles,
  findReadableDocument,
  getContent,
  getReadableDocument,
  requireFiledRecord,
  saveFileToRecord,
  setDocumentDeleted,
  uploadDocument,
} from './documents.service.ts';
import { isOpenTo } from '#platform/session/access.ts';
import { uploadRoutes } from './uploads/uploads.routes.ts';
import { archiveRoutes, archiveTicketActions } from './content/archive.ts';
import { contentRoutes } from './content/content.routes.ts';
import { createWatermark, requireMarkable, sendMarkedFile } from '#platform/watermark/marked-file.ts';
import { listAttestations } from './attestations.queries.ts';
import { folderRoutes } from './folders/folders.routes.ts';
import { newId } from '#lib/ids.ts';
import { legalHoldRoutes } from './retention/legal-holds.routes.ts';
import { roomTicketActions } from './rooms/room-archive.ts';
import { questionRoutes } from './questions/questions.routes.ts';
import { roomRoutes } from './rooms/rooms.routes.ts';
import { insertView } from './rooms/views.queries.ts';

const downloadAction = 'document.download';

type Parts = Pick<
  Platform,
  'keyring' | 'records' | 'storage' | 'pages' | 'runner' | 'config' | 'limits' | 'mail'
>;

/** The library and the files of records. */
export function documentRoutes(
  routes: Routes,
  platform: Parts,
  { readers }: { readers: readonly FileReader[] },
): void {
  readRoutes(routes, platform);
  writeRoutes(routes, platform, readers);
  folderRoutes(routes, listRecordTypesWithFiles(platform.records));
  roomRoutes(routes, platform);
  legalHoldRoutes(routes, platform);
  questionRoutes(routes, platform);
  contentRoutes(routes, platform);
  archiveRoutes(routes, platform);
  uploadRoutes(routes, platform);
}

function readRoutes(routes: Routes, { keyring, records }: Parts): void {
  const listable = createListableDocuments(listRecordTypesWithFiles(records));
  routes.add(contract.listDocuments, async ({ actor, query, work }) => {
    const { recordType, recordId, ...filter } = query;
    const of = recordType === undefined || recordId === undefined ? null : { recordType, recordId };
    if (of !== null) await requireFiledRecord(work.db, actor, { records, ...of, active: false });
    const { rows, similar, ...page } = await listRecords(listable, {
      keyring,
      work,
      member: actor,
      query: { ...filter, ...(of !== null && { [`${of.recordType}Id`]: of.recordId }) },
    });
    return {
      ...page,
      documents: rows.map((row) => presentDocument(actor, row)),
      similar: similar.map((row) => presentDocument(actor, row)),
    };
  });
  routes.add(contract.countDocuments, ({ actor, query, work }) =>
    countRecords(listable, { work, member: actor, query }),
  );
  routes.add(contract.getDocument, async ({ actor, params, work }) => {
    const row = await findReadableDocument(work.db, actor, { records, id: params.id });
    const { workspaceId } = actor;
    const versions = await listVersions(work.db, { workspaceId, documentId: row.id });
    const attestations = await listAttestations(work.db, { workspaceId, documentId: row.id });
    return {
      document: presentDocument(actor, row),
      versions: versions.map((version) => presentVersion(version, attestations.get(version.number) ?? null)),
    };
  });
  routes.add(contract.openDocument, async ({ actor, params, query, work }) => {
    const document = await getReadableDocument(work.db, actor, { records, id: params.id });
    const number = query.number ?? document.number;
    const file = await getContent(work.db, actor, { document, number });
    if (document.is_marked) requireMarkable(file);
    const subject = { documentId: document.id, number };
    return { ticket: await issueTicket(work, actor, { action: downloadAction, subject }) };
  });
}

function writeRoutes(routes: Routes, platform: Parts, readers: readonly FileReader[]): void {
  const { records } = platform;
  routes.add(contract.createDocument, async ({ actor, query, request, work, writeOnce }) => ({
    document: await uploadDocument(actor, { input: query, platform, request, work, writeOnce }),
  }));
  routes.add(contract.createDocumentVersion, async ({ actor, params, query, request, work, writeOnce }) => ({
    document: await uploadVersion(actor, { ...query, id: params.id, platform, request, work, writeOnce }),
  }));
  routes.add(contract.restoreDocumentVersion, async ({ actor, params, query, work }) => ({
    document: await restoreVersion(work, actor, {
      records,
      id: params.id,
      number: Number(params.number),
      attestation: query.attestation,
    }),
  }));
  routes.add(contract.linkDocument, async ({ actor, params, body, work }) => ({
    document: await linkDocument(work, actor, { records, id: params.id, of: body }),
  }));
  routes.add(contract.unlinkDocument, async ({ actor, params, body, work }) => ({
    document: await unlinkDocument(work, actor, { records, id: params.id, of: body }),
  }));
  routes.add(contract.saveFile, async ({ actor, params, body, work }) => {
    const file = await getReadableFile(work.db, actor, { fileId: params.id, readers });
    return { document: await saveFileToRecord(work, actor, { records, of: body, file }) };
  });
  routes.add(contract.updateDocument, async ({ actor, params, body, work }) => ({
    document: await changeDocument(work, actor, { records, id: params.id, input: body }),
  }));
  routes.add(contract.deleteDocument, async ({ actor, params, work }) => {
    await setDocumentDeleted(work, actor, { records, id: params.id, isDeleted: true });
  });
  routes.add(contract.restoreDocument, async ({ actor, params, query, work }) => ({
    document: await setDocumentDeleted(work, actor, {
      records,
      id: params.id,
      isDeleted: false,
      ...query,
    }),
  }));
}

/** Downloads of documents. Access is checked at each request, including range requests. */
export function documentTicketActions({
  records,
  storage,
}: Pick<Platform, 'records' | 'storage'>): Record<string, TicketAction> {
  return {
    ...roomTicketActions({ records, storage }),
    ...archiveTicketActions({ records, storage }),
    [downloadAction]: async (use) => {
      const { member, subject, work } = use;
      if (typeof subject['documentId'] !== 'string' || !isOpenTo(member, 'documents')) throw notFound('file');
      const document = await getReadableDocument(work.db, member, { records, id: subject['documentId'] });
      const number = typeof subject['number'] === 'number' ? subject['number'] : document.number;
      const file = await getContent(work.db, member, { document, number });
      const action = 'downloadDocument';
      if (document.is_marked) {
        const { work, request, reply } = use;
        const record = async (): Promise<void> => {
          await recordSent(use, { id: document.id, action });
          await recordView(use, { documentId: document.id, number });
        };
        const pdf = { ...file, id: file.file_id };
        await sendMarkedFile(reply, storage, {
          file: pdf,
          mark: createWatermark(member, work, request),
          record,
        });
        return;
      }
      if (member.scope === 'client' && isFromStart(use.request.headers.range))
        await recordView(use, { documentId: document.id, number });
      await sendFile(use, storage, { file, action });
    },
  };
}

async function recordView(
  { member: { workspaceId, userId }, request, work }: TicketUse,
  document: { documentId: string; number: number },
): Promise<void> {
  const view = { ...document, userId, ipAddress: request.ip, now: work.now };
  await insertView(work.db, { workspaceId, id: newId(), ...view });
}

/** Whether a request starts a download instead of continuing one. */
function isFromStart(range: string | undefined): boolean {
  return range === undefined || range.startsWith('bytes=0-');
}
