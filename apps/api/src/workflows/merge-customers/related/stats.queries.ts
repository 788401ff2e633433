import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Counts a customer's derived fields again from what they are derived from. */
export async function recountStats(
  db: Db,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<void> {
  const theirs = sql`workspace_id = ${workspaceId} AND customer_id = ${customerId}`;
  await sql`
    UPDATE customer_stats SET
      note_count = (SELECT count(*) FROM notes WHERE ${theirs} AND deleted_at IS NULL),
      open_task_count = (SELECT count(*) FROM tasks WHERE ${theirs} AND deleted_at IS NULL AND status <> 'done'),
      email_count = (SELECT count(*) FROM message_customers WHERE ${theirs}),
      activity_count = happened.count,
      last_activity_at = coalesce(happened.last_at, last_activity_at),
      last_contact_at = happened.last_contact_at
    FROM (SELECT count(*) AS count, max(occurred_at) AS last_at,
        max(occurred_at) FILTER (WHERE type IN ('email.sent', 'email.received', 'call.logged', 'meeting.logged')) AS last_contact_at
      FROM activities WHERE ${theirs}) AS happened
    WHERE ${theirs}`.execute(db);
}
