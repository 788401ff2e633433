import type { CustomerDeskTables } from './customer-desk.ts';
import type { FoundationTables } from './foundation.ts';
import type { MailAndImportsTables } from './mail-and-imports.ts';

/** Every table, by name. */
export type Database = FoundationTables & CustomerDeskTables & MailAndImportsTables;

type InstallationTable =
  | 'installation'
  | 'users'
  | 'workspaces'
  | 'memberships'
  | 'sessions'
  | 'one_time_links'
  | 'rate_limits'
  | 'idempotency_keys'
  | 'audit_entries'
  | 'audit_pending'
  | 'audit_seals'
  | 'tickets'
  | 'inbound_tokens';

/**
 * Tables whose every statement must name its workspace. The type makes the list complete: a new table
 * is either here or an installation table.
 */
export const tenantTables = {
  files: true,
  customers: true,
  customer_emails: true,
  customer_stats: true,
  corporate_members: true,
  tags: true,
  customer_tags: true,
  search_entries: true,
  activities: true,
  notes: true,
  note_mentions: true,
  tasks: true,
  notifications: true,
  mailboxes: true,
  threads: true,
  messages: true,
  message_customers: true,
  message_attachments: true,
  imports: true,
  import_rejections: true,
  import_mappings: true,
} as const satisfies Record<Exclude<keyof Database, InstallationTable>, true>;

/** Tables the app may only read and add to. */
export const appendOnlyTables = [
  'activities',
  'audit_entries',
  'audit_seals',
] as const satisfies readonly (keyof Database)[];
