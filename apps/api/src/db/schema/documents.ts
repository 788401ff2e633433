import type { Generated } from 'kysely';

export type DocumentsTable = {
  workspace_id: string;
  id: string;
  /** As shown; the file keeps the name that it was uploaded with. */
  name: string;
  name_sort: Generated<string>;
  /** The content of the current version. */
  file_id: string;
  number: Generated<number>;
  folder_id: string | null;
  audience: Generated<'staff' | 'client'>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  version: Generated<number>;
};

export type DocumentVersionsTable = {
  workspace_id: string;
  document_id: string;
  number: number;
  file_id: string;
  added_by: string;
  added_at: Date;
};

/** One of the record ids is set. */
export type DocumentRecordsTable = {
  workspace_id: string;
  id: string;
  document_id: string;
  customer_id: string | null;
  business_id: string | null;
  deal_id: Generated<string | null>;
};

export type DocumentFoldersTable = {
  workspace_id: string;
  id: string;
  parent_id: string | null;
  name: string;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
};

export type DocumentTables = {
  documents: DocumentsTable;
  document_versions: DocumentVersionsTable;
  document_records: DocumentRecordsTable;
  document_folders: DocumentFoldersTable;
};
