import type { CustomValues } from '@handover/contract/custom-fields.ts';
import type { NotificationSubject } from '@handover/contract/notifications.ts';
import type { Reminder } from '@handover/contract/task-rules.ts';
import type { Recurrence } from '@handover/domain/recurrence.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type CustomersTable = {
  workspace_id: string;
  id: string;
  user_id: string | null;
  name: string;
  name_sort: string;
  email: string | null;
  email_key: string | null;
  phone: string | null;
  phone_key: string | null;
  company: string | null;
  company_sort: Generated<string>;
  npi: string | null;
  account_type: 'Individual' | 'Corporate';
  status: Generated<'active' | 'banned'>;
  banned_reason: string | null;
  is_verified: Generated<boolean>;
  plan_name: string | null;
  joining_date: string;
  broker_id: string | null;
  source: string | null;
  title: string | null;
  website: string | null;
  address_line1: string | null;
  address_line2: string | null;
  city: string | null;
  region: string | null;
  postal_code: string | null;
  country: string | null;
  taxonomy_code: string | null;
  photo_key: string | null;
  /** Values of the workspace's own fields, by field id. */
  custom: ColumnType<CustomValues, string | undefined, string>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  /** The customer that this one has become part of. */
  merged_into: string | null;
  /** Since when the customer wants no mail that goes to many. */
  unsubscribed_at: Generated<Date | null>;
};

export type CustomerEmailsTable = {
  workspace_id: string;
  customer_id: string;
  position: number;
  email: string;
  email_key: string;
};

export type CustomerStatsTable = {
  workspace_id: string;
  customer_id: string;
  last_activity_at: Date;
  /** The last email, call or meeting; null before the first. */
  last_contact_at: Date | null;
  note_count: Generated<number>;
  open_task_count: Generated<number>;
  email_count: Generated<number>;
  activity_count: Generated<number>;
};

/**
 * Customers outside of the trash, counted by what lists ask for. The database adds a row for each write; the sum of
 * all that match is the count.
 */
export type CustomerTalliesTable = {
  workspace_id: string;
  id: Generated<string>;
  status: 'active' | 'banned';
  account_type: 'Individual' | 'Corporate';
  is_verified: boolean;
  broker_id: string | null;
  plan_name: string | null;
  count: number;
};

export type CorporateMembersTable = {
  workspace_id: string;
  corporate_id: string;
  member_id: string;
  title: string | null;
  created_at: Date;
};

export type TagsTable = {
  workspace_id: string;
  id: string;
  name: string;
  name_key: string;
};

export type CustomerTagsTable = {
  workspace_id: string;
  customer_id: string;
  tag_id: string;
};

export type SearchEntriesTable = {
  workspace_id: string;
  kind: string;
  record_id: string;
  text: string;
  pieces: GeneratedAlways<string | null>;
};

export type ActivitiesTable = {
  workspace_id: string;
  id: string;
  /** An entry concerns every record named: at least one of these. */
  customer_id: string | null;
  business_id: string | null;
  type: string;
  subject_kind: string;
  subject_id: string;
  actor_id: string | null;
  audience: 'staff' | 'client' | 'mailbox';
  detail: ColumnType<unknown, string | undefined, string>;
  occurred_at: Date;
};

export type NotesTable = {
  workspace_id: string;
  id: string;
  /** Attached to at least one of these. */
  customer_id: string | null;
  business_id: string | null;
  author_id: string;
  kind: 'note' | 'call' | 'meeting';
  body: string;
  occurred_at: Date;
  duration_minutes: number | null;
  is_pinned: Generated<boolean>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

export type NoteMentionsTable = {
  workspace_id: string;
  note_id: string;
  user_id: string;
};

export type TasksTable = {
  workspace_id: string;
  id: string;
  customer_id: string | null;
  title: string;
  description: string | null;
  status: Generated<'open' | 'in_progress' | 'waiting' | 'done'>;
  priority: Generated<'low' | 'normal' | 'high'>;
  audience: Generated<'staff' | 'client'>;
  due_date: string | null;
  due_sort: GeneratedAlways<string>;
  assignee_id: string | null;
  business_id: string | null;
  /** `Recurrence` of the domain. */
  recurrence: ColumnType<Recurrence | null, string | null | undefined, string | null>;
  /** `Reminder` of the contract. */
  reminder: ColumnType<Reminder | null, string | null | undefined, string | null>;
  /** The task whose completion made this one. */
  repeats_from: string | null;
  created_by: string;
  completed_at: Date | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

export type NotificationsTable = {
  workspace_id: string;
  id: string;
  user_id: string;
  type: string;
  title: string;
  customer_id: string | null;
  business_id: string | null;
  /** The note, task, or message that it is about. */
  subject_kind: NotificationSubject['kind'] | null;
  subject_id: string | null;
  read_at: Date | null;
  created_at: Date;
  /** False for what goes by email only; it is removed with the next digest. */
  is_in_app: Generated<boolean>;
  /** What it is still to be sent with. */
  waits_for: 'mail' | 'digest' | null;
};

export type CustomerTables = {
  customers: CustomersTable;
  customer_emails: CustomerEmailsTable;
  customer_stats: CustomerStatsTable;
  customer_tallies: CustomerTalliesTable;
  corporate_members: CorporateMembersTable;
  tags: TagsTable;
  customer_tags: CustomerTagsTable;
  search_entries: SearchEntriesTable;
  activities: ActivitiesTable;
  notes: NotesTable;
  note_mentions: NoteMentionsTable;
  tasks: TasksTable;
  notifications: NotificationsTable;
};
