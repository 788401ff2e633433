import type { SenderCheck, SenderWarning } from '@handover/contract/conversations/conversations.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import { escapeLike } from '#lib/text.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import type { Member } from '#platform/session/actor.ts';
import {
  isFromCustomer,
  isOpenConversation,
  messageColumns,
  type MessageFields,
} from './messages.queries.ts';
import { isReadableBusiness } from '#features/businesses/businesses.public.ts';
import { isOpenTo } from '#platform/session/access.ts';
import { attachmentState, type AttachmentState } from '#features/documents/documents.public.ts';
import { openTriage } from './triage.queries.ts';

export type MessageRow = MessageFields & {
  mailbox_id: string;
  thread_id: string;
  direction: 'outbound' | 'inbound';
  status_detail: string | null;
  has_html: boolean;
  has_remote_images: boolean;
  sender_check: SenderCheck | null;
  sender_warning: SenderWarning | null;
  author_name: string | null;
  sent_at: Date | null;
  created_at: Date;
  quarantine_id: string | null;
};

/** The record that the emails belong to. */
export type EmailOwner =
  | { readonly customerId: string; readonly businessId?: never }
  | { readonly businessId: string; readonly customerId?: never };
type Conversation = EmailOwner & { readonly query: string | undefined };

const columns = [
  ...messageColumns,
  'messages.mailbox_id',
  'messages.thread_id',
  'messages.direction',
  'messages.status_detail',
  sql<boolean>`messages.html IS NOT NULL`.as('has_html'),
  'messages.has_remote_images',
  'messages.sender_check',
  'messages.sender_warning',
  'users.display_name as author_name',
  'messages.sent_at',
  'messages.created_at',
  'messages.quarantine_id',
] as const;

/** The customer's messages that the member may read, newest first. */
export async function listMessageRows(
  db: Db,
  member: Member,
  { after, limit, ...conversation }: Conversation & { after: Position | null; limit: number },
): Promise<MessageRow[]> {
  if (conversation.businessId !== undefined)
    return selectBusinessMessages(db, member, conversation)
      .leftJoin('users', 'users.id', 'messages.author_id')
      .select(columns)
      .$if(after !== null, (list) =>
        list.where(sql<boolean>`(messages.created_at, messages.id) < (${after?.[0]}, ${after?.[1]})`),
      )
      .orderBy('messages.created_at', 'desc')
      .orderBy('messages.id', 'desc')
      .limit(limit)
      .execute();
  return selectCustomerMessages(db, member, conversation)
    .leftJoin('users', 'users.id', 'messages.author_id')
    .select(columns)
    .$if(after !== null, (list) =>
      list.where(
        sql<boolean>`(message_customers.created_at, message_customers.message_id) < (${after?.[0]}, ${after?.[1]})`,
      ),
    )
    .orderBy('message_customers.created_at', 'desc')
    .orderBy('message_customers.message_id', 'desc')
    .limit(limit)
    .execute();
}

export async function countMessages(db: Db, member: Member, conversation: Conversation): Promise<number> {
  const count = sql<number>`count(*)::int`.as('count');
  const row =
    conversation.businessId === undefined
      ? await selectCustomerMessages(db, member, conversation).select(count).executeTakeFirstOrThrow()
      : await selectBusinessMessages(db, member, conversation).select(count).executeTakeFirstOrThrow();
  return row.count;
}

/**
 * A message that the member may read through a customer or a business, optionally only through a given one, or null.
 */
export async function findMessageRow(
  db: Db,
  member: Member,
  { messageId, customerId, businessId }: { messageId: string; customerId?: string; businessId?: string },
): Promise<MessageRow | null> {
  const ofCustomer =
    businessId === undefined ? await findCustomerMessage(db, member, { messageId, customerId }) : null;
  if (ofCustomer !== null || customerId !== undefined) return ofCustomer;
  const row = await selectVisibleBusinessMessages(db, member)
    .leftJoin('users', 'users.id', 'messages.author_id')
    .select(columns)
    .where('messages.id', '=', messageId)
    .$if(businessId !== undefined, (list) => list.where('threads.business_id', '=', businessId ?? ''))
    .executeTakeFirst();
  return row ?? null;
}

