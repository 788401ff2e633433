import type { deal } from '@handover/contract/deals.ts';
import type { DealStage, DocumentLevel, LostReason } from '@handover/contract/deal-stages.ts';
import type { Generated, GeneratedAlways } from 'kysely';
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
  /** Of the last step back, reopening, or loss. */
  stage_reason: string | null;
  lost_reason: LostReason | null;
  document_level: Generated<DocumentLevel>;
  /** The business's. */
  currency: string;
  /** Of the accepted offer. */
  agreed_price_cents: number | null;
  expected_close: string | null;
  close_sort: GeneratedAlways<string>;
  source: string | null;
  financing_kind: Generated<'cash' | 'loan' | null>;
  lender: Generated<string | null>;
  loan_cents: Generated<number | null>;
  /** Of the lender's term sheet, in hundredths. */
  dscr: Generated<number | null>;
  seller_decision: z.infer<typeof deal>['sellerDecision'];
  seller_note: string | null;
  seller_decided_by: string | null;
  seller_decided_at: Date | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

export type DealTables = { deals: DealsTable };
