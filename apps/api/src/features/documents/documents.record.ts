import { documentKindNames } from '@handover/contract/documents/document-list.ts';
import { exportDocuments } from '@handover/contract/documents/documents.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import { getDocumentKind } from '#platform/files/content-type.ts';
import type { ExportSpec } from '#platform/records/export/to-csv.ts';
import type { RecordDescriptor, Records } from '#platform/records/record.ts';
import { createDocumentBulk } from './document-bulk.ts';
import { listRecordTypesWithFiles } from './documents.service.ts';
import {
  documentTags,
  fetchDocuments,
  createListableDocuments,
  type ListedRow,
} from './documents.queries.ts';

/** Documents of these record types, and of the library. */
export function createDocumentRecord(filed: Records): RecordDescriptor {
  const records = listRecordTypesWithFiles(filed);
  const documentExport: ExportSpec<ListedRow> = {
    endpoint: exportDocuments,
    fetch: (db, member, slice) => fetchDocuments(db, member, { ...slice, records }),
    columns: {
      Name: (row) => row.name,
      Folder: (row) => row.folder_name,
      Records: (row) => row.records.map(({ name }) => name).join('; '),
      Tags: (row) => row.tags.map(({ name }) => name).join('; '),
      Kind: (row) => documentKindNames[getDocumentKind(row.content_type)],
      'Size in bytes': (row) => String(row.size_bytes),
      Version: (row) => String(row.number),
      'Shared with client': (row) => (row.audience === 'client' ? 'Yes' : 'No'),
      'On legal hold': (row) => (row.legal_holds.length > 0 ? 'Yes' : 'No'),
      'Added by': (row) => row.author_name,
      Added: (row) => row.created_at.toISOString(),
      'SHA-256': (row) => row.sha256,
    },
  };
  return {
    ...createListableDocuments(records),
    table: 'documents',
    tags: documentTags,
    labels: recordInfo.document,
    auditName: sql.ref('documents.name'),
    timeline: ({ scope }) => ({
      label: sql`documents.name`,
      condition: sql`documents.deleted_at IS NULL AND ${scope === 'client' ? sql`documents.audience = 'client'` : sql`true`}`,
    }),
    live: { audience: 'attached' },
    bulk: createDocumentBulk(filed),
    export: documentExport,
  };
}
