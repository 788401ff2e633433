import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import type { BusinessFacts, PayerMix } from '@handover/contract/businesses/business-facts.ts';
import type { CoverColor } from '@handover/contract/businesses/businesses.ts';
import type { BusinessStage, ClosedReason } from '@handover/contract/businesses/business-stages.ts';
import type { CustomValues } from '@handover/contract/records/custom-fields.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ContactRole } from '@handover/contract/customers/contacts.ts';

export type BusinessesTable = {
  workspace_id: string;
  id: string;
  name: string;
  name_sort: string;
  public_title: string | null;
  type: BusinessType;
  /** Recorded as home health before hospice became a separate type. */
  asks_type: Generated<boolean>;
  owner_id: string | null;
  broker_id: string | null;
  stage: BusinessStage;
  stage_rank: GeneratedAlways<number>;
  stage_entered_at: Date;
  stage_reason: string | null;
  /** Only for a withdrawn or expired business. */
  end_reason: ClosedReason | null;
  listing_number: string | null;
  listing_key: string | null;
  asking_price_cents: number | null;
  reduced_price_cents: number | null;
  currency: string;
  market_label: 'sale' | 'new' | null;
  revenue_cents: number | null;
  sde_cents: number | null;
  ebitda_cents: number | null;
  street: string | null;
  city: string | null;
  region: string | null;
  postal_code: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  cover_color: CoverColor;
  description: string | null;
  lease_end: string | null;
  npi: string | null;
  ccn: string | null;
  clia: string | null;
  dea: string | null;
  ein: string | null;
  type_facts: ColumnType<BusinessFacts, string | undefined, string>;
  payer_mix: ColumnType<PayerMix | null, string | null | undefined, string | null>;
  /** Values of the workspace's custom fields, by field id. */
  custom: ColumnType<CustomValues, string | undefined, string>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

/** Owners other than the main one, with their shares. */
export type BusinessCoOwnersTable = {
  workspace_id: string;
  id: string;
  business_id: string;
  customer_id: string;
  share_basis_points: number;
};

export type GateConfirmationsTable = {
  workspace_id: string;
  id: string;
  /** One of these two is set. */
  business_id: string | null;
  deal_id: string | null;
  requirement: string;
  kind: 'confirmed' | 'overridden';
  note: string | null;
  user_id: string;
  created_at: Date;
  withdrawn_at: Date | null;
};

export type LicensesTable = {
  workspace_id: string;
  id: string;
  /** Null for a license of the brokerage. */
  business_id: string | null;
  state: string;
  board: string;
  number: string;
  expires_on: string | null;
  reminders_sent: Generated<number>;
  version: Generated<number>;
  created_at: Date;
};

export type BusinessTables = {
  businesses: BusinessesTable;
  business_co_owners: BusinessCoOwnersTable;
  gate_confirmations: GateConfirmationsTable;
  licenses: LicensesTable;
};

export type ContactsTable = {
  workspace_id: string;
  id: string;
  business_id: string;
  name: string;
  name_sort: string;
  role: ContactRole;
  company: string | null;
  email: string | null;
  /** Normalized for matching. */
  email_key: string | null;
  phone: string | null;
  notes: string | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

export type ContactTables = { contacts: ContactsTable };
