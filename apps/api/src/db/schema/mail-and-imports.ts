import type { QuarantineState } from '@handover/contract/documents/quarantines.ts';
import type { PhiKind } from '@handover/domain/phi/phi-kinds.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './foundation.ts';

export type MailboxesTable = {
  workspace_id: string;
  id: string;
  address: string;
  name: string;
  /** The only reader; null if everyone who sees the customer can read it. */
  owner_id: string | null;
  /** Owner of a personal thread, shared or not; null for a workspace thread. */
  keeper_id: Generated<string | null>;
  is_default: Generated<boolean>;
  version: Generated<number>;
  smtp_host: Generated<string | null>;
  smtp_port: Generated<number | null>;
  smtp_security: Generated<'tls' | 'starttls' | 'none' | null>;
  smtp_username: Generated<string | null>;
  smtp_sealed_password: Generated<string | null>;
  test_status: Generated<'running' | 'sent' | 'failed' | null>;
  test_detail: Generated<string | null>;
  test_to: Generated<string | null>;
  tested_at: Generated<Date | null>;
  created_at: Date;
};

export type InboundTokensTable = {
  token_hash: Buffer;
  workspace_id: string;
  mailbox_id: string;
  created_at: Date;
};

export type ThreadsTable = {
  workspace_id: string;
  id: string;
  mailbox_id: string;
  /** Null for a conversation only about customers. */
  business_id: string | null;
  subject: string;
  last_message_at: Date;
  created_at: Date;
  /** The message that needs a reply; maintained by the database. */
  waiting_message_id: Generated<string | null>;
  waiting_since: Generated<Date | null>;
};

export type MessagesTable = {
  workspace_id: string;
  id: string;
  mailbox_id: string;
  thread_id: string;
  direction: 'outbound' | 'inbound';
  status:
    | 'scheduled'
    | 'queued'
    | 'sending'
    | 'sent'
    | 'failed'
    | 'uncertain'
    | 'undelivered'
    | 'canceled'
    | 'received';
  status_detail: string | null;
  attempts: Generated<number>;
  /** Recipients that have not received it although others have; only they get it when it is sent again. */
  open_recipients: string[] | null;
  sending_since: Date | null;
  message_id: string;
  message_id_hash: Buffer;
  in_reply_to: string | null;
  reference_ids: Generated<string[]>;
  from_name: string | null;
  from_address: string;
  to_addresses: string[];
  cc_addresses: Generated<string[]>;
  bcc_addresses: Generated<string[]>;
  subject: string;
  text: string;
  html: string | null;
  has_remote_images: Generated<boolean>;
  /** Null for sent mail and for mail received before senders were checked. */
  sender_check: 'verified' | 'failed' | 'unknown' | null;
  sender_warning: 'changed' | 'payment' | null;
  raw_file_id: string | null;
  is_triage: Generated<boolean>;
  /** A delivery report or an automatic reply. */
  is_report: Generated<boolean>;
  /** False if the return path is empty. */
  has_return_path: Generated<boolean>;
  /** Sent by a program or mailing list, or with another address for replies. */
  is_sent_for_others: Generated<boolean>;
  /** Bulk email, with an unsubscribe link. */
  is_bulk: Generated<boolean>;
  /** The bulk action that sent it. */
  bulk_run_id: Generated<string | null>;
  triage_verdict: 'ignored' | 'spam' | null;
  author_id: string | null;
  scheduled_at: Date | null;
  sent_at: Date | null;
  /** Set while the message may contain patient information; its content is then in the quarantine. */
  quarantine_id: Generated<string | null>;
  version: Generated<number>;
  created_at: Date;
};

export type MessageCustomersTable = {
  workspace_id: string;
  message_id: string;
  customer_id: string;
  created_at: Date;
};

export type MessageAttachmentsTable = {
  workspace_id: string;
  message_id: string;
  file_id: string;
  position: number;
  content_id: string | null;
};

export type QuarantinesTable = {
  workspace_id: string;
  id: string;
  /** Either this, `note_id`, or `document_id`; with `file_id`, the email that the file came with. */
  message_id: string | null;
  note_id: string | null;
  /** The document in which its file was read; others may have the same file. */
  document_id: Generated<string | null>;
  file_id: Generated<string | null>;
  kinds: PhiKind[];
  findings: Json;
  /** Null once the content is back in its row. */
  content: ColumnType<unknown, string | null, string | null>;
  state: QuarantineState;
  reason: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  version: Generated<number>;
  created_at: Date;
};

export type QuarantinedFilesTable = {
  workspace_id: string;
  quarantine_id: string;
  file_id: string;
  position: number;
  content_id: string | null;
};

export type ImportsTable = {
  workspace_id: string;
  id: string;
  record_type: Generated<RecordType>;
  file_id: string;
  file_name: string;
  status: 'uploaded' | 'queued' | 'running' | 'done' | 'failed' | 'canceled' | 'undoing' | 'undone';
  format: Generated<'csv' | 'xlsx'>;
  status_detail: string | null;
  encoding: string;
  delimiter: string;
  columns: Json;
  header_hash: string;
  mapping: Json;
  is_mapping_remembered: Generated<boolean>;
  mode: Generated<'create' | 'update' | 'both'>;
  overwrite: Generated<'all' | 'empty'>;
  /** Whether the whole file is UTF-8, determined during the upload. */
  is_utf8: Generated<boolean>;
  /** First values of each column. */
  samples: ColumnType<unknown, string | undefined, string>;
  /** Incremented by each change of the file's format, mapping, or fixes. */
  revision: Generated<number>;
  fix_capitalization: Generated<boolean>;
  size_bytes: number;
  bytes_read: Generated<number>;
  header_row: Generated<number>;
  line_number: Generated<number>;
  row_count: Generated<number>;
  individual_count: Generated<number>;
  organization_count: Generated<number>;
  created_count: Generated<number>;
  updated_count: Generated<number>;
  rejected_count: Generated<number>;
  undone_count: Generated<number>;
  kept_count: Generated<number>;
  created_by: string;
  /** Null until it is started, and for imports of earlier versions. */
  started_by: Generated<string | null>;
  created_at: Date;
  finished_at: Date | null;
};

export type ImportRejectionsTable = {
  workspace_id: string;
  import_id: string;
  row_number: number;
  reason: string;
  name: string | null;
  raw_row: string;
};

export type ImportMappingsTable = {
  workspace_id: string;
  record_type: Generated<RecordType>;
  header_hash: string;
  mapping: Json;
  updated_at: Date;
};

export type MailAndImportsTables = {
  mailboxes: MailboxesTable;
  inbound_tokens: InboundTokensTable;
  threads: ThreadsTable;
  messages: MessagesTable;
  message_customers: MessageCustomersTable;
  message_attachments: MessageAttachmentsTable;
  quarantines: QuarantinesTable;
  quarantined_files: QuarantinedFilesTable;
  imports: ImportsTable;
  import_rejections: ImportRejectionsTable;
  import_mappings: ImportMappingsTable;
};
