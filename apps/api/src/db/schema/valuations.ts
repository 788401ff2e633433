import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import type { Confidence } from '@handover/contract/businesses/valuation-tables.ts';
import type { MarketBand } from '@handover/domain/valuation/market-bands.ts';
import type { ValuationMethod } from '@handover/domain/valuation/valuation.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './foundation.ts';

export type ValuationMultiplesTable = {
  workspace_id: string;
  type: BusinessType;
  method: ValuationMethod;
  low: number | null;
  high: number | null;
  source: string;
  as_of: string;
  confidence: Confidence;
  note: string | null;
  version: Generated<number>;
};

export type FinancingRulesTable = {
  workspace_id: string;
  id: string;
  delivered_key: string | null;
  name: string;
  max_loan_cents: number;
  months: number;
  real_estate_months: number;
  min_injection_percent: number;
  standby_share_percent: number;
  floor_dscr: number;
  usual_dscr: number;
  rate_percent: number;
  source: string;
  as_of: string;
  confidence: Confidence;
  note: string | null;
  version: Generated<number>;
  created_at: Date;
};

export type ValuationsTable = {
  workspace_id: string;
  id: string;
  business_id: string;
  author_id: string;
  snapshot: Json;
  created_at: Date;
};

/** Saved valuations that the owners of the business may read. */
export type ValuationReleasesTable = {
  workspace_id: string;
  valuation_id: string;
  released_by: string;
  released_at: Date;
};

/** Time on the market and multiples by price, for orientation. */
export type MarketSurveysTable = {
  workspace_id: string;
  bands: ColumnType<readonly MarketBand[], string, string>;
  source: string;
  as_of: string;
  confidence: Confidence;
  note: string | null;
  version: Generated<number>;
};

export type ValuationTables = {
  market_surveys: MarketSurveysTable;
  valuation_multiples: ValuationMultiplesTable;
  financing_rules: FinancingRulesTable;
  valuations: ValuationsTable;
  valuation_releases: ValuationReleasesTable;
};