async function findCustomerMessage(
  db: Db,
  member: Member,
  { messageId, customerId }: { messageId: string; customerId: string | undefined },
): Promise<MessageRow | null> {
  if (!isOpenTo(member, 'users')) return null;
  const row = await selectVisibleMessages(db, member)
    .leftJoin('users', 'users.id', 'messages.author_id')
    .select(columns)
    .where('message_customers.message_id', '=', messageId)
    .$if(customerId !== undefined, (list) =>
      list.where('message_customers.customer_id', '=', customerId ?? ''),
    )
    .orderBy('message_customers.customer_id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the member may read any message of the thread with the customer. */
export async function isCustomerThread(
  db: Db,
  member: Member,
  { customerId, threadId }: { customerId: string; threadId: string },
): Promise<boolean> {
  const row = await selectVisibleMessages(db, member)
    .select('messages.id')
    .where('message_customers.customer_id', '=', customerId)
    .where('messages.thread_id', '=', threadId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The customers who wrote a received message and may therefore read it. */
export async function listWriterIds(
  db: Db,
  {
    workspaceId,
    messageId,
    customerIds,
  }: { workspaceId: string; messageId: string; customerIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT customers.id FROM customers JOIN messages ON messages.workspace_id = customers.workspace_id
    WHERE customers.workspace_id = ${workspaceId} AND customers.id = ANY(${[...customerIds]}::uuid[])
      AND messages.id = ${messageId} AND (messages.author_id = customers.user_id OR ${isFromCustomer})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Does not check access. */
export async function findMessageHtml(
  db: Db,
  { workspaceId, messageId }: { workspaceId: string; messageId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('messages')
    .select('html')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  return row?.html ?? null;
}

/** Whether the file is attached to a message that the member may read. */
export async function canReadAttachment(db: Db, member: Member, fileId: string): Promise<boolean> {
  if (isOpenTo(member, 'users') && (await hasAttachment(db, member, fileId))) return true;
  const row = await selectVisibleBusinessMessages(db, member)
    .innerJoin('message_attachments', (join) =>
      join
        .onRef('message_attachments.workspace_id', '=', 'messages.workspace_id')
        .onRef('message_attachments.message_id', '=', 'messages.id'),
    )
    .select('messages.id')
    .where('message_attachments.file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function hasAttachment(db: Db, member: Member, fileId: string): Promise<boolean> {
  const row = await selectVisibleMessages(db, member)
    .innerJoin('message_attachments', (join) =>
      join
        .onRef('message_attachments.workspace_id', '=', 'messages.workspace_id')
        .onRef('message_attachments.message_id', '=', 'messages.id'),
    )
    .select('messages.id')
    .where('message_attachments.file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type AttachmentRow = AttachmentState & {
  message_id: string;
  direction: 'outbound' | 'inbound';
  id: string;
  size_bytes: number;
  sha256: string;
  object_id: string | null;
  content_id: string | null;
};

/** Files in message order. Does not check access. */
export async function listAttachmentRows(
  db: Db,
  { workspaceId, messageIds }: { workspaceId: string; messageIds: readonly string[] },
): Promise<AttachmentRow[]> {
  if (messageIds.length === 0) return [];
  return db
    .selectFrom('message_attachments')
    .innerJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'message_attachments.workspace_id')
        .onRef('files.id', '=', 'message_attachments.file_id'),
    )
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.workspace_id', '=', 'message_attachments.workspace_id')
        .onRef('messages.id', '=', 'message_attachments.message_id'),
    )
    .select([
      'message_attachments.message_id',
      'messages.direction',
      ...attachmentState,
      'files.id',
      'files.name',
      'files.content_type',
      'files.size_bytes',
      'files.sha256',
      'files.object_id',
      'message_attachments.content_id',
    ])
    .where('message_attachments.workspace_id', '=', workspaceId)
    .where('message_attachments.message_id', 'in', [...messageIds])
    .orderBy('message_attachments.message_id')
    .orderBy('message_attachments.position')
    .execute();
}

/** The state of a file that came by email; null for any other file. */
export async function findReceivedFile(
  db: Db,
  { workspaceId, fileId }: { workspaceId: string; fileId: string },
): Promise<AttachmentState | null> {
  const row = await db
    .selectFrom('files')
    .select(['files.name', 'files.content_type', ...attachmentState])
    .where('files.workspace_id', '=', workspaceId)
    .where('files.id', '=', fileId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('message_attachments')
          .innerJoin('messages', (join) =>
            join
              .onRef('messages.workspace_id', '=', 'message_attachments.workspace_id')
              .onRef('messages.id', '=', 'message_attachments.message_id'),
          )
          .select('messages.id')
          .whereRef('message_attachments.workspace_id', '=', 'files.workspace_id')
          .whereRef('message_attachments.file_id', '=', 'files.id')
          .where('messages.direction', '=', 'inbound'),
      ),
    )
    .executeTakeFirst();
  return row ?? null;
}

function selectCustomerMessages(
  db: Db,
  member: Member,
  { customerId, query }: { customerId: string; query: string | undefined },
) {
  return selectVisibleMessages(db, member)
    .where('message_customers.customer_id', '=', customerId)
    .where(hasWords(member, query));
}

function selectBusinessMessages(
  db: Db,
  member: Member,
  { businessId, query }: { businessId: string; query: string | undefined },
) {
  return selectVisibleBusinessMessages(db, member)
    .where('threads.business_id', '=', businessId)
    .where(hasWords(member, query));
}

function hasWords(member: Member, query = ''): RawBuilder<boolean> {
  const words = query.split(/\s+/).filter((word) => word !== '');
  const conditions = [sql`true`, ...words.map((word) => hasWord(member, word))];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

function hasWord(member: Member, word: string): RawBuilder<boolean> {
  const recipients =
    member.scope === 'client'
      ? sql`messages.to_addresses || messages.cc_addresses`
      : sql`messages.to_addresses || messages.cc_addresses || messages.bcc_addresses`;
  return sql<boolean>`concat_ws(' ', messages.subject, messages.from_name, messages.from_address, array_to_string(${recipients}, ' '), messages.text) ILIKE ${`%${escapeLike(word)}%`}`;
}

/** Messages about businesses that the member may read, in mailboxes that are open to the member; none for clients. */
function selectVisibleBusinessMessages(db: Db, member: Member) {
  const isReadable =
    member.scope !== 'client' && isOpenTo(member, 'business-center')
      ? isReadableBusiness(member, sql`threads.business_id`)
      : sql<boolean>`false`;
  return db
    .selectFrom('threads')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.workspace_id', '=', 'threads.workspace_id')
        .onRef('messages.thread_id', '=', 'threads.id'),
    )
    .innerJoin('mailboxes', (join) =>
      join
        .onRef('mailboxes.workspace_id', '=', 'messages.workspace_id')
        .onRef('mailboxes.id', '=', 'messages.mailbox_id'),
    )
    .where('threads.workspace_id', '=', member.workspaceId)
    .where('threads.business_id', 'is not', null)
    .where(isReadable)
    .where(sql<boolean>`(mailboxes.owner_id IS NULL OR mailboxes.owner_id = ${member.userId})`);
}

/** Whether the column is the ID of a message that the member may read, mail from unknown senders included. */
export function isReadableMessage(db: Db, member: Member, column: string): RawBuilder<boolean> {
  const isIt = sql<boolean>`messages.id = ${sql.ref(column)}`;
  const inbox = isOpenTo(member, 'users') ? [selectVisibleMessages(db, member), openTriage(db, member)] : [];
  const sources = [
    ...inbox.map((source) => source.select('messages.id')),
    selectVisibleBusinessMessages(db, member).select('messages.id'),
  ].map((source) => sql`EXISTS ${source.where(isIt)}`);
  return sql<boolean>`(${sql.join(sources, sql` OR `)})`;
}

/** Messages of customers in the member's scope, in mailboxes the member may read. */
function selectVisibleMessages(db: Db, member: Member) {
  return db
    .selectFrom('message_customers')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'message_customers.workspace_id')
        .onRef('customers.id', '=', 'message_customers.customer_id'),
    )
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.workspace_id', '=', 'message_customers.workspace_id')
        .onRef('messages.id', '=', 'message_customers.message_id'),
    )
    .innerJoin('mailboxes', (join) =>
      join
        .onRef('mailboxes.workspace_id', '=', 'messages.workspace_id')
        .onRef('mailboxes.id', '=', 'messages.mailbox_id'),
    )
    .where('message_customers.workspace_id', '=', member.workspaceId)
    .where('customers.deleted_at', 'is', null)
    .where(inCustomerScope(member))
    .where(isOpenConversation(member));
}
