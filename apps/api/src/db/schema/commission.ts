import type { FeeTable, StageWeights } from '@handover/contract/commission/commission-settings.ts';
import type { CommissionDetail, CommissionRole } from '@handover/contract/commission/commissions.ts';
import type { EngagementLetter } from '@handover/contract/businesses/engagement-letters.ts';
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null, string | null>;

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
  reminded_at: Generated<Date | null>;
  document_id: string | null;
  version: Generated<number>;
  created_at: Date;
};

/** The terms and people of the letter, as of closing. */
export type CommissionTerms = NonNullable<CommissionDetail['terms']> & {
  readonly splits: EngagementLetter['splits'];
  readonly agents: {
    readonly listing: EngagementLetter['broker'];
    readonly coListing: EngagementLetter['broker'];
    readonly buyer: EngagementLetter['broker'];
  };
};

export type PayoutShare = {
  readonly role: CommissionRole;
  readonly userId: string | null;
  readonly cents: number;
};

export type CommissionTables = {
  commissions: {
    workspace_id: string;
    /** The deal's. */
    id: string;
    letter_id: string | null;
    closed_on: string;
    consideration: Json<CommissionDetail['consideration']>;
    terms: NullableJson<CommissionTerms>;
    earn_outs: Json<CommissionDetail['earnOuts']>;
    claim: 'term' | 'tail' | null;
    /** For a closed deal that owes no commission: it has no letter, terms, or claim. */
    no_commission_reason: Generated<string | null>;
    base_cents: number;
    fee_cents: number;
    credit_cents: number;
    due_cents: number;
    paid_cents: Generated<number>;
    /** When what is left to pay out last changed, other than by a payout. */
    due_changed_at: Generated<Date>;
    version: Generated<number>;
    created_at: Date;
  };
  commission_shares: {
    workspace_id: string;
    commission_id: string;
    position: number;
    role: CommissionRole;
    user_id: string | null;
    name: string;
    cents: number;
  };
  commission_payouts: {
    workspace_id: string;
    id: string;
    commission_id: string;
    cents: number;
    paid_on: string;
    reference: string | null;
    /** The part of each person; they add up to `cents`. */
    shares: Json<PayoutShare[]>;
    /** The payout that this entry reverses, with the amount negated. */
    reverses_id: Generated<string | null>;
    reversal_reason: Generated<string | null>;
    created_by: string;
    created_at: Date;
  };
  commission_settings: {
    workspace_id: string;
    fee_tables: Json<FeeTable[]>;
    stage_weights: Json<StageWeights>;
    version: number;
  };
  engagement_letters: EngagementLettersTable;
  protected_buyers: {
    workspace_id: string;
    id: string;
    business_id: string;
    customer_id: string;
    introduced_on: string;
    note: string | null;
    created_by: string;
    created_at: Date;
  };
};
