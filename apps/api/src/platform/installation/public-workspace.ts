import type { Db } from '#db/client.ts';

/**
 * The workspace that stands behind the public pages: the one the settings name, else the oldest; null
 * before there is any.
 */
export async function findPublicWorkspaceId(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('workspaces')
    .leftJoin('installation', 'installation.leads_workspace_id', 'workspaces.id')
    .select('workspaces.id')
    .where('workspaces.archived_at', 'is', null)
    .orderBy('installation.leads_workspace_id', (order) => order.asc().nullsLast())
    .orderBy('workspaces.created_at')
    .orderBy('workspaces.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
