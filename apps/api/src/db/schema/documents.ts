import type { Generated } from 'kysely';

export type DocumentsTable = {
  workspace_id: string;
  id: string;
  /** As shown; the file keeps the name that it was uploaded with. */
  name: string;
  file_id: string;
  audience: Generated<'staff' | 'client'>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  version: Generated<number>;
};

/** One of the ids is set. */
export type DocumentRecordsTable = {
  workspace_id: string;
  id: string;
  document_id: string;
  customer_id: string | null;
  business_id: string | null;
};

export type DocumentTables = { documents: DocumentsTable; document_records: DocumentRecordsTable };
