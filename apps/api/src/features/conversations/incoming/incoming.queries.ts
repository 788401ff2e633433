import type { MessageStatus } from '@handover/contract/conversations.ts';
import type { Db } from '#db/client.ts';

type InMailbox = { readonly workspaceId: string; readonly mailboxId: string };

export type ExistingMessage = {
  id: string;
  thread_id: string;
  /** Of the thread. */
  business_id: string | null;
  message_id: string;
  direction: 'outbound' | 'inbound';
  status: MessageStatus;
  author_id: string | null;
  version: number;
};

/** The messages of a mailbox that have one of these Message-ID hashes. */
export async function listMessagesByHash(
  db: Db,
  { workspaceId, mailboxId, hashes }: InMailbox & { hashes: readonly Buffer[] },
): Promise<ExistingMessage[]> {
  if (hashes.length === 0) return [];
  return db
    .selectFrom('messages')
    .innerJoin('threads', (join) =>
      join
        .onRef('threads.workspace_id', '=', 'messages.workspace_id')
        .onRef('threads.id', '=', 'messages.thread_id'),
    )
    .select([
      'messages.id',
      'messages.thread_id',
      'threads.business_id',
      'messages.message_id',
      'messages.direction',
      'messages.status',
      'messages.author_id',
      'messages.version',
    ])
    .where('messages.workspace_id', '=', workspaceId)
    .where('messages.mailbox_id', '=', mailboxId)
    .where('messages.message_id_hash', 'in', [...hashes])
    .execute();
}

/** Customers, not in the bin, that have this address as their own or as a further one. */
export async function listCustomersByAddress(
  db: Db,
  { workspaceId, emailKey, limit }: { workspaceId: string; emailKey: string; limit: number },
): Promise<string[]> {
  // Each half by its own index; an OR of the two would read every customer.
  const byFurther = db
    .selectFrom('customer_emails')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'customer_emails.workspace_id')
        .onRef('customers.id', '=', 'customer_emails.customer_id'),
    )
    .select('customers.id')
    .where('customer_emails.workspace_id', '=', workspaceId)
    .where('customer_emails.email_key', '=', emailKey)
    .where('customers.deleted_at', 'is', null);
  const rows = await db
    .selectFrom('customers')
    .select('customers.id')
    .where('customers.workspace_id', '=', workspaceId)
    .where('customers.email_key', '=', emailKey)
    .where('customers.deleted_at', 'is', null)
    .union(byFurther)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** The address of a login. */
export async function getLoginAddress(db: Db, userId: string): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
}

/** Whether a mailbox, or one that everybody reads, has a message with this Message-ID. */
export async function isExistingMessage(
  db: Db,
  { workspaceId, mailboxId, hash }: InMailbox & { hash: Buffer },
): Promise<boolean> {
  // By the unique index of each mailbox in question.
  const row = await db
    .selectFrom('mailboxes')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.workspace_id', '=', 'mailboxes.workspace_id')
        .onRef('messages.mailbox_id', '=', 'mailboxes.id')
        .on('messages.message_id_hash', '=', hash),
    )
    .select('messages.id')
    .where('mailboxes.workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('mailboxes.id', '=', mailboxId), eb('mailboxes.owner_id', 'is', null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
