import { sql } from 'kysely';
import type { MessageStatus } from '@handover/contract/conversations/conversations.ts';
import type { Db } from '#db/client.ts';

type InMailbox = { readonly workspaceId: string; readonly mailboxId: string };

export type ExistingMessage = {
  id: string;
  thread_id: string;
  /** The business of the thread. */
  business_id: string | null;
  message_id: string;
  direction: 'outbound' | 'inbound';
  status: MessageStatus;
  status_detail: string | null;
  bulk_run_id: string | null;
  author_id: string | null;
  to_addresses: string[];
  cc_addresses: string[];
  bcc_addresses: string[];
  open_recipients: string[] | null;
  version: number;
};

/** Messages of the mailbox with one of these Message-ID hashes. */
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
      'messages.status_detail',
      'messages.bulk_run_id',
      'messages.author_id',
      'messages.to_addresses',
      'messages.cc_addresses',
      'messages.bcc_addresses',
      'messages.open_recipients',
      'messages.version',
    ])
    .where('messages.workspace_id', '=', workspaceId)
    .where('messages.mailbox_id', '=', mailboxId)
    .where('messages.message_id_hash', 'in', [...hashes])
    .execute();
}

/** Active customers with this main or additional address; none if more than `limit` have it. */
export async function listCustomersByAddress(
  db: Db,
  { workspaceId, emailKey, limit }: { workspaceId: string; emailKey: string; limit: number },
): Promise<string[]> {
  // A union uses an index for each half; an OR would scan all customers.
  const byAdditional = db
    .selectFrom('customer_contact_points')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'customer_contact_points.workspace_id')
        .onRef('customers.id', '=', 'customer_contact_points.customer_id'),
    )
    .select('customers.id')
    .where('customer_contact_points.workspace_id', '=', workspaceId)
    .where('customer_contact_points.kind', '=', 'email')
    .where('customer_contact_points.value_key', '=', emailKey)
    .where('customers.deleted_at', 'is', null);
  const rows = await db
    .selectFrom('customers')
    .select('customers.id')
    .where('customers.workspace_id', '=', workspaceId)
    .where('customers.email_key', '=', emailKey)
    .where('customers.deleted_at', 'is', null)
    .union(byAdditional)
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  return rows.length > limit ? [] : rows.map((row) => row.id);
}

export async function getLoginAddress(db: Db, userId: string): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
}

/** Whether this mailbox or any shared mailbox has a message with this Message-ID. */
export async function isExistingMessage(
  db: Db,
  { workspaceId, mailboxId, hash }: InMailbox & { hash: Buffer },
): Promise<boolean> {
  // Uses each mailbox's unique index.
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

/** Whether verified mail from this address was received before. */
export async function hasVerifiedMailFrom(
  db: Db,
  { workspaceId, addressKey }: { workspaceId: string; addressKey: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`lower(from_address) = ${addressKey}`)
    .where('sender_check', '=', 'verified')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A received message from which to read a portal's inquiry, or null. */
export async function findPortalMail(
  db: Db,
  { workspaceId, messageId }: { workspaceId: string; messageId: string },
) {
  const row = await db
    .selectFrom('messages')
    .select(['from_address', 'sender_check', 'text', 'is_triage', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', messageId)
    .where('direction', '=', 'inbound')
    .executeTakeFirst();
  return row ?? null;
}

export type PortalMail = NonNullable<Awaited<ReturnType<typeof findPortalMail>>>;
