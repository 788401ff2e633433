import { marker } from '../fixture.ts';
import type { NounRows } from '../noun-rows.ts';
import { list, row, staffRecord } from '../statuses.ts';

const folder = (id: string | undefined): string => `/document-folders/${id ?? ''}`;
/** Folders are for all of the staff to whom documents are open, also those who may read none of the files in them. */
const folderItem = (ok: number) => row(401, 401, 403, 404, 404, 404, 404, 404, ok, ok, 404, 404, ok, ok);

export const rows: NounRows = {
  expected: {
    // A list is narrowed to what the caller may read.
    countDocuments: row(401, 401, 403, 200, 200, 200, 200, 200, 200, 200, 403, 200, 200, 200),
    exportDocuments: list(201),
    getDocument: staffRecord(200),
    createDocumentVersion: staffRecord(201),
    linkDocument: staffRecord(200),
    unlinkDocument: staffRecord(200),
    listDocumentFolders: list(200),
    createDocumentFolder: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 201, 403, 404, 201, 201),
    updateDocumentFolder: folderItem(200),
    deleteDocumentFolder: folderItem(204),
  },
  requests: {
    countDocuments: () => ({ path: '/documents/total?q=zebrafish' }),
    exportDocuments: () => ({ path: '/documents/export', body: { filter: {} } }),
    getDocument: ({ documentId }) => ({ path: `/documents/${documentId}` }),
    createDocumentVersion: ({ documentId }) => ({
      path: `/documents/${documentId}/versions`,
      bytes: marker,
    }),
    linkDocument: ({ documentId, businessId }) => ({
      path: `/documents/${documentId}/records`,
      body: { recordType: 'business', recordId: businessId },
    }),
    unlinkDocument: ({ documentId, businessId }) => ({
      path: `/documents/${documentId}/records/remove`,
      body: { recordType: 'business', recordId: businessId },
    }),
    listDocumentFolders: () => ({ path: '/document-folders' }),
    createDocumentFolder: ({ folderRecordId }) => ({
      path: '/document-folders',
      body: { name: 'Returns', parentId: folderRecordId },
    }),
    updateDocumentFolder: ({ folderRecordId }) => ({
      path: folder(folderRecordId),
      body: { version: 1, name: 'Tax' },
    }),
    deleteDocumentFolder: ({ folderRecordId }) => ({ path: folder(folderRecordId) }),
  },
  makers: {
    folderRecordId: async ({ admin }) =>
      (await admin.post('/document-folders', { name: 'Financials' })).body.folder.id,
  },
};
