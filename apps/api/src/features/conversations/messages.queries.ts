import type { MessageStatus } from '@handover/contract/conversations/conversations.ts';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { MessagesTable } from '#db/schema/mail-and-imports.ts';
import { hasEmailKey } from '#features/customers/customers.public.ts';
import type { Member } from '#platform/session/actor.ts';
import { insertMessageWords } from './message-search.queries.ts';

type MessageKey = { readonly workspaceId: string; readonly messageId: string };

/** Locks until the end of the transaction, so that emails that fail at the same time produce one notice. */
export async function lockBulkNotices(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4716, hashtext(${`${workspaceId} ${userId}`}))`.execute(db);
}

/** Customers who can sign in to the workspace. */
export async function listClientIds(
  db: Db,
  { workspaceId, customerIds }: { workspaceId: string; customerIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT customers.id FROM customers
    JOIN memberships ON memberships.workspace_id = customers.workspace_id AND memberships.user_id = customers.user_id
    WHERE customers.workspace_id = ${workspaceId} AND customers.id = ANY(${[...customerIds]}::uuid[])
      AND memberships.status = 'active'`.execute(db);
  return rows.map(({ id }) => id);
}

/** The logins of those of the customers who have this broker. */
export async function listClientsOfBroker(
  db: Db,
  {
    workspaceId,
    customerIds,
    brokerId,
  }: { workspaceId: string; customerIds: readonly string[]; brokerId: string },
): Promise<{ customerId: string; userId: string }[]> {
  const { rows } = await sql<{ customerId: string; userId: string }>`
    SELECT id AS "customerId", user_id AS "userId" FROM customers
    WHERE workspace_id = ${workspaceId} AND id = ANY(${[...customerIds]}::uuid[]) AND broker_id = ${brokerId}
      AND user_id IS NOT NULL AND deleted_at IS NULL`.execute(db);
  return rows;
}

/** Also adds the message to the search index. */
export async function insertMessage(
  db: Db,
  row: Insertable<MessagesTable> & { created_at: Date },
): Promise<void> {
  await db.insertInto('messages').values(row).execute();
  await insertMessageWords(db, {
    workspaceId: row.workspace_id,
    messageId: row.id,
    createdAt: row.created_at,
    texts: [
      row.subject,
      row.from_name ?? null,
      row.from_address,
      ...row.to_addresses,
      ...(row.cc_addresses ?? []),
      ...(row.bcc_addresses ?? []),
      row.text,
    ],
  });
}

