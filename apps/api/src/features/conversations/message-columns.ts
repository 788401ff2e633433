import type { Selectable } from 'kysely';
import type { MessagesTable } from '#db/schema/mail-and-imports.ts';

const shared = [
  'id',
  'status',
  'message_id',
  'reference_ids',
  'from_name',
  'from_address',
  'to_addresses',
  'cc_addresses',
  'bcc_addresses',
  'subject',
  'text',
  'author_id',
  'scheduled_at',
  'version',
] as const;

/** What reading and delivering a message both need. */
export type MessageFields = Pick<Selectable<MessagesTable>, (typeof shared)[number]> & {
  /** Of its mailbox. */
  mailbox_owner_id: string | null;
};

/** The columns of `MessageFields`; `mailboxes` is joined. */
export const messageColumns = [
  'mailboxes.owner_id as mailbox_owner_id',
  ...shared.map((name) => `messages.${name}` as const),
] as const;
