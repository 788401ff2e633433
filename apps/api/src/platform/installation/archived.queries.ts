import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';

/** The condition by which a workspace, as a column names it, is worked in. */
export function isWorkedIn(column: string): RawBuilder<boolean> {
  return sql<boolean>`NOT EXISTS (SELECT FROM workspaces archived WHERE archived.id = ${sql.ref(column)} AND archived.archived_at IS NOT NULL)`;
}

/** Whether everything of a workspace rests. */
export async function isArchived(db: Db, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('workspaces')
    .select('archived_at')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return row?.archived_at != null;
}
