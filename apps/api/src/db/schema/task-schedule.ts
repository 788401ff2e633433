export type TaskRemindersTable = {
  task_id: string;
  workspace_id: string;
  /** Wall-clock time `YYYY-MM-DDTHH:mm` in `time_zone`, of which `fires_at` is the instant. */
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

/** Looked up before a workspace is known: by what is due, and by a secret. */
export type TaskWorkTables = {
  task_reminders: TaskRemindersTable;
  calendar_feeds: CalendarFeedsTable;
};
