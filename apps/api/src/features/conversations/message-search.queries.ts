import { sql, type RawBuilder } from 'kysely';
import type { MessageStatus } from '@handover/contract/conversations/conversations.ts';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import type { Member } from '#platform/session/actor.ts';
import { foldWords } from '#platform/search/text-words.ts';

/** Excerpts are taken from this many characters; the search covers more. */
const maxTextCharacters = 20_000;

export type HitRow = {
  id: string;
  thread_id: string;
  direction: 'outbound' | 'inbound';
  status: MessageStatus;
  subject: string;
  /** The beginning of the message. */
  text: string;
  from_name: string | null;
  from_address: string;
  to_addresses: string[];
  cc_addresses: string[];
  bcc_addresses: string[];
  created_at: Date;
  customer: { id: string; name: string };
};

/** `query` is a tsquery. Without a customer, all conversations that the member may read are searched. */
export type MessageFilter = { readonly query: string; readonly customerId: string | undefined };

/** Indexes a message for search. */
export async function insertMessageWords(
  db: Db,
  message: { workspaceId: string; messageId: string; createdAt: Date; texts: readonly (string | null)[] },
): Promise<void> {
  await sql`
    INSERT INTO message_words (workspace_id, message_id, created_at, words)
    VALUES (${message.workspaceId}, ${message.messageId}, ${message.createdAt}, to_tsvector('simple', ${foldWords(...message.texts)}))`.execute(
    db,
  );
}

/** Indexes a message again after its content has changed. */
export async function replaceMessageWords(
  db: Db,
  message: { workspaceId: string; messageId: string; texts: readonly string[] },
): Promise<void> {
  await sql`
    UPDATE message_words SET words = to_tsvector('simple', ${foldWords(...message.texts)})
    WHERE workspace_id = ${message.workspaceId} AND message_id = ${message.messageId}`.execute(db);
}

/** Up to `limit` messages that the member may read, newest first. */
export async function listHitRows(
  db: Db,
  member: Member,
  { after, limit, ...sought }: MessageFilter & { after: Position | null; limit: number },
): Promise<HitRow[]> {
  const { workspaceId } = member;
  const isAfter =
    after === null
      ? sql``
      : sql`AND (w.created_at, w.message_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
  const { rows } = await sql<HitRow>`
    SELECT m.id, m.thread_id, m.direction, m.status, m.subject, left(m.text, ${maxTextCharacters}) AS text, m.from_name, m.from_address,
      m.to_addresses, m.cc_addresses, m.bcc_addresses, m.created_at,
      (SELECT json_build_object('id', customers.id, 'name', customers.name) ${ofCustomers(member, sought)} ORDER BY customers.id LIMIT 1) AS customer
    FROM message_words w JOIN messages m ON m.workspace_id = ${workspaceId} AND m.id = w.message_id
    WHERE ${isFound(member, sought)} ${isAfter}
    ORDER BY w.created_at DESC, w.message_id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Counts up to `max`. */
export async function countHits(
  db: Db,
  member: Member,
  { max, ...sought }: MessageFilter & { max: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM message_words w JOIN messages m ON m.workspace_id = ${member.workspaceId} AND m.id = w.message_id
      WHERE ${isFound(member, sought)} LIMIT ${max}) AS found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Messages of customers in the member's scope, in shared mailboxes and in their own. */
function isFound(member: Member, sought: MessageFilter): RawBuilder<boolean> {
  const { workspaceId, userId } = member;
  return sql<boolean>`w.workspace_id = ${workspaceId} AND w.words @@ to_tsquery('simple', ${sought.query})
    AND m.mailbox_id IN (SELECT id FROM mailboxes WHERE workspace_id = ${workspaceId} AND (owner_id IS NULL OR owner_id = ${userId}))
    AND EXISTS (SELECT ${ofCustomers(member, sought)})`;
}

function ofCustomers(member: Member, { customerId }: MessageFilter): RawBuilder<unknown> {
  const isOne = customerId === undefined ? sql`` : sql`AND mc.customer_id = ${customerId}`;
  return sql`FROM message_customers mc JOIN customers ON customers.workspace_id = mc.workspace_id AND customers.id = mc.customer_id
      WHERE mc.workspace_id = ${member.workspaceId} AND mc.message_id = w.message_id ${isOne}
        AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}`;
}
