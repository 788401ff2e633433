import type { AccountSecurityTables } from './account-security.ts';
import type { AgreementTables } from './agreements.ts';
import type { BusinessTables, ContactTables } from './businesses.ts';
import type { BuyerTables } from './buyers.ts';
import type { ClientPlanTables } from './client-plans.ts';
import type { CustomerTables, TaskWorkTables } from './customers.ts';
import type { AccessGrantsTable, CoreTables, PhotosTable, StoredObjectTables } from './foundation.ts';
import type { CommissionTables } from './commission.ts';
import type { DealTables } from './deals.ts';
import type { DocumentTables } from './documents.ts';
import type { FinancialTables } from './financials.ts';
import type { ImapTables } from './imap.ts';
import type { ImportWorkTables } from './import-runs.ts';
import type { ListTables, CustomFieldTables } from './lists.ts';
import type { MailAndImportsTables } from './mail-and-imports.ts';
import type { MailTemplateTables, EmailDraftTables } from './mail-templates.ts';
import type { MergeTables } from './merges.ts';
import type { NotificationChoiceTables } from './notification-choices.ts';
import type { ProfileTables } from './profiles.ts';
import type { PostTables } from './posts.ts';
import type { SettingsTables } from './settings.ts';
import type { ValuationTables } from './valuations.ts';

/** All tables by name. */
export type Database = CoreTables &
  AccountSecurityTables &
  AgreementTables &
  ClientPlanTables &
  CustomerTables &
  CustomFieldTables &
  MailAndImportsTables &
  EmailDraftTables &
  MailTemplateTables &
  ImapTables &
  ImportWorkTables &
  MergeTables &
  BusinessTables &
  BuyerTables &
  CommissionTables &
  ContactTables &
  DealTables &
  DocumentTables &
  FinancialTables &
  NotificationChoiceTables &
  ListTables &
  PostTables &
  ProfileTables &
  SettingsTables &
  StoredObjectTables &
  TaskWorkTables &
  ValuationTables & {
    access_grants: AccessGrantsTable;
    photos: PhotosTable;
  };

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
  | 'inbound_tokens'
  | 'inquiry_webhooks'
  | 'task_reminders'
  | 'notification_digests'
  | 'calendar_feeds'
  | 'photos'
  | 'api_keys'
  | 'webhook_pending'
  | 'unread_files'
  | 'signatures'
  | 'audit_checks'
  | 'backups'
  | 'second_factors'
  | 'recovery_codes'
  | 'passkeys'
  | 'passkey_challenges'
  | 'known_devices'
  | 'imap_turns'
  | 'client_plans'
  | 'client_plan_names'
  | 'signing_keys'
  | 'file_keys'
  | 'stored_objects'
  | 'removed_objects';

/**
 * Tables that every statement must restrict to a workspace. The type enforces that each table is either here or
 * an installation table.
 */
export const tenantTables = {
  files: true,
  customers: true,
  customer_contact_points: true,
  customer_stats: true,
  customer_tallies: true,
  corporate_members: true,
  tags: true,
  customer_tags: true,
  custom_fields: true,
  search_entries: true,
  search_postings: true,
  search_words: true,
  activities: true,
  notes: true,
  note_mentions: true,
  tasks: true,
  notifications: true,
  notification_choices: true,
  mailboxes: true,
  threads: true,
  messages: true,
  message_customers: true,
  message_attachments: true,
  email_drafts: true,
  imports: true,
  import_rejections: true,
  import_mappings: true,
  import_sheets: true,
  import_checks: true,
  import_keys: true,
  import_bad_rows: true,
  import_problems: true,
  import_edits: true,
  import_changes: true,
  import_tags: true,
  merges: true,
  merge_pieces: true,
  duplicate_checks: true,
  duplicate_pairs: true,
  duplicate_dismissals: true,
  saved_views: true,
  bulk_runs: true,
  bulk_batches: true,
  bulk_rows: true,
  businesses: true,
  business_co_owners: true,
  commission_settings: true,
  commissions: true,
  commission_shares: true,
  commission_payouts: true,
  contacts: true,
  deals: true,
  offers: true,
  diligence_requests: true,
  deal_closings: true,
  engagement_letters: true,
  protected_buyers: true,
  buyer_profiles: true,
  buyer_searches: true,
  buyer_eligibilities: true,
  buyer_exclusions: true,
  buyer_invitations: true,
  buyer_proofs: true,
  buyer_inquiries: true,
  matching_settings: true,
  ownership_rules: true,
  gate_confirmations: true,
  posts: true,
  post_stats: true,
  post_views: true,
  post_favorites: true,
  post_comments: true,
  sources: true,
  webhooks: true,
  webhook_deliveries: true,
  mail_templates: true,
  message_words: true,
  handovers: true,
  quarantines: true,
  quarantined_files: true,
  imap_accounts: true,
  imap_folders: true,
  imap_set_aside: true,
  state_rules: true,
  closing_checklists: true,
  valuation_multiples: true,
  market_surveys: true,
  financing_rules: true,
  valuations: true,
  valuation_releases: true,
  financial_periods: true,
  add_backs: true,
  recasts: true,
  licenses: true,
  access_grants: true,
  agreement_templates: true,
  signing_sessions: true,
  agreement_texts: true,
  agreements: true,
  agreement_businesses: true,
  documents: true,
  document_versions: true,
  uploads: true,
  legal_holds: true,
  shared_links: true,
  shared_link_sessions: true,
  shared_link_signatures: true,
  shared_link_views: true,
  file_texts: true,
  file_text_pages: true,
  document_folders: true,
  document_views: true,
  page_readings: true,
  file_attestations: true,
  data_rooms: true,
  room_requests: true,
  room_visits: true,
  room_questions: true,
  room_question_events: true,
  document_records: true,
  document_tags: true,
  business_profiles: true,
  profile_versions: true,
  profile_approvals: true,
  profile_views: true,
} as const satisfies Record<Exclude<keyof Database, InstallationTable>, true>;

/** Tables on which the app may only SELECT and INSERT. */
export const appendOnlyTables = [
  'activities',
  'audit_entries',
  'audit_seals',
  'valuations',
  'recasts',
  'agreement_texts',
  'profile_versions',
  'profile_views',
  'room_question_events',
  'file_attestations',
] as const satisfies readonly (keyof Database)[];
