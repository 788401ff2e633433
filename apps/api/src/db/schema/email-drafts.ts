import type { EmailDraft } from '@handover/contract/email-drafts.ts';
import type { ColumnType, Generated } from 'kysely';

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
