import type { ColumnType, Generated } from 'kysely';

export type InstallationTable = {
  is_only: Generated<boolean>;
  name: string;
  tagline: string;
  support_email: string | null;
  support_phone: string | null;
  leads_workspace_id: string | null;
  logo_key: Generated<string | null>;
  key_fingerprint: string;
  backs_up_nightly: Generated<boolean>;
  kept_backups: Generated<number>;
  /** When a server with a malware scanner last ran. */
  scanner_seen_at: Generated<Date | null>;
  plan_limits: ColumnType<unknown, string | undefined, string>;
  version: Generated<number>;
  created_at: Date;
};

export type UsersTable = {
  id: string;
  email: string;
  email_key: string;
  display_name: string;
  password_hash: string | null;
  is_superadmin: Generated<boolean>;
  status: Generated<'active' | 'banned'>;
  is_sample: Generated<boolean>;
  email_verified_at: Date | null;
  photo_key: string | null;
  phone: Generated<string | null>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

export type WorkspacesTable = {
  id: string;
  name: string;
  plan: 'Free' | 'Pro';
  time_zone: string;
  currency: string;
  postal_address: Generated<string>;
  announcement: string | null;
  staff_access: string[];
  record_scope: Generated<'all' | 'own'>;
  is_sample: Generated<boolean>;
  logo_key: Generated<string | null>;
  /** Since when administrators need two-step sign-in; null if they do not. */
  admins_two_step_since: Generated<Date | null>;
  /** The same for staff. */
  staff_two_step_since: Generated<Date | null>;
  two_step_grace_days: Generated<number>;
  /** Null keeps them. */
  trash_retention_days: Generated<number | null>;
  /** For documents of closed deals and of their businesses. */
  closed_deal_retention_years: Generated<number>;
  pipeline: ColumnType<unknown, string | undefined, string>;
  /** Null while active. */
  archived_at: Generated<Date | null>;
  version: Generated<number>;
  created_at: Date;
};

export type MembershipsTable = {
  workspace_id: string;
  user_id: string;
  role: 'CLIENT' | 'STAFF' | 'ADMIN';
  status: Generated<'active' | 'banned' | 'deactivated'>;
  banned_reason: string | null;
  version: Generated<number>;
  deactivated_at: Generated<Date | null>;
  role_changed_at: Generated<Date | null>;
  created_at: Date;
};

export type SessionsTable = {
  id: string;
  user_id: string;
  token_hash: Buffer;
  user_agent: string;
  ip_address: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  /** When this session last confirmed a passkey: at sign-in or when it was added. */
  passkey_used_at: Generated<Date | null>;
};

export type OneTimeLinksTable = {
  id: string;
  kind: 'reset' | 'invite' | 'first_admin' | 'email' | 'rescue' | 'registration' | 'sign' | 'approve';
  token_hash: Buffer;
  email: string | null;
  user_id: string | null;
  workspace_id: string | null;
  role: 'CLIENT' | 'STAFF' | 'ADMIN' | null;
  customer_id: string | null;
  agreement_id: Generated<string | null>;
  approval_id: Generated<string | null>;
  created_by: string | null;
  /** Sent by email only, so only the reader of the mailbox can have seen this invitation. */
  is_emailed: Generated<boolean>;
  /** The data of a registration, encrypted. */
  payload: Generated<string | null>;
  created_at: Date;
  expires_at: Date;
  consumed_at: Date | null;
};

export type RateLimitsTable = {
  key: string;
  window_ends_at: Date;
  hits: number;
};

export type IdempotencyKeysTable = {
  actor_id: string;
  key: string;
  request_hash: Buffer;
  status: number | null;
  response: ColumnType<unknown, string | null, string | null>;
  created_at: Date;
};

export type AuditEntriesTable = {
  id: string;
  workspace_id: string | null;
  actor_id: string | null;
  action: string;
  subject_id: string | null;
  detail: ColumnType<unknown, string | undefined, string>;
  ip_address: string | null;
  request_id: string | null;
  created_at: Date;
};

export type AuditPendingTable = {
  entry_id: string;
};

export type AuditSealsTable = {
  seq: number;
  entry_ids: string[];
  prev_hash: Buffer;
  hash: Buffer;
  sealed_at: Date;
};

export type FilesTable = {
  workspace_id: string;
  id: string;
  sha256: string;
  size_bytes: number;
  content_type: string;
  name: string;
  purpose: 'attachment' | 'raw-mail' | 'import' | 'document';
  /** Null for a file from before objects were encrypted, until it is encrypted. */
  object_id: Generated<string | null>;
  created_by: string | null;
  created_at: Date;
};

export type TicketsTable = {
  token_hash: Buffer;
  session_id: string;
  workspace_id: string;
  action: string;
  subject: Json;
  expires_at: Date;
};

export type CoreTables = {
  installation: InstallationTable;
  users: UsersTable;
  workspaces: WorkspacesTable;
  memberships: MembershipsTable;
  sessions: SessionsTable;
  one_time_links: OneTimeLinksTable;
  rate_limits: RateLimitsTable;
  idempotency_keys: IdempotencyKeysTable;
  audit_entries: AuditEntriesTable;
  audit_pending: AuditPendingTable;
  audit_seals: AuditSealsTable;
  files: FilesTable;
  tickets: TicketsTable;
};

export type AccessGrantsTable = {
  workspace_id: string;
  id: string;
  record_type: string;
  record_id: string;
  /** Either a login, or the key of an email address that gives its verified login access. */
  user_id: string | null;
  email_key: string | null;
  level: 'view' | 'contribute';
  /** For a deal: the access to its data room, at most what the deal opens. */
  document_level: Generated<0 | 1 | 2 | 3>;
  granted_by: string;
  /** Given by a client who owns the record, and so counts only while they do. */
  is_by_client: Generated<boolean>;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  revoked_by: Generated<string | null>;
};

/** A photo; `users` and `customers` refer to it by its key, which is part of its URL. */
export type PhotosTable = {
  key: string;
  sha256: string;
  size_bytes: number;
  object_id: Generated<string | null>;
  content_type: 'image/png' | 'image/jpeg' | 'image/webp';
  created_at: Date;
};

/** A jsonb column: read as unknown data, written as JSON text. */
export type Json = ColumnType<unknown, string, string>;

export type StoredObjectTables = {
  /** Key-encryption keys: one current key for each workspace, and one for the installation. */
  file_keys: {
    id: string;
    workspace_id: string | null;
    /** Encrypted with the installation's secret key. */
    sealed_key: string;
    created_at: Generated<Date>;
    rotated_at: Generated<Date | null>;
    /** When new objects began to use another key because this one cannot be opened. */
    retired_at: Generated<Date | null>;
  };
  /** Registered before the first byte is written; without a key until a row refers to it. */
  stored_objects: {
    id: string;
    /** Null for the installation's. */
    workspace_id: Generated<string | null>;
    key_id: Generated<string | null>;
    wrapped_key: Generated<Buffer | null>;
    /** Size of the plain bytes. */
    object_bytes: Generated<number | null>;
    /** Hash of the encrypted bytes, so copies can be checked without a key. */
    sealed_sha256: Generated<Buffer | null>;
    /** Why nobody may open it; null if it may be opened. */
    blocked: Generated<'waiting' | 'too-large' | 'infected' | 'quarantined' | null>;
    /** The malware that was found. */
    finding: Generated<string | null>;
    /** When a scan last failed. */
    tried_at: Generated<Date | null>;
    created_at: Generated<Date>;
  };
  /** Names of objects that no row refers to anymore, to be removed from the store. A trigger adds them. */
  removed_objects: { name: string; removed_at: Generated<Date> };
};
