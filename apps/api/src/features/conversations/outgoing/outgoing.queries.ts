import type { MessageStatus } from '@handover/contract/conversations.ts';
import type { Db } from '../../../db/client.ts';

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

export type DeliveryRow = {
  workspace_id: string;
  id: string;
  mailbox_owner_id: string | null;
  is_sample: boolean;
  status: MessageStatus;
  attempts: number;
  sending_since: Date | null;
  scheduled_at: Date | null;
  message_id: string;
  in_reply_to: string | null;
  reference_ids: string[];
  from_name: string | null;
  from_address: string;
  to_addresses: string[];
  cc_addresses: string[];
  bcc_addresses: string[];
  subject: string;
  text: string;
  html: string | null;
  author_id: string | null;
  version: number;
};

/** Everything that delivering a message needs, or null. */
export async function findForDelivery(
  db: Db,
  { workspaceId, messageId }: { workspaceId: string; messageId: string },
): Promise<DeliveryRow | null> {
  const row = await db
    .selectFrom('messages')
    .innerJoin('workspaces', 'workspaces.id', 'messages.workspace_id')
    .innerJoin('mailboxes', (join) =>
      join
        .onRef('mailboxes.workspace_id', '=', 'messages.workspace_id')
        .onRef('mailboxes.id', '=', 'messages.mailbox_id'),
    )
    .select([
      'messages.workspace_id',
      'messages.id',
      'mailboxes.owner_id as mailbox_owner_id',
      'workspaces.is_sample',
      'messages.status',
      'messages.attempts',
      'messages.sending_since',
      'messages.scheduled_at',
      'messages.message_id',
      'messages.in_reply_to',
      'messages.reference_ids',
      'messages.from_name',
      'messages.from_address',
      'messages.to_addresses',
      'messages.cc_addresses',
      'messages.bcc_addresses',
      'messages.subject',
      'messages.text',
      'messages.html',
      'messages.author_id',
      'messages.version',
    ])
    .where('messages.workspace_id', '=', workspaceId)
    .where('messages.id', '=', messageId)
    .where('messages.direction', '=', 'outbound')
    .executeTakeFirst();
  return row ?? null;
}

export async function isSampleWorkspace(db: Db, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('workspaces')
    .select('is_sample')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return row?.is_sample === true;
}
