import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** More than work in any one office. */
const maxPeople = 1_000;

export type ColleagueRow = {
  id: string;
  display_name: string;
  email: string;
  phone: string | null;
  photo_key: string | null;
  is_superadmin: boolean;
  role: 'STAFF' | 'ADMIN';
};

/** Active members except clients, by name. */
export async function listColleagues(db: Db, workspaceId: string): Promise<ColleagueRow[]> {
  const { rows } = await sql<ColleagueRow>`
    SELECT u.id, u.display_name, u.email, u.phone, u.photo_key, u.is_superadmin, m.role
    FROM memberships m JOIN users u ON u.id = m.user_id AND u.status = 'active'
    WHERE m.workspace_id = ${workspaceId} AND m.role <> 'CLIENT' AND m.status = 'active'
    ORDER BY lower(u.display_name), u.id LIMIT ${maxPeople}`.execute(db);
  return rows;
}

/** Active customers per broker; with `ofUserId` only for that broker. */
export async function countByBroker(
  db: Db,
  { workspaceId, ofUserId }: { workspaceId: string; ofUserId: string | null },
): Promise<Map<string, number>> {
  let query = db
    .selectFrom('customers')
    .select(['broker_id', sql<number>`count(*)::int`.as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('broker_id', 'is not', null)
    .groupBy('broker_id');
  if (ofUserId !== null) query = query.where('broker_id', '=', ofUserId);
  return new Map((await query.execute()).map((row) => [row.broker_id ?? '', row.count]));
}
