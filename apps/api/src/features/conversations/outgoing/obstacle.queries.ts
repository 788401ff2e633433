import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** What has happened to the customer since a person had the message sent. */
export type Obstacle = 'bin' | 'ban' | 'unsubscribed';

/** Why a message must not leave any more, or null. Who was banned before can still be written to. */
export async function findObstacle(
  db: Db,
  { workspaceId, messageId }: { workspaceId: string; messageId: string },
): Promise<Obstacle | null> {
  const { rows } = await sql<{ obstacle: Obstacle }>`
    SELECT CASE WHEN c.deleted_at IS NOT NULL THEN 'bin' WHEN m.is_bulk AND c.unsubscribed_at IS NOT NULL THEN 'unsubscribed' ELSE 'ban' END AS obstacle
    FROM message_customers mc
    JOIN messages m ON m.workspace_id = mc.workspace_id AND m.id = mc.message_id
    JOIN customers c ON c.workspace_id = mc.workspace_id AND c.id = mc.customer_id
    WHERE mc.workspace_id = ${workspaceId} AND mc.message_id = ${messageId}
      AND (c.deleted_at IS NOT NULL OR (m.is_bulk AND c.unsubscribed_at IS NOT NULL) OR (c.status = 'banned' AND ${lastOf(sql`a.type = 'customer.banned'`)}
        >= ${lastOf(sql`a.type = 'email.queued' AND a.subject_id = mc.message_id`)}))
    LIMIT 1`.execute(db);
  return rows[0]?.obstacle ?? null;
}

function lastOf(what: ReturnType<typeof sql>): ReturnType<typeof sql> {
  return sql`(SELECT max(a.occurred_at) FROM activities a
    WHERE a.workspace_id = c.workspace_id AND a.customer_id = c.id AND ${what})`;
}
