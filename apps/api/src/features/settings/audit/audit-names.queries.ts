import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/**
 * The current names of what the ids in entries of a log mean, by id, besides records: members, people with an
 * invitation, tags, fields, shared views and templates, imports, and the like. For the log of the installation, which
 * has no workspace, its people and workspaces.
 */
export async function listAuditNames(
  db: Db,
  { workspaceId, ids }: { workspaceId: string | null; ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const wanted = sql`ANY(${ids}::uuid[])`;
  const own = sql`workspace_id = ${workspaceId} AND id = ${wanted}`;
  const { rows } = await sql<{ id: string; name: string }>`${
    workspaceId === null
      ? sql`SELECT id, display_name AS name FROM users WHERE id = ${wanted}
          UNION ALL SELECT id, name FROM workspaces WHERE id = ${wanted}`
      : sql`SELECT users.id, users.display_name AS name FROM users
            JOIN memberships ON memberships.user_id = users.id AND memberships.workspace_id = ${workspaceId}
            WHERE users.id = ${wanted}
          UNION ALL SELECT id, email FROM one_time_links WHERE ${own} AND email IS NOT NULL
          UNION ALL SELECT id, name FROM tags WHERE ${own}
          UNION ALL SELECT id, name FROM sources WHERE ${own}
          UNION ALL SELECT id, name FROM custom_fields WHERE ${own}
          UNION ALL SELECT id, name FROM saved_views WHERE ${own} AND is_shared
          UNION ALL SELECT id, name FROM mail_templates WHERE ${own} AND owner_id IS NULL
          UNION ALL SELECT id, file_name FROM imports WHERE ${own}
          UNION ALL SELECT id, board FROM licenses WHERE ${own}
          UNION ALL SELECT id, url FROM webhooks WHERE ${own}
          UNION ALL SELECT session_id, name FROM api_keys
            WHERE workspace_id = ${workspaceId} AND session_id = ${wanted}`
  }`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
