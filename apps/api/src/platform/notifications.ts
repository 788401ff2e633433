import type { NotificationType } from '@handover/contract/notifications.ts';
import { newId } from '../lib/ids.ts';
import type { Work } from './work.ts';

export type NewNotification = {
  readonly workspaceId: string;
  readonly userIds: readonly string[];
  readonly type: NotificationType;
  readonly title: string;
  readonly customerId: string | null;
};

/** Tells members of a workspace, in the transaction of what they are told of. */
export async function notify(
  work: Work,
  { workspaceId, userIds, type, title, customerId }: NewNotification,
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = [...new Set(userIds)].map((userId) => ({
    workspace_id: workspaceId,
    id: newId(),
    user_id: userId,
    type,
    title,
    customer_id: customerId,
    created_at: work.now,
  }));
  await work.db.insertInto('notifications').values(rows).execute();
  for (const row of rows)
    work.publish({ workspaceId, noun: 'notification', id: row.id, userId: row.user_id });
}

/**
 * Brings what a member was told of a customer, and has not read, to the top again instead of telling it
 * once more. False when there is nothing like it.
 */
export async function renewUnread(
  work: Work,
  { workspaceId, userId, type, customerId }: Omit<NewNotification, 'userIds' | 'title'> & { userId: string },
): Promise<boolean> {
  const renewed = await work.db
    .updateTable('notifications')
    .set({ created_at: work.now })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('customer_id', '=', customerId)
    .where('read_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of renewed) work.publish({ workspaceId, noun: 'notification', id, userId });
  return renewed.length > 0;
}
