import type { EmailChoice } from '@handover/contract/notification-choices.ts';
import type { Generated } from 'kysely';

/** A row for each kind that a member has chosen about; the usual ways hold for the others. */
export type NotificationChoicesTable = {
  workspace_id: string;
  user_id: string;
  type: string;
  is_in_app: boolean;
  email: EmailChoice;
};

export type NotificationDigestsTable = {
  id: Generated<string>;
  workspace_id: string;
  user_id: string;
  hour: number;
  /** 1 for Monday to 7 for Sunday. */
  weekdays: number[];
  with_tasks: boolean;
  /** Of the member's choices, 0 before any. */
  version: Generated<number>;
  /** The workspace's when `fires_at` was worked out. */
  time_zone: string;
  /** The calendar date there of the digest to come. */
  due_on: string;
  fires_at: Date;
  /** The calendar date of the last one. */
  last_on: string | null;
};

/** Digests are looked up by what is due, before a workspace is known. */
export type NotificationChoiceTables = {
  notification_choices: NotificationChoicesTable;
  notification_digests: NotificationDigestsTable;
};
