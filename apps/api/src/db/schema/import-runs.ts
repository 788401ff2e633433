import type { ColumnType, Generated } from 'kysely';
import type { Json } from './foundation.ts';

export type ImportSheetsTable = {
  workspace_id: string;
  import_id: string;
  position: number;
  name: string;
  row_count: number;
  file_id: string;
};

export type ImportChecksTable = {
  workspace_id: string;
  import_id: string;
  revision: number;
  is_complete: Generated<boolean>;
  failure: Generated<string | null>;
  bytes_read: number;
  line_number: number;
  row_count: Generated<number>;
  individual_count: Generated<number>;
  organization_count: Generated<number>;
  created_count: Generated<number>;
  updated_count: Generated<number>;
  rejected_count: Generated<number>;
};

export type ImportKeysTable = {
  workspace_id: string;
  import_id: string;
  key: string;
  row_number: number;
  /** Numbers by kind. */
  identifiers: ColumnType<Record<string, string>, string | undefined, string>;
};

export type ImportBadRowsTable = {
  workspace_id: string;
  import_id: string;
  row_number: number;
  name: string | null;
  raw_row: string;
};

export type ImportProblemsTable = {
  workspace_id: string;
  import_id: string;
  row_number: number;
  /** -1 for the whole row. */
  column_index: number;
  kind: string;
  message: string;
  value: string;
};

export type ImportEditsTable = {
  workspace_id: string;
  import_id: string;
  row_number: number;
  /** Replacement values by column index. */
  cells: ColumnType<unknown, string | undefined, string>;
  is_skipped: Generated<boolean>;
  name: string | null;
  raw_row: string;
};

export type ImportChangesTable = {
  workspace_id: string;
  import_id: string;
  row_number: number;
  record_id: string;
  kind: 'created' | 'updated';
  state: Generated<'applied' | 'undone' | 'kept'>;
  kept_reason: string | null;
  version_after: number | null;
  before: Json | null;
  search_before: string | null;
  extra: ColumnType<unknown, string | undefined, string>;
};

export type ImportTagsTable = { workspace_id: string; import_id: string; tag_id: string };

export type ImportWorkTables = {
  import_sheets: ImportSheetsTable;
  import_checks: ImportChecksTable;
  import_keys: ImportKeysTable;
  import_bad_rows: ImportBadRowsTable;
  import_problems: ImportProblemsTable;
  import_edits: ImportEditsTable;
  import_changes: ImportChangesTable;
  import_tags: ImportTagsTable;
};
