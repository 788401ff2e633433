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
  /** What the server listed at the last test. */
  found_folders: ColumnType<unknown, string | undefined, string>;
  /** Mail that the server got before stays where it is; null until somebody starts. */
  takes_since: Date | null;
  started_at: Date | null;
  /** In a row. */
  failures: Generated<number>;
  /** Refused sign-ins in a row. */
  refusals: Generated<number>;
  error: string | null;
  error_since: Date | null;
  /** When people were told of the trouble that lasts; null while they were not. */
  trouble_told_at: Generated<Date | null>;
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
  /** Null until the folder was opened once. */
  uid_validity: number | null;
  /** Everything up to it is taken in or was passed over. */
  last_uid: Generated<number>;
  /** The message at which the connection broke last, and how often in a row. */
  stuck_uid: number | null;
  stuck_tries: Generated<number>;
};

/** A message that could not be taken in; its folder is read on without it. */
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
  /** Null when nobody tries again by themselves. */
  try_at: Date | null;
};

/** There is one for each account that is to be read: who reads it now, or when it is due. */
export type ImapTurnsTable = {
  workspace_id: string;
  mailbox_id: string;
  due_at: Date;
  holder_id: string | null;
  held_until: Date | null;
  /** Raised by whoever wants a look at once. */
  wakes: Generated<number>;
};

export type ImapTables = {
  imap_accounts: ImapAccountsTable;
  imap_folders: ImapFoldersTable;
  imap_set_aside: ImapSetAsideTable;
  imap_turns: ImapTurnsTable;
};
