import type { Generated, ColumnType } from 'kysely';
import type { EmailDraft } from '@handover/contract/conversations/email-drafts.ts';

export type MailTemplatesTable = {
  workspace_id: string;
  id: string;
  /** Null for a template shared in the workspace. */
  owner_id: string | null;
  name: string;
  subject: string;
  html: string;
  use_count: Generated<number>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

export type MessageWordsTable = {
  workspace_id: string;
  message_id: string;
  /** The message's date. */
  created_at: Date;
  /** A tsvector of normalized words. */
  words: string;
};

export type MailTemplateTables = {
  mail_templates: MailTemplatesTable;
  message_words: MessageWordsTable;
};

export type EmailDraftsTable = {
  workspace_id: string;
  customer_id: string;
  user_id: string;
  id: string;
  /** The thread of a reply; null for a new email. */
  thread_id: string | null;
  /** JSON text. Null once sent or discarded. */
  content: ColumnType<EmailDraft | null, string | null, string | null>;
  version: Generated<number>;
  updated_at: Date;
};

export type SignaturesTable = {
  user_id: string;
  html: string;
  version: Generated<number>;
  updated_at: Date;
};

export type EmailDraftTables = {
  email_drafts: EmailDraftsTable;
  signatures: SignaturesTable;
};
