import type { BulkAction } from '@handover/contract/records/bulk.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import type { Generated, ColumnType } from 'kysely';
import type { CustomChoice, CustomFieldKind } from '@handover/contract/records/custom-fields.ts';
import type { Json } from './foundation.ts';

export type SavedViewsTable = {
  workspace_id: string;
  id: string;
  record_type: Generated<RecordType>;
  owner_id: string;
  name: string;
  is_shared: boolean;
  settings: Json;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

export type BulkRunsTable = {
  workspace_id: string;
  id: string;
  record_type: Generated<RecordType>;
  action: BulkAction;
  input: Json;
  undo_of: string | null;
  status: Generated<'queued' | 'running' | 'done' | 'failed' | 'canceled'>;
  status_detail: string | null;
  /** Number of finished batches. */
  position: Generated<number>;
  total_count: number;
  done_count: Generated<number>;
  skipped_count: Generated<number>;
  undone_count: Generated<number>;
  created_by: string;
  created_at: Date;
  finished_at: Date | null;
};

/** Records of a bulk action, in batches, as selected when it was created. */
export type BulkBatchesTable = {
  workspace_id: string;
  run_id: string;
  /** From 0. */
  position: number;
  record_ids: string[];
};

export type BulkRowsTable = {
  workspace_id: string;
  run_id: string;
  record_id: string;
  outcome: 'done' | 'skipped';
  reason: string | null;
  /** Values that an undo restores. */
  before: Json | null;
  version_after: number | null;
  message_id: string | null;
  done_at: Date;
  is_undone: Generated<boolean>;
};

/** A member's records reassigned to someone else, as shown in the feed. */
export type HandoversTable = {
  workspace_id: string;
  id: string;
  record_count: number;
  created_at: Date;
};

export type ListTables = {
  handovers: HandoversTable;
  saved_views: SavedViewsTable;
  bulk_runs: BulkRunsTable;
  bulk_batches: BulkBatchesTable;
  bulk_rows: BulkRowsTable;
};

export type CustomFieldsTable = {
  workspace_id: string;
  id: string;
  record_type: Generated<RecordType>;
  name: string;
  name_key: string;
  /** Never changes, because it determines how values are stored. */
  kind: CustomFieldKind;
  choices: ColumnType<CustomChoice[], string, string>;
  position: number;
  archived_at: Date | null;
  version: Generated<number>;
  created_at: Date;
};

export type CustomFieldTables = {
  custom_fields: CustomFieldsTable;
};
