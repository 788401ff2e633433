import type { Db } from '#db/client.ts';

/** The currency of the workspace's amounts. */
export async function getCurrency(db: Db, workspaceId: string): Promise<string> {
  const { currency } = await db
    .selectFrom('workspaces')
    .select('currency')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return currency;
}
