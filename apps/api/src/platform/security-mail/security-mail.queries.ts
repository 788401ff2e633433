import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export type Addressee = {
  email: string;
  display_name: string;
  /** The time zone of the user's first workspace. */
  time_zone: string | null;
  brand: string;
};

export async function getAddressee(db: Db, userId: string): Promise<Addressee> {
  const { rows } = await sql<Addressee>`
    SELECT u.email, u.display_name, i.name AS brand,
           (SELECT w.time_zone FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
            WHERE m.user_id = u.id AND m.status = 'active' ORDER BY w.name, w.id LIMIT 1) AS time_zone
    FROM users u, installation i WHERE u.id = ${userId}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('A security email needs an existing user');
  return row;
}
