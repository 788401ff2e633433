import type { AddBackCategory, AddBackStatus } from '@handover/domain/recast/recast.ts';
import type { Generated } from 'kysely';
import type { Json } from './foundation.ts';

export type FinancialPeriodsTable = {
  workspace_id: string;
  id: string;
  business_id: string;
  year: number;
  month: number | null;
  lines: Json;
  version: Generated<number>;
  updated_by: string;
  updated_at: Date;
};

export type AddBacksTable = {
  workspace_id: string;
  id: string;
  business_id: string;
  /** Null for the trailing twelve months. */
  year: number | null;
  /** The first day of the last of these months. */
  ttm_through: string | null;
  category: AddBackCategory;
  description: string;
  amount_cents: number;
  status: AddBackStatus;
  proof_id: string | null;
  reviewed_by: string;
  reviewed_at: Date;
  version: Generated<number>;
  created_at: Date;
};

export type RecastsTable = {
  workspace_id: string;
  id: string;
  business_id: string;
  snapshot: Json;
  accepted_by: string;
  accepted_at: Date;
};

export type FinancialTables = {
  financial_periods: FinancialPeriodsTable;
  add_backs: AddBacksTable;
  recasts: RecastsTable;
};
