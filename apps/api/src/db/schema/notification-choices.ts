import type { EmailChoice } from '@handover/contract/notifications/notification-choices.ts';
import type { Generated } from 'kysely';

/** A member's setting for a notification type; defaults apply without a row. */
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
  /** 1 (Monday) to 7 (Sunday). */
  weekdays: number[];
  with_tasks: boolean;
  /** Version of the member's settings; 0 before the first change. */
  version: Generated<number>;
  /** The workspace's time zone when `fires_at` was computed. */
  time_zone: string;
  /** Calendar date of the next digest. */
  due_on: string;
  fires_at: Date;
  /** Calendar date of the last digest. */
  last_on: string | null;
};

/** Due digests are looked up across workspaces. */
export type NotificationChoiceTables = {
  notification_choices: NotificationChoicesTable;
  notification_digests: NotificationDigestsTable;
};
