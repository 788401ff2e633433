import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';

/** Condition that the workspace in a column is not archived. */
export function isActiveWorkspace(column: string): RawBuilder<boolean> {
  return sql<boolean>`NOT EXISTS (SELECT FROM workspaces archived WHERE archived.id = ${sql.ref(column)} AND archived.archived_at IS NOT NULL)`;
}

/** Whether a workspace is archived. */
export async function isArchived(db: Db, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('workspaces')
    .select('archived_at')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return row?.archived_at != null;
}

/** Workspaces that are not archived, each with today's date in its time zone. */
export function listOpenWorkspaces(db: Db, now: Date) {
  return db
    .selectFrom('workspaces')
    .select(['id', sql<string>`((${now}::timestamptz AT TIME ZONE time_zone)::date)::text`.as('today')])
    .where('archived_at', 'is', null)
    .execute();
}
