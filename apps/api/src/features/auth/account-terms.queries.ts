import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Names of the brokerage that a password must not be made of: the installation's, and those of workspaces. */
export async function listBrokerageNames(
  db: Db,
  { userId, workspaceId }: { userId?: string; workspaceId?: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM installation
    UNION SELECT w.name FROM workspaces w
    WHERE w.id = ${workspaceId ?? null}::uuid
       OR w.id IN (SELECT m.workspace_id FROM memberships m WHERE m.user_id = ${userId ?? null}::uuid)`.execute(
    db,
  );
  return rows.map((row) => row.name);
}
