import type { FeeTable, StageWeights } from '@handover/contract/commission-settings.ts';
import type { EngagementLetter } from '@handover/contract/engagement-letters.ts';
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text. */
type Json<T> = ColumnType<T, string, string>;

export type EngagementLettersTable = {
  workspace_id: string;
  id: string;
  business_id: string;
  status: Generated<EngagementLetter['status']>;
  fee_table_name: string;
  steps: Json<EngagementLetter['steps']>;
  minimum_fee_cents: number;
  counted_parts: EngagementLetter['countedParts'];
  retainers: Json<EngagementLetter['retainers']>;
  splits: Json<EngagementLetter['splits']>;
  starts_on: string;
  ends_on: string | null;
  tail_months: number;
  carve_outs: string | null;
  broker_id: string | null;
  co_broker_id: string | null;
  signed_on: string | null;
  ended_on: string | null;
  end_reason: string | null;
  document_id: string | null;
  version: Generated<number>;
  created_at: Date;
};

export type CommissionTables = {
  commission_settings: {
    workspace_id: string;
    fee_tables: Json<FeeTable[]>;
    stage_weights: Json<StageWeights>;
    version: number;
  };
  engagement_letters: EngagementLettersTable;
  protected_buyers: {
    workspace_id: string;
    business_id: string;
    customer_id: string;
    introduced_on: string;
    note: string | null;
    created_by: string;
    created_at: Date;
  };
};
