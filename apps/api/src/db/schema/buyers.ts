import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import type { Confidence } from '@handover/contract/businesses/valuation-tables.ts';
import type { BuyerExperience, BuyerTiming } from '@handover/domain/matching/buyer-match.ts';
import type { Eligibility, OwnershipRequirement } from '@handover/domain/matching/match-gates.ts';
import type { Generated } from 'kysely';

export type BuyerProfilesTable = {
  workspace_id: string;
  id: string;
  customer_id: string;
  /** False for a customer's second profile, which a merge can create. */
  is_current: Generated<boolean>;
  source: string | null;
  blocked_at: Date | null;
  blocked_reason: string | null;
  proof_amount_cents: number | null;
  /** The day of the statement. */
  proof_dated_on: string | null;
  proof_document_id: string | null;
  proof_verified_by: string | null;
  proof_verified_at: Date | null;
  confirmed_at: Date | null;
  reminded_at: Date | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

export type BuyerSearchesTable = {
  workspace_id: string;
  id: string;
  buyer_id: string;
  position: number;
  types: readonly BusinessType[];
  states: readonly string[];
  min_price_cents: number | null;
  max_price_cents: number | null;
  min_sde_cents: number | null;
  cash_cents: number | null;
  timing: BuyerTiming | null;
  experience: BuyerExperience | null;
  import_id: string | null;
};

export type BuyerEligibilitiesTable = {
  workspace_id: string;
  buyer_id: string;
  position: number;
  type: BusinessType;
  state: string;
  kind: Eligibility['kind'];
  license_number: string | null;
};

export type BuyerExclusionsTable = {
  workspace_id: string;
  business_id: string;
  buyer_id: string;
  reason: string;
  created_by: string;
  created_at: Date;
};

/** A proof of funds that the buyer has sent. */
export type BuyerProofsTable = {
  workspace_id: string;
  id: string;
  buyer_id: string;
  amount_cents: number;
  dated_on: string;
  document_id: string;
  state: Generated<'sent' | 'accepted' | 'returned'>;
  reason: string | null;
  sent_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
};

export type BuyerInvitationsTable = {
  workspace_id: string;
  business_id: string;
  buyer_id: string;
  message_id: string;
  created_by: string;
  created_at: Date;
};

export type MatchingSettingsTable = {
  workspace_id: string;
  working_capital_months: Generated<number>;
  version: Generated<number>;
};

export type OwnershipRulesTable = {
  workspace_id: string;
  id: string;
  type: BusinessType;
  state: string | null;
  requirement: OwnershipRequirement;
  source: string;
  as_of: string;
  confidence: Confidence;
  note: string | null;
};

export type BuyerInquiriesTable = {
  workspace_id: string;
  id: string;
  kind: 'registration' | 'email' | 'api';
  source: string;
  name: string;
  email: string;
  email_key: string;
  phone: string | null;
  message: string | null;
  types: readonly BusinessType[];
  states: readonly string[];
  max_price_cents: number | null;
  min_sde_cents: number | null;
  cash_cents: number | null;
  timing: BuyerTiming | null;
  experience: BuyerExperience | null;
  /** The listing number as the inquiry names it. */
  listing_reference: string | null;
  business_id: string | null;
  message_id: string | null;
  /** False for an email from an unverified sender. */
  is_verified: Generated<boolean>;
  status: Generated<'pending' | 'accepted' | 'dismissed'>;
  buyer_id: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  received_on: string;
  /** The business or the listing number. Two inquiries with the same value, email, and day are the same inquiry. */
  about: string;
  created_at: Date;
};

/** The secret address at which a workspace receives inquiries from listing portals. */
export type InquiryWebhooksTable = {
  token_hash: Buffer;
  workspace_id: string;
  created_at: Date;
};

export type BuyerTables = {
  buyer_profiles: BuyerProfilesTable;
  buyer_searches: BuyerSearchesTable;
  buyer_eligibilities: BuyerEligibilitiesTable;
  buyer_exclusions: BuyerExclusionsTable;
  buyer_invitations: BuyerInvitationsTable;
  buyer_proofs: BuyerProofsTable;
  buyer_inquiries: BuyerInquiriesTable;
  inquiry_webhooks: InquiryWebhooksTable;
  matching_settings: MatchingSettingsTable;
  ownership_rules: OwnershipRulesTable;
};
