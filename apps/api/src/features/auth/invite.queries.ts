import type { Db } from '../../db/client.ts';

export async function getWorkspaceName(db: Db, workspaceId: string): Promise<string> {
  const row = await db
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.name;
}

/** Gives a customer record its login; false when it has one already or is gone. */
export async function attachLoginToCustomer(
  db: Db,
  { workspaceId, customerId, userId }: { workspaceId: string; customerId: string; userId: string },
): Promise<boolean> {
  const row = await db
    .updateTable('customers')
    .set({ user_id: userId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .where('user_id', 'is', null)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
