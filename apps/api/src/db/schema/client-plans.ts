import type { PlanAudience, PlanInterval } from '@handover/contract/settings/billing.ts';
import type { Generated } from 'kysely';

/** Plans that the brokerage offers its clients. Customers refer to them by name. */
export type ClientPlansTable = {
  id: string;
  name: string;
  description: Generated<string>;
  price_cents: number | null;
  currency: string;
  price_interval: PlanInterval;
  includes: Generated<string[]>;
  audience: Generated<PlanAudience>;
  is_highlighted: Generated<boolean>;
  is_public: Generated<boolean>;
  /** Created with the sample data and not changed since. */
  is_sample: Generated<boolean>;
  position: number;
  archived_at: Generated<Date | null>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

/** Previous names of plans. */
export type ClientPlanNamesTable = {
  name: string;
  plan_id: string;
  /** Null while customers still have this name. */
  moved_at: Generated<Date | null>;
};

export type ClientPlanTables = {
  client_plans: ClientPlansTable;
  client_plan_names: ClientPlanNamesTable;
};
