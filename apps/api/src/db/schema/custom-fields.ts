import type { CustomChoice, CustomFieldKind } from '@handover/contract/custom-fields.ts';
import type { RecordType } from '@handover/contract/records.ts';
import type { ColumnType, Generated } from 'kysely';

export type CustomFieldsTable = {
  workspace_id: string;
  id: string;
  record_type: Generated<RecordType>;
  name: string;
  name_key: string;
  /** Never changes, since it determines how values are stored. */
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
