import type { Generated } from 'kysely';

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

export type LicenseTables = { licenses: LicensesTable };