/** Returns false when `version` is stale. */
export async function updateMessage(
  db: Db,
  {
    workspaceId,
    messageId,
    version,
    change,
  }: MessageKey & { version: number; change: Updateable<MessagesTable> },
): Promise<boolean> {
  const row = await db
    .updateTable('messages')
    .set({ ...change, version: version + 1 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', messageId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertThread(
  db: Db,
  thread: {
    workspaceId: string;
    id: string;
    mailboxId: string;
    businessId?: string | null;
    subject: string;
    now: Date;
  },
): Promise<void> {
  const { workspaceId, id, mailboxId, businessId = null, subject, now } = thread;
  await db
    .insertInto('threads')
    .values({
      workspace_id: workspaceId,
      id,
      mailbox_id: mailboxId,
      business_id: businessId,
      subject,
      last_message_at: now,
      created_at: now,
    })
    .execute();
}

export async function touchThread(
  db: Db,
  { workspaceId, threadId, now }: { workspaceId: string; threadId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('threads')
    .set({ last_message_at: sql`greatest(last_message_at, ${now})` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', threadId)
    .execute();
}

export async function linkCustomers(
  db: Db,
  { workspaceId, messageId, customerIds, now }: MessageKey & { customerIds: readonly string[]; now: Date },
): Promise<void> {
  if (customerIds.length === 0) return;
  await db
    .insertInto('message_customers')
    .values(
      customerIds.map((customerId) => ({
        workspace_id: workspaceId,
        message_id: messageId,
        customer_id: customerId,
        created_at: now,
      })),
    )
    .execute();
}

export async function attachFiles(
  db: Db,
  {
    workspaceId,
    messageId,
    files,
  }: MessageKey & { files: readonly { fileId: string; contentId: string | null }[] },
): Promise<void> {
  if (files.length === 0) return;
  await db
    .insertInto('message_attachments')
    .values(
      files.map(({ fileId, contentId }, position) => ({
        workspace_id: workspaceId,
        message_id: messageId,
        file_id: fileId,
        position,
        content_id: contentId,
      })),
    )
    .execute();
}

/** The data for releasing a message; `correspondents` are the names and addresses to find it by. */
export async function getMessageToRelease(db: Db, { workspaceId, messageId }: MessageKey) {
  const row = await db
    .selectFrom('messages')
    .innerJoin('mailboxes', (join) =>
      join
        .onRef('mailboxes.workspace_id', '=', 'messages.workspace_id')
        .onRef('mailboxes.id', '=', 'messages.mailbox_id'),
    )
    .select([
      'messages.version',
      'messages.thread_id',
      'messages.direction',
      'messages.triage_verdict',
      'messages.from_name',
      'messages.from_address',
      'messages.to_addresses',
      'messages.cc_addresses',
      'mailboxes.owner_id',
    ])
    .where('messages.workspace_id', '=', workspaceId)
    .where('messages.id', '=', messageId)
    .forUpdate('messages')
    .executeTakeFirstOrThrow();
  const { from_name: name, from_address: address, to_addresses: to, cc_addresses: cc } = row;
  return { ...row, correspondents: [name ?? '', address, ...to, ...cc] };
}

/** Changes the subject of a thread if it is still `from`. */
export async function renameThread(
  db: Db,
  { workspaceId, threadId, from, to }: { workspaceId: string; threadId: string; from: string; to: string },
): Promise<void> {
  await db
    .updateTable('threads')
    .set({ subject: to })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', threadId)
    .where('subject', '=', from)
    .execute();
}

/** The business that a message's thread is about, or null. */
export async function findBusinessId(db: Db, { workspaceId, messageId }: MessageKey): Promise<string | null> {
  const row = await db
    .selectFrom('messages')
    .innerJoin('threads', (join) =>
      join
        .onRef('threads.workspace_id', '=', 'messages.workspace_id')
        .onRef('threads.id', '=', 'messages.thread_id'),
    )
    .select('threads.business_id')
    .where('messages.workspace_id', '=', workspaceId)
    .where('messages.id', '=', messageId)
    .executeTakeFirst();
  return row?.business_id ?? null;
}

/** Customers of a message, without those in the trash. */
export async function listCustomerIds(db: Db, { workspaceId, messageId }: MessageKey): Promise<string[]> {
  const rows = await db
    .selectFrom('message_customers')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'message_customers.workspace_id')
        .onRef('customers.id', '=', 'message_customers.customer_id'),
    )
    .select('message_customers.customer_id')
    .where('message_customers.workspace_id', '=', workspaceId)
    .where('message_customers.message_id', '=', messageId)
    .where('customers.deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.customer_id);
}

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
  'open_recipients',
  'subject',
  'text',
  'author_id',
  'scheduled_at',
  'version',
] as const;

/** Columns needed for both reading and delivering a message. */
export type MessageFields = Pick<Selectable<MessagesTable>, (typeof shared)[number]> & {
  /** Owner of a private mailbox. */
  mailbox_owner_id: string | null;
};

/** The columns of `MessageFields`; needs a join with `mailboxes`. */
export const messageColumns = [
  'mailboxes.owner_id as mailbox_owner_id',
  ...shared.map((name) => `messages.${name}` as const),
] as const;

const shownToClients = [
  'queued',
  'sending',
  'sent',
  'failed',
  'uncertain',
  'undelivered',
] as const satisfies readonly MessageStatus[];

/**
 * Staff read shared mailboxes and their own. Clients read their own messages and those to them from shared mailboxes and
 * their broker's, delivered or not, but no other replies in the thread. Bulk email must have been sent.
 */
export function isOpenConversation(member: Member): RawBuilder<boolean> {
  if (member.scope !== 'client')
    return sql<boolean>`(mailboxes.owner_id IS NULL OR mailboxes.owner_id = ${member.userId})`;
  const statuses = shownToClients.map((status) => sql.lit(status));
  return sql<boolean>`((mailboxes.owner_id IS NULL OR mailboxes.owner_id = customers.broker_id) AND (messages.status IN (${sql.join(statuses)}) AND NOT (messages.is_bulk AND messages.status <> 'sent') OR (messages.status = 'received' AND (
    messages.author_id = ${member.userId} OR ${isFromCustomer}))))`;
}

/** Whether the sender's address is one of the customer's. */
export const isFromCustomer = hasEmailKey(sql`lower(messages.from_address)`);
