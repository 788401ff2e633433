import type { Generated } from 'kysely';

export type MailTemplatesTable = {
  workspace_id: string;
  id: string;
  /** Null for one that the workspace shares. */
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
  /** That of the message. */
  created_at: Date;
  /** A tsvector of folded words. */
  words: string;
};

export type MailTemplateTables = {
  mail_templates: MailTemplatesTable;
  message_words: MessageWordsTable;
};
