import type { PlanAudience, PlanInterval } from '@handover/contract/billing.ts';
import type { Generated } from 'kysely';

/** What the brokerage offers its clients. Customers have theirs by name. */
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
  /** Made with the sample data, and not changed by anybody since. */
  is_sample: Generated<boolean>;
  position: number;
  archived_at: Generated<Date | null>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

/** What plans were called before. */
export type ClientPlanNamesTable = {
  name: string;
  plan_id: string;
  /** Null until no customer has the name any more. */
  moved_at: Generated<Date | null>;
};

export type ClientPlanTables = {
  client_plans: ClientPlansTable;
  client_plan_names: ClientPlanNamesTable;
};
