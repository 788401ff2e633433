import type { Generated } from 'kysely';

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
