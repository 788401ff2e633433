import type { Db } from '#db/client.ts';
import { messageColumns, type MessageFields } from '../message-columns.ts';

/** A customer's further addresses, in order. */
export async function listExtraAddresses(
  db: Db,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('customer_emails')
    .select('email')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.email);
}

/** Those of the files that this user uploaded to attach. */
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

/** Who stands behind mail of a workspace; the address is empty where none is set. */
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
};

/** Everything that delivering a message needs, or null. */
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
    ])
    .where('messages.workspace_id', '=', workspaceId)
    .where('messages.id', '=', messageId)
    .where('messages.direction', '=', 'outbound')
    .executeTakeFirst();
  return row ?? null;
}
