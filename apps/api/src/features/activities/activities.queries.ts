import type { ActivityType, subjectKinds } from '@handover/contract/activities.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import type { Position } from '../../lib/pagination.ts';
import { inCustomerScope } from '../../platform/customers/scope.ts';
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
  /** The customer of the entry, where the member may open it. */
  customer_id: string | null;
  customer_name: string | null;
};

/** Of a customer, of a business, or of the whole workspace since a time, as far as the member sees it. */
export type Timeline = {
  readonly of: { readonly customerId: string } | { readonly businessId: string } | { readonly since: Date };
  readonly types: readonly ActivityType[] | null;
};

/**
 * The timeline of a record whose access was checked, newest first. The page is cut first; what the
 * entries refer to is then read from the records as they are now.
 */
export async function listActivityRows(
  db: Db,
  member: Member,
  { of, types, after, limit }: Timeline & { after: Position | null; limit: number },
): Promise<ActivityRow[]> {
  const next = after === null ? sql`true` : sql`(a.occurred_at, a.id) < (${after[0]}, ${after[1]})`;
  const { rows } = await sql<ActivityRow>`
    WITH page AS (
      SELECT a.* FROM activities a
      WHERE ${inTimeline(member, { of, types })} AND ${next}
      ORDER BY a.occurred_at DESC, a.id DESC LIMIT ${limit}
    )
    SELECT page.id, page.type, page.subject_kind, page.subject_id, page.actor_id, users.display_name AS actor_name, page.detail, page.occurred_at, subjects.id AS customer_id, subjects.name AS customer_name,
           coalesce(tasks.title, messages.subject, imports.file_name, businesses.name, customers.name, merged.name) AS label,
           coalesce(left(notes.body, 600), left(tasks.description, 600), left(messages.text, 600), ${member.scope === 'client' ? sql`NULL` : sql`page.detail->>'reason'`}) AS body
    FROM page
    LEFT JOIN users ON users.id = page.actor_id
    LEFT JOIN customers AS subjects ON subjects.workspace_id = ${member.workspaceId} AND subjects.id = ANY(ARRAY(SELECT page.customer_id FROM page)) AND subjects.id = page.customer_id AND subjects.deleted_at IS NULL AND ${isOpenTo(member)}
    LEFT JOIN notes ON notes.workspace_id = ${member.workspaceId} AND notes.id = ANY(${subjectsOf('note')}) AND notes.id = page.subject_id AND notes.deleted_at IS NULL
    LEFT JOIN tasks ON tasks.workspace_id = ${member.workspaceId} AND tasks.id = ANY(${subjectsOf('task')}) AND tasks.id = page.subject_id AND tasks.deleted_at IS NULL AND (${member.scope !== 'client'} OR tasks.audience = 'client')
    LEFT JOIN messages ON messages.workspace_id = ${member.workspaceId} AND messages.id = ANY(${subjectsOf('message')}) AND messages.id = page.subject_id
    LEFT JOIN imports ON imports.workspace_id = ${member.workspaceId} AND imports.id = ANY(${subjectsOf('import')}) AND imports.id = page.subject_id
    LEFT JOIN businesses ON businesses.workspace_id = ${member.workspaceId} AND businesses.id = ANY(${subjectsOf('business')}) AND businesses.id = page.subject_id AND businesses.deleted_at IS NULL AND ${isStillTheirs(member)}
    LEFT JOIN customers ON customers.workspace_id = ${member.workspaceId} AND customers.id = ANY(${subjectsOf('customer')}) AND customers.id = page.subject_id AND ${isTheirsToName(member)}
    LEFT JOIN merges ON merges.workspace_id = ${member.workspaceId} AND merges.id = ANY(${subjectsOf('merge')}) AND merges.id = page.subject_id
    LEFT JOIN customers AS merged ON merged.workspace_id = merges.workspace_id AND merged.id = merges.merged_id AND ${isStillMerged(member)}
    ORDER BY page.occurred_at DESC, page.id DESC ${keptFor(of)}`.execute(db);
  return rows;
}

