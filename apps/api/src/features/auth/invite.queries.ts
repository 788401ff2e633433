import type { Db } from '#db/client.ts';

/** Null where nobody can work. */
export async function findWorkspaceName(db: Db, workspaceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', workspaceId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row?.name ?? null;
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
