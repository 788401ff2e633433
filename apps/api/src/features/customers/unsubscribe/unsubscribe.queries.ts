import type { Db } from '#db/client.ts';

type Key = { readonly workspaceId: string; readonly customerId: string };

/** A customer's subscription and the workspace's name; null for an unknown customer. */
export async function findSubscription(
  db: Db,
  { workspaceId, customerId }: Key,
): Promise<{ workspaceName: string; isUnsubscribed: boolean } | null> {
  const row = await db
    .selectFrom('customers')
    .innerJoin('workspaces', 'workspaces.id', 'customers.workspace_id')
    .select(['workspaces.name', 'customers.unsubscribed_at'])
    .where('customers.workspace_id', '=', workspaceId)
    .where('customers.id', '=', customerId)
    .executeTakeFirst();
  return row === undefined ? null : { workspaceName: row.name, isUnsubscribed: row.unsubscribed_at !== null };
}

/** False if unchanged. The version stays, because no form contains this field. */
export async function setUnsubscribedAt(
  db: Db,
  { workspaceId, customerId }: Key,
  unsubscribedAt: Date | null,
): Promise<boolean> {
  const row = await db
    .updateTable('customers')
    .set({ unsubscribed_at: unsubscribedAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .where('unsubscribed_at', unsubscribedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
