import type { Db } from '#db/client.ts';

/** Whether the user can be a broker here: an active member who is not a client. */
export async function isStaffMember(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('role', '<>', 'CLIENT')
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}
