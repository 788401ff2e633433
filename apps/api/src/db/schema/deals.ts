import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import type { deal, DirectChange } from '@handover/contract/deals/deals.ts';
import type { OfferSide, OfferState } from '@handover/contract/deals/deal-offers.ts';
import type { ChecklistState, ClosingDates, FundsFlowLine } from '@handover/contract/deals/deal-closing.ts';
import type { RequestState } from '@handover/contract/deals/diligence-requests.ts';
import type { DealStage, DocumentLevel, LostReason } from '@handover/contract/deals/deal-stages.ts';
import type { ChecklistItem } from '@handover/domain/deals/closing-checklists.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type * as z from 'zod/mini';

export type DealsTable = {
  workspace_id: string;
  id: string;
  business_id: string;
  /** The customer who buys. */
  buyer_id: string;
  broker_id: string | null;
  stage: DealStage;
  stage_rank: GeneratedAlways<number>;
  stage_entered_at: Date;
  /** The reason for the last step back, reopening, or loss. */
  stage_reason: string | null;
  lost_reason: LostReason | null;
  document_level: Generated<DocumentLevel>;
  /** The currency of the business. */
  currency: string;
  /** The price of the accepted offer. */
  agreed_price_cents: number | null;
  expected_close: string | null;
  close_sort: GeneratedAlways<string>;
  source: string | null;
  /** How much of the direct ownership changes. */
  direct_change: Generated<DirectChange | null>;
  financing_kind: Generated<'cash' | 'loan' | null>;
  lender: Generated<string | null>;
  loan_cents: Generated<number | null>;
  /** From the lender's term sheet, in hundredths. */
  dscr: Generated<number | null>;
  seller_decision: z.infer<typeof deal>['sellerDecision'];
  seller_note: string | null;
  seller_decided_by: string | null;
  seller_decided_at: Date | null;
  /** When the seller was last asked to decide. */
  approval_asked_at: Generated<Date | null>;
  version: Generated<number>;
  /** The version of its commission when the deal was last reopened. */
  commission_version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

/** Rates in basis points a year. */
export type OffersTable = {
  workspace_id: string;
  id: string;
  deal_id: string;
  number: number;
  state: OfferState;
  side: OfferSide;
  counters_id: string | null;
  kind: 'loi' | 'ioi';
  price_cents: number;
  cash_cents: number;
  seller_note_cents: number;
  note_rate_basis_points: number;
  note_months: number;
  is_note_on_standby: boolean;
  earn_out_cents: number;
  earn_out_months: number;
  assumed_debt_cents: number;
  inventory_cents: number;
  real_estate_cents: number;
  deposit_cents: number | null;
  contingencies: string | null;
  exclusivity_end: string | null;
  expires_on: string | null;
  expiry_reminded_at: Generated<Date | null>;
  exclusivity_reminded_at: Generated<Date | null>;
  created_by: string;
  decided_at: Date | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

export type DiligenceRequestsTable = {
  workspace_id: string;
  id: string;
  deal_id: string;
  number: number;
  title: string;
  details: string | null;
  due_on: string | null;
  state: RequestState;
  answer: string | null;
  /** Why the response was returned; null once there is a new response. */
  return_reason: Generated<string | null>;
  created_by: string;
  answered_by: string | null;
  answered_at: Date | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

type Json<T> = ColumnType<T, string, string>;

export type DealClosingsTable = {
  workspace_id: string;
  deal_id: string;
  /** The lines of the checklist, copied from the workspace's list of `business_type`. */
  items: Json<readonly ChecklistItem[]>;
  business_type: BusinessType;
  /** Keyed by line. */
  checklist: Json<
    Readonly<
      Record<
        string,
        {
          state: ChecklistState;
          doneOn: string | null;
          note: string | null;
          /** A user and the time of the last change; missing in older rows. */
          changedBy?: string;
          changedAt?: string;
        }
      >
    >
  >;
  funds_flow: Json<readonly FundsFlowLine[]>;
  dates: Json<ClosingDates>;
  version: Generated<number>;
  updated_at: Date;
};

export type DealTables = {
  deals: DealsTable;
  offers: OffersTable;
  diligence_requests: DiligenceRequestsTable;
  deal_closings: DealClosingsTable;
};
