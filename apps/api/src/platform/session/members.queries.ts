import type { Db } from '#db/client.ts';

/** Whether the user is an active staff member, who can be a broker. */
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
