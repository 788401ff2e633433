import type { ClosingDateKind } from '@handover/contract/deals/deal-closing.ts';
import type { ContactPointKind } from '@handover/contract/customers/contact-points.ts';
import type { CustomValues } from '@handover/contract/records/custom-fields.ts';
import type { NotificationSubject } from '@handover/contract/notifications/notifications.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import type { Reminder } from '@handover/contract/tasks/task-rules.ts';
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
  ccn: string | null;
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
  /** Custom field values by field ID. */
  custom: ColumnType<CustomValues, string | undefined, string>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  /** The customer this one was merged into. */
  merged_into: string | null;
  /** When the customer unsubscribed from bulk email. */
  unsubscribed_at: Generated<Date | null>;
};

/** Further emails, phones, and addresses of a customer. */
export type CustomerContactPointsTable = {
  workspace_id: string;
  customer_id: string;
  position: number;
  kind: Generated<ContactPointKind>;
  label: Generated<string>;
  value: string;
  /** For comparison: `toContactPointKey`. */
  value_key: string;
};

export type CustomerStatsTable = {
  workspace_id: string;
  customer_id: string;
  /** Last email, call, meeting, or note; -Infinity for none, so that lists can be sorted and paged by it. */
  last_contact_at: Generated<Date | number>;
  note_count: Generated<number>;
  open_task_count: Generated<number>;
  email_count: Generated<number>;
  activity_count: Generated<number>;
};

/**
 * Number of active customers by the columns that lists filter by. Each write adds a row; the sum of
 * matching rows is the count.
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
  /** These two follow `text` by a trigger. */
  terms: GeneratedAlways<string[]>;
  words: GeneratedAlways<number[]>;
  /** The day of the last contact or change, in UTC. */
  active_on: Generated<string>;
};

/** The records of each term, which follow `search_entries`. */
export type SearchPostingsTable = {
  workspace_id: string;
  kind: string;
  term: string;
  active_on: string;
  record_id: string;
};

/** The words of a workspace, with the keys for finding parts of words and misspelled words. */
export type SearchWordsTable = { workspace_id: string; kind: string; word: string; keys: number[] };

export type ActivitiesTable = {
  workspace_id: string;
  id: string;
  /** The entry concerns each of these records; at least one is set. */
  customer_id: string | null;
  business_id: string | null;
  deal_id: Generated<string | null>;
  type: string;
  subject_kind: string;
  subject_id: string;
  actor_id: string | null;
  audience: 'staff' | 'client' | 'mailbox';
  detail: ColumnType<unknown, string | undefined, string>;
  occurred_at: Date;
  /** The import or bulk action that wrote it. */
  run_id: GeneratedAlways<string | null>;
};

export type NotesTable = {
  workspace_id: string;
  id: string;
  /** Attached to at least one of these records. */
  customer_id: string | null;
  business_id: string | null;
  deal_id: Generated<string | null>;
  author_id: string;
  kind: 'note' | 'call' | 'meeting';
  body: string;
  occurred_at: Date;
  duration_minutes: number | null;
  is_pinned: Generated<boolean>;
  /** Set while the note may contain patient information; its text is then in the quarantine. */
  quarantine_id: Generated<string | null>;
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
  /** The client sends files or a reply instead of completing it. */
  requests_files: Generated<boolean>;
  due_date: string | null;
  due_sort: GeneratedAlways<string>;
  assignee_id: string | null;
  business_id: string | null;
  deal_id: Generated<string | null>;
  /** `Recurrence` in packages/domain. */
  recurrence: ColumnType<Recurrence | null, string | null | undefined, string | null>;
  /** `Reminder` in packages/contract. */
  reminder: ColumnType<Reminder | null, string | null | undefined, string | null>;
  /** The recurring task that created this task. */
  repeats_from: string | null;
  /** Set for a task on a date after the closing of its deal. */
  closing_date: ClosingDateKind | null;
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
  deal_id: Generated<string | null>;
  /** The record type of the list that it opens. */
  record_type: Generated<RecordType | null>;
  /** Note, task, or message it is about. */
  subject_kind: NotificationSubject['kind'] | null;
  subject_id: string | null;
  read_at: Date | null;
  created_at: Date;
  /** False for email-only notifications, which are deleted with the next digest. */
  is_in_app: Generated<boolean>;
  /** How it still has to be sent. */
  waits_for: 'mail' | 'digest' | null;
};

export type CustomerTables = {
  customers: CustomersTable;
  customer_contact_points: CustomerContactPointsTable;
  customer_stats: CustomerStatsTable;
  customer_tallies: CustomerTalliesTable;
  corporate_members: CorporateMembersTable;
  tags: TagsTable;
  customer_tags: CustomerTagsTable;
  search_entries: SearchEntriesTable;
  search_postings: SearchPostingsTable;
  search_words: SearchWordsTable;
  activities: ActivitiesTable;
  notes: NotesTable;
  note_mentions: NoteMentionsTable;
  tasks: TasksTable;
  notifications: NotificationsTable;
};

export type TaskRemindersTable = {
  task_id: string;
  workspace_id: string;
  /** Local time `YYYY-MM-DDTHH:mm` in `time_zone`; `fires_at` is its instant. */
  local_time: string;
  time_zone: string;
  fires_at: Date;
};

export type CalendarFeedsTable = {
  token_hash: Buffer;
  workspace_id: string;
  user_id: string;
  created_at: Date;
};

/** Looked up across workspaces: by due time and by secret. */
export type TaskWorkTables = {
  task_reminders: TaskRemindersTable;
  calendar_feeds: CalendarFeedsTable;
};
