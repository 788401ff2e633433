import * as contract from '@handover/contract/documents.ts';
import { notFound } from '#lib/errors.ts';
import { paginate } from '#lib/pagination.ts';
import { getReadableFile, type FileReader } from '#features/files/files.public.ts';
import { sendFile } from '#platform/files/download.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { issueTicket, type TicketAction } from '#platform/tickets.ts';
import { countDocuments, listDocumentRows } from './documents.queries.ts';
import {
  changeDocument,
  filedRecords,
  getReadableDocument,
  presentDocument,
  requireFiledRecord,
  saveFileToRecord,
  setDocumentDeleted,
  uploadDocument,
} from './documents.service.ts';
import { isOpenTo } from '#platform/session/access.ts';

const downloadAction = 'document.download';

/** The files of records. */
export function documentRoutes(
  routes: Routes,
  platform: Pick<Platform, 'keyring' | 'records' | 'storage'>,
  { readers }: { readers: readonly FileReader[] },
): void {
  const { keyring, records } = platform;
  routes.add(contract.listDocuments, async ({ actor, query, work }) => {
    const { recordType, recordId, limit, cursor } = query;
    const of = recordType === undefined || recordId === undefined ? null : { recordType, recordId };
    if (of !== null) await requireFiledRecord(work.db, actor, { records, ...of, active: false });
    const listed = { records: filedRecords(records), of };
    const page = await paginate(keyring, {
      limit,
      cursor,
      viewer: actor,
      binding: ['documents', of],
      fetch: (slice) => listDocumentRows(work.db, actor, { ...listed, ...slice }),
      count: () => countDocuments(work.db, actor, listed),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    return {
      documents: page.rows.map((row) => presentDocument(actor, row)),
      total: page.total,
      nextCursor: page.nextCursor,
    };
  });
  routes.add(contract.createDocument, async ({ actor, query, request, work, writeOnce }) => ({
    document: await uploadDocument(actor, { input: query, platform, request, work, writeOnce }),
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
  routes.add(contract.restoreDocument, async ({ actor, params, work }) => ({
    document: await setDocumentDeleted(work, actor, { records, id: params.id, isDeleted: false }),
  }));
  routes.add(contract.openDocument, async ({ actor, params, work }) => {
    const { id } = await getReadableDocument(work.db, actor, { records, id: params.id });
    return {
      ticket: await issueTicket(work, actor, { action: downloadAction, subject: { documentId: id } }),
    };
  });
}

/** Downloads of documents. Access is checked at each request, including range requests. */
export function documentTicketActions({
  records,
  storage,
}: Pick<Platform, 'records' | 'storage'>): Record<string, TicketAction> {
  return {
    [downloadAction]: async (use) => {
      const { member, subject, work } = use;
      if (typeof subject['documentId'] !== 'string' || !isOpenTo(member, 'documents')) throw notFound('file');
      const file = await getReadableDocument(work.db, member, { records, id: subject['documentId'] });
      await sendFile(use, storage, { file, action: 'downloadDocument' });
    },
  };
}