export async function countActivities(db: Db, member: Member, timeline: Timeline): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM activities a WHERE ${inTimeline(member, timeline)} ${keptFor(timeline.of)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The subjects of a kind that the page has, looked up together. */
function subjectsOf(kind: ActivityRow['subject_kind']): RawBuilder<unknown> {
  return sql`ARRAY(SELECT page.subject_id FROM page WHERE page.subject_kind = ${sql.lit(kind)})`;
}

/** One plan serves every record; how much has happened since a time decides another. */
function keptFor(of: Timeline['of']): RawBuilder<unknown> {
  return 'since' in of ? sql`` : prepared;
}

function inTimeline(member: Member, { of, types }: Timeline): RawBuilder<unknown> {
  const ofTypes = types === null ? sql`true` : sql`a.type = ANY(${[...types]}::text[])`;
  return sql`a.workspace_id = ${member.workspaceId} AND ${ofRecord(member, of)} AND ${ofTypes} AND ${forAudience(member)}`;
}

function ofRecord(member: Member, of: Timeline['of']): RawBuilder<unknown> {
  if ('customerId' in of) return sql`a.customer_id = ${of.customerId}`;
  if ('businessId' in of) return sql`a.subject_kind = 'business' AND a.subject_id = ${of.businessId}`;
  return sql`a.occurred_at >= ${of.since} AND ${inFeed(member)}`;
}

/** All of the workspace, or what belongs to the member's own customers and businesses. */
function inFeed(member: Member): RawBuilder<unknown> {
  if (member.scope === 'all') return sql`true`;
  return sql`(a.customer_id IN (SELECT customers.id FROM customers WHERE ${inCustomerScope(member)} AND customers.deleted_at IS NULL)
    OR a.subject_kind = 'business' AND a.subject_id IN (
      SELECT businesses.id FROM businesses WHERE businesses.workspace_id = ${member.workspaceId} AND businesses.broker_id = ${member.userId}))`;
}

/** Who sees only some customers does not learn the names of others through a business of theirs. */
function isOpenTo(member: Member): RawBuilder<unknown> {
  if (member.scope === 'all') return sql`true`;
  return member.scope === 'own'
    ? sql`subjects.broker_id = ${member.userId}`
    : sql`subjects.user_id = ${member.userId}`;
}

/** A business may have gone to another owner since: who sees only some customers does not learn its name. */
function isStillTheirs(member: Member): RawBuilder<unknown> {
  if (member.scope === 'all') return sql`true`;
  return sql`(businesses.owner_id = page.customer_id OR businesses.broker_id = ${member.userId})`;
}

/** Entries of memberships are about another customer: who sees only some of them does not learn the others' names. */
function isTheirsToName(member: Member): RawBuilder<unknown> {
  if (member.scope === 'all') return sql`true`;
  return sql`(customers.id = page.customer_id OR ${inCustomerScope(member)})`;
}

/** A customer who has left again may be somebody else's: who sees only some customers does not learn the name. */
function isStillMerged(member: Member): RawBuilder<unknown> {
  if (member.scope === 'all') return sql`true`;
  return sql`(merges.undone_at IS NULL OR merged.broker_id = ${member.userId})`;
}

/** Clients see what is meant for them. Of mail, staff see what is in shared mailboxes and in their own. */
function forAudience(member: Member): RawBuilder<unknown> {
  if (member.scope === 'client') return sql`a.audience = 'client'`;
  return sql`(a.audience <> 'mailbox' OR EXISTS (
    SELECT FROM messages m JOIN mailboxes b ON b.workspace_id = m.workspace_id AND b.id = m.mailbox_id
    WHERE m.workspace_id = a.workspace_id AND m.id = a.subject_id AND (b.owner_id IS NULL OR b.owner_id = ${member.userId})))`;
}
