import type { ChecklistType } from '@handover/contract/deals/closing-checklists.ts';
import type { Confidence } from '@handover/contract/businesses/valuation-tables.ts';
import type { ChecklistItem } from '@handover/domain/deals/closing-checklists.ts';
import type { BrokerLicenseRule, ConRule } from '@handover/domain/state-rules.ts';
import type { ColumnType, Generated } from 'kysely';

export type SourcesTable = {
  workspace_id: string;
  id: string;
  name: string;
  is_former: Generated<boolean>;
  current_id: Generated<string | null>;
};

/** An API key is a session of its owner: expiry, last use, and revocation are stored there. */
export type ApiKeysTable = {
  session_id: string;
  workspace_id: string;
  user_id: string;
  name: string;
  hint: string;
  scopes: string[];
};

export type WebhooksTable = {
  workspace_id: string;
  id: string;
  url: string;
  description: string | null;
  events: string[];
  sealed_secret: string;
  sealed_old_secret: Generated<string | null>;
  old_secret_until: Generated<Date | null>;
  is_enabled: Generated<boolean>;
  disabled_reason: Generated<string | null>;
  failing_since: Generated<Date | null>;
  created_by: string | null;
  version: Generated<number>;
  created_at: Date;
};

export type WebhookDeliveriesTable = {
  workspace_id: string;
  id: string;
  webhook_id: string;
  message_id: string;
  type: string;
  body: string;
  status: Generated<'queued' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  tries_left: number;
  response_status: Generated<number | null>;
  error: Generated<string | null>;
  created_at: Date;
  last_attempt_at: Generated<Date | null>;
  next_attempt_at: Date | null;
};

export type WebhookPendingTable = {
  activity_id: string;
  webhook_id: string;
  workspace_id: string;
};

export type BackupsTable = {
  id: string;
  status: Generated<'running' | 'done' | 'failed'>;
  percent: Generated<number>;
  file_name: string;
  size_bytes: Generated<number | null>;
  added_bytes: Generated<number | null>;
  lost_files: Generated<number>;
  error: Generated<string | null>;
  made_by: string | null;
  is_nightly: boolean;
  started_at: Date;
  /** Updated every few seconds while a process works on it. */
  seen_at: Date;
  finished_at: Generated<Date | null>;
};

export type AuditChecksTable = {
  id: string;
  status: Generated<'running' | 'intact' | 'broken' | 'failed'>;
  seals: Generated<number>;
  entries: Generated<number>;
  first_bad_seal: Generated<number | null>;
  missing_entries: Generated<number>;
  copied_seals: Generated<number>;
  last_copied_seal: Generated<number | null>;
  last_copied_at: Generated<Date | null>;
  started_at: Date;
  finished_at: Generated<Date | null>;
};

/** Requirements by state. */
export type StateRulesTable = {
  workspace_id: string;
  state: string;
  broker_license: BrokerLicenseRule;
  con: ConRule;
  source: string;
  as_of: string;
  confidence: Confidence;
  note: string | null;
  version: Generated<number>;
};

/** Closing checklist items by business type. */
export type ClosingChecklistsTable = {
  workspace_id: string;
  type: ChecklistType;
  items: ColumnType<readonly ChecklistItem[], string, string>;
  source: string;
  as_of: string;
  confidence: Confidence;
  note: string | null;
  version: Generated<number>;
};

export type SettingsTables = {
  state_rules: StateRulesTable;
  closing_checklists: ClosingChecklistsTable;
  sources: SourcesTable;
  api_keys: ApiKeysTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_pending: WebhookPendingTable;
  audit_checks: AuditChecksTable;
  backups: BackupsTable;
};
