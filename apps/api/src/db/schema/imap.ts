import type { ColumnType, Generated } from 'kysely';

export type ImapAccountsTable = {
  workspace_id: string;
  mailbox_id: string;
  status: 'testing' | 'failed' | 'ready' | 'active' | 'paused' | 'refused';
  status_since: Date;
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  username: string;
  sealed_password: string;
  /** Folders listed by the last test. */
  found_folders: ColumnType<unknown, string | undefined, string>;
  /** Mail received earlier is not fetched; null until fetching is started. */
  takes_since: Date | null;
  started_at: Date | null;
  /** Consecutive failures. */
  failures: Generated<number>;
  /** Consecutive rejected sign-ins. */
  refusals: Generated<number>;
  error: string | null;
  error_since: Date | null;
  /** When users were notified of a persistent problem; null otherwise. */
  failure_notified_at: Generated<Date | null>;
  syncing_since: Date | null;
  last_synced_at: Date | null;
  taken_count: Generated<number>;
  version: Generated<number>;
  created_at: Date;
};

export type ImapFoldersTable = {
  workspace_id: string;
  mailbox_id: string;
  path: string;
  role: 'inbox' | 'sent' | 'other';
  /** Null until the folder is opened for the first time. */
  uid_validity: number | null;
  /** All messages up to this UID were fetched or skipped. */
  last_uid: Generated<number>;
  /** The `uid_validity` under which it was read to its end; older mail is left out until then. */
  read_validity: ColumnType<number | null, undefined, number>;
  /** Since when the server has not had it; null while it has it. */
  missing_since: ColumnType<Date | null, undefined, Date | null>;
  /** Message at which the connection last failed, and how often in a row. */
  stuck_uid: number | null;
  stuck_tries: Generated<number>;
};

/** A message that could not be fetched; the folder continues without it. */
export type ImapSetAsideTable = {
  workspace_id: string;
  mailbox_id: string;
  path: string;
  uid_validity: number;
  uid: number;
  from_address: string;
  subject: string;
  received_at: Date;
  reason: string;
  tries: number;
  /** Null if it is not retried automatically. */
  try_at: Date | null;
};

/** One row for each account to be read: its current reader, or when it is due. */
export type ImapTurnsTable = {
  workspace_id: string;
  mailbox_id: string;
  due_at: Date;
  holder_id: string | null;
  held_until: Date | null;
  /** Incremented to request an immediate check. */
  wakes: Generated<number>;
};

export type ImapTables = {
  imap_accounts: ImapAccountsTable;
  imap_folders: ImapFoldersTable;
  imap_set_aside: ImapSetAsideTable;
  imap_turns: ImapTurnsTable;
};
