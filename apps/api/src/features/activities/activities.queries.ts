import type { ActivityType, subjectKinds } from '@handover/contract/activities.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Position } from '../../lib/pagination.ts';
import type { Member } from '../../platform/session/actor.ts';

export type ActivityRow = {
  id: string;
  type: ActivityType;
  subject_kind: (typeof subjectKinds)[number];
  subject_id: string;
  actor_id: string | null;
  actor_name: string | null;
  detail: Record<string, unknown>;
  occurred_at: Date;
  label: string | null;
  body: string | null;
};

type Timeline = { customerId: string; types: readonly ActivityType[] | null };

/**
 * The timeline of a customer whose access was checked, newest first. The page is cut first; what the
 * entries refer to is then read from the records as they are now.
 */
export async function listActivityRows(
  db: Db,
  member: Member,
  { customerId, types, after, limit }: Timeline & { after: Position | null; limit: number },
): Promise<ActivityRow[]> {
  const next = after === null ? sql`true` : sql`(a.occurred_at, a.id) < (${after[0]}, ${after[1]})`;
  const { rows } = await sql<ActivityRow>`
    WITH page AS (
      SELECT a.* FROM activities a
      WHERE ${inTimeline(member, { customerId, types })} AND ${next}
      ORDER BY a.occurred_at DESC, a.id DESC LIMIT ${limit}
    )
    SELECT page.id, page.type, page.subject_kind, page.subject_id, page.actor_id, users.display_name AS actor_name, page.detail, page.occurred_at,
           coalesce(tasks.title, messages.subject, imports.file_name, customers.name) AS label,
           coalesce(left(notes.body, 600), left(tasks.description, 600), left(messages.text, 600)) AS body
    FROM page
    LEFT JOIN users ON users.id = page.actor_id
    LEFT JOIN notes ON page.subject_kind = 'note' AND notes.workspace_id = page.workspace_id AND notes.id = page.subject_id AND notes.deleted_at IS NULL
    LEFT JOIN tasks ON page.subject_kind = 'task' AND tasks.workspace_id = page.workspace_id AND tasks.id = page.subject_id AND tasks.deleted_at IS NULL AND (${member.scope !== 'client'} OR tasks.audience = 'client')
    LEFT JOIN messages ON page.subject_kind = 'message' AND messages.workspace_id = page.workspace_id AND messages.id = page.subject_id
    LEFT JOIN imports ON page.subject_kind = 'import' AND imports.workspace_id = page.workspace_id AND imports.id = page.subject_id
    LEFT JOIN customers ON page.subject_kind = 'customer' AND customers.workspace_id = page.workspace_id AND customers.id = page.subject_id
    ORDER BY page.occurred_at DESC, page.id DESC`.execute(db);
  return rows;
}

export async function countActivities(db: Db, member: Member, timeline: Timeline): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM activities a WHERE ${inTimeline(member, timeline)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function inTimeline(member: Member, { customerId, types }: Timeline): RawBuilder<unknown> {
  const ofTypes = types === null ? sql`true` : sql`a.type = ANY(${[...types]}::text[])`;
  return sql`a.workspace_id = ${member.workspaceId} AND a.customer_id = ${customerId} AND ${ofTypes} AND ${forAudience(member)}`;
}

/** Clients see what is meant for them. Of mail, staff see what is in shared mailboxes and in their own. */
function forAudience(member: Member): RawBuilder<unknown> {
  if (member.scope === 'client') return sql`a.audience = 'client'`;
  return sql`(a.audience <> 'mailbox' OR EXISTS (
    SELECT FROM messages m JOIN mailboxes b ON b.workspace_id = m.workspace_id AND b.id = m.mailbox_id
    WHERE m.workspace_id = a.workspace_id AND m.id = a.subject_id AND (b.owner_id IS NULL OR b.owner_id = ${member.userId})))`;
}
