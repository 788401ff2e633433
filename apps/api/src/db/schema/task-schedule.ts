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
