import type { Db } from '#db/client.ts';

/** Where a member who is at work in a workspace gets e-mail; null for everybody else. */
export async function findAddressee(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
) {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select((eb) => [
      'users.email',
      'users.display_name as name',
      'workspaces.name as workspace',
      eb.or([eb('users.is_sample', '=', true), eb('workspaces.is_sample', '=', true)]).as('is_sample'),
    ])
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.user_id', '=', userId)
    .where('memberships.status', '=', 'active')
    .where('users.status', '=', 'active')
    .where('workspaces.archived_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
