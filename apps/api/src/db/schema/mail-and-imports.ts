import type { Generated } from 'kysely';
import type { Json } from './json.ts';

export type MailboxesTable = {
  workspace_id: string;
  id: string;
  address: string;
  name: string;
  owner_id: string | null;
  is_default: Generated<boolean>;
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
  subject: string;
  last_message_at: Date;
  created_at: Date;
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
  raw_file_id: string | null;
  is_triage: Generated<boolean>;
  author_id: string | null;
  scheduled_at: Date | null;
  sent_at: Date | null;
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

export type ImportsTable = {
  workspace_id: string;
  id: string;
  file_id: string;
  file_name: string;
  status: 'uploaded' | 'queued' | 'running' | 'done' | 'failed' | 'canceled';
  status_detail: string | null;
  encoding: string;
  delimiter: string;
  columns: Json;
  header_hash: string;
  mapping: Json;
  is_mapping_remembered: Generated<boolean>;
  mode: Generated<'create' | 'update' | 'both'>;
  size_bytes: number;
  bytes_read: Generated<number>;
  line_number: Generated<number>;
  row_count: Generated<number>;
  individual_count: Generated<number>;
  organization_count: Generated<number>;
  created_count: Generated<number>;
  updated_count: Generated<number>;
  rejected_count: Generated<number>;
  created_by: string;
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
  imports: ImportsTable;
  import_rejections: ImportRejectionsTable;
  import_mappings: ImportMappingsTable;
};
