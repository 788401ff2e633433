import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { unsubscribedAt } from '#features/customers/customers.public.ts';
import { messageColumns, type MessageFields } from '../messages.queries.ts';

/** A customer's additional addresses, in order. */
export async function listExtraAddresses(
  db: Db,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('customer_contact_points')
    .select('value')
    .where('kind', '=', 'email')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.value);
}

/** Attachments uploaded by this user. */
export async function listOwnUploads(
  db: Db,
  { workspaceId, userId, fileIds }: { workspaceId: string; userId: string; fileIds: readonly string[] },
): Promise<{ id: string; size_bytes: number }[]> {
  if (fileIds.length === 0) return [];
  return db
    .selectFrom('files')
    .select(['id', 'size_bytes'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...fileIds])
    .where('purpose', '=', 'attachment')
    .where('created_by', '=', userId)
    .execute();
}

/** Sender details for bulk mail; the address is empty if not set. */
export async function findPostalAddress(
  db: Db,
  workspaceId: string,
): Promise<{ name: string; postalAddress: string }> {
  return db
    .selectFrom('workspaces')
    .select(['name', 'postal_address as postalAddress'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}

export type DeliveryRow = MessageFields & {
  workspace_id: string;
  attempts: number;
  sending_since: Date | null;
  in_reply_to: string | null;
  html: string | null;
  is_bulk: boolean;
  bulk_run_id: string | null;
};

export async function findForDelivery(
  db: Db,
  { workspaceId, messageId }: { workspaceId: string; messageId: string },
): Promise<DeliveryRow | null> {
  const row = await db
    .selectFrom('messages')
    .innerJoin('mailboxes', (join) =>
      join
        .onRef('mailboxes.workspace_id', '=', 'messages.workspace_id')
        .onRef('mailboxes.id', '=', 'messages.mailbox_id'),
    )
    .select([
      ...messageColumns,
      'messages.workspace_id',
      'messages.attempts',
      'messages.sending_since',
      'messages.in_reply_to',
      'messages.html',
      'messages.is_bulk',
      'messages.bulk_run_id',
    ])
    .where('messages.workspace_id', '=', workspaceId)
    .where('messages.id', '=', messageId)
    .where('messages.direction', '=', 'outbound')
    .executeTakeFirst();
  return row ?? null;
}

/** Shows that a message is still being sent. Does nothing once it has another status. */
export async function renewLease(
  db: Db,
  {
    workspaceId,
    messageId,
    version,
    now,
  }: { workspaceId: string; messageId: string; version: number; now: Date },
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ sending_since: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', messageId)
    .where('status', '=', 'sending')
    .where('version', '=', version)
    .execute();
}

/** Changes to the customer since the email was queued. */
export type BlockReason = 'trash' | 'ban' | 'unsubscribed';

/** Why a message must not be sent, or null. Customers banned before it was queued can still get it. */
export async function findBlockReason(
  db: Db,
  { workspaceId, messageId }: { workspaceId: string; messageId: string },
): Promise<BlockReason | null> {
  const { rows } = await sql<{ reason: BlockReason }>`
    SELECT CASE WHEN customers.deleted_at IS NOT NULL THEN 'trash' WHEN m.is_bulk AND ${unsubscribedAt} IS NOT NULL THEN 'unsubscribed' ELSE 'ban' END AS reason
    FROM message_customers mc
    JOIN messages m ON m.workspace_id = mc.workspace_id AND m.id = mc.message_id
    JOIN customers ON customers.workspace_id = mc.workspace_id AND customers.id = mc.customer_id
    WHERE mc.workspace_id = ${workspaceId} AND mc.message_id = ${messageId}
      AND (customers.deleted_at IS NOT NULL OR (m.is_bulk AND ${unsubscribedAt} IS NOT NULL) OR (customers.status = 'banned' AND ${selectLast(sql`a.type = 'customer.banned'`)}
        >= ${selectLast(sql`a.type = 'email.queued' AND a.subject_id = mc.message_id`)}))
    LIMIT 1`.execute(db);
  return rows[0]?.reason ?? null;
}

function selectLast(what: ReturnType<typeof sql>): ReturnType<typeof sql> {
  return sql`(SELECT max(a.occurred_at) FROM activities a
    WHERE a.workspace_id = customers.workspace_id AND a.customer_id = customers.id AND ${what})`;
}
