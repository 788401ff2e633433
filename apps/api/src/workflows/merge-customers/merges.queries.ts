import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import type { StoredRow } from './fields.ts';
import { selectMainPoints } from './contact-points.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { TimelineSubject } from '#platform/records/timeline.ts';

/** Merges in timelines, by the name of the merged customer; after an undo that customer is out of some readers' scope again. */
export const mergeSubject: TimelineSubject = {
  kind: 'merge',
  table: 'merges',
  view: ({ scope, userId }) => ({
    joins: sql`JOIN customers ON customers.workspace_id = merges.workspace_id AND customers.id = merges.merged_id`,
    label: sql`customers.name`,
    condition:
      scope === 'all' ? sql`true` : sql`(merges.undone_at IS NULL OR customers.broker_id = ${userId})`,
  }),
};

/** The version of the survivor after a merge: later merges have higher versions. */
const versionAfter = sql<number>`(merges.survivor_after->>'version')::int`;

/** Locks customers that the member may read until the transaction ends, always in the same order. */
export async function lockCustomers(
  db: Db,
  member: Member,
  ids: readonly string[],
): Promise<readonly { id: string }[]> {
  return db
    .selectFrom('customers')
    .select('id')
    .where('customers.id', 'in', [...ids])
    .where(inCustomerScope(member))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A merge with the names of those concerned, if the member may read its survivor; undefined otherwise. */
export async function findMerge(db: Db, member: Member, mergeId: string) {
  return db
    .selectFrom('merges')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'merges.workspace_id')
        .onRef('customers.id', '=', 'merges.survivor_id'),
    )
    .innerJoin('customers as merged', (join) =>
      join
        .onRef('merged.workspace_id', '=', 'merges.workspace_id')
        .onRef('merged.id', '=', 'merges.merged_id'),
    )
    .innerJoin('users as maker', 'maker.id', 'merges.created_by')
    .leftJoin('users as undoer', 'undoer.id', 'merges.undone_by')
    .select([
      'merges.id',
      'merges.survivor_id',
      'merges.merged_id',
      'merges.fields',
      'merges.unrestored_fields',
      sql<StoredRow>`merges.survivor_before`.as('survivor_before'),
      sql<StoredRow>`merges.survivor_after`.as('survivor_after'),
      sql<StoredRow>`merges.merged_before`.as('merged_before'),
      'merges.created_by',
      'merges.created_at',
      'merges.undone_by',
      'merges.undone_at',
      versionAfter.as('version_after'),
      'customers.name as survivor_name',
      'customers.deleted_at as survivor_deleted_at',
      'customers.merged_into as survivor_merged_into',
      'merged.name as merged_name',
      'maker.display_name as maker_name',
      'undoer.display_name as undoer_name',
    ])
    .where('merges.workspace_id', '=', member.workspaceId)
    .where('merges.id', '=', mergeId)
    .where(inCustomerScope(member))
    .executeTakeFirst();
}

/** Names of users by id. */
export async function findUserNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.display_name]));
}

/** The merge that a customer is currently merged by. */
export function findActiveMerge(db: Db, workspaceId: string, mergedId: string) {
  return selectActiveMerges(db, workspaceId).where('merges.merged_id', '=', mergedId).executeTakeFirst();
}

/** The last merge into a customer since it had this version. */
export function findNewerMerge(
  db: Db,
  { workspaceId, survivorId, version }: { workspaceId: string; survivorId: string; version: number },
) {
  return selectActiveMerges(db, workspaceId)
    .where('merges.survivor_id', '=', survivorId)
    .where(versionAfter, '>', version)
    .orderBy(versionAfter, 'desc')
    .limit(1)
    .executeTakeFirst();
}

function selectActiveMerges(db: Db, workspaceId: string) {
  return db
    .selectFrom('merges')
    .innerJoin('customers as merged', (join) =>
      join
        .onRef('merged.workspace_id', '=', 'merges.workspace_id')
        .onRef('merged.id', '=', 'merges.merged_id'),
    )
    .innerJoin('customers as survivor', (join) =>
      join
        .onRef('survivor.workspace_id', '=', 'merges.workspace_id')
        .onRef('survivor.id', '=', 'merges.survivor_id'),
    )
    .select([
      'merges.id',
      'merges.survivor_id',
      'merges.merged_id',
      'merged.name as merged_name',
      'survivor.name as survivor_name',
    ])
    .where('merges.workspace_id', '=', workspaceId)
    .where('merges.undone_at', 'is', null);
}

/** Locks a merge that was not undone; undefined if there is none. */
export function lockActiveMerge(db: Db, { workspaceId, mergeId }: { workspaceId: string; mergeId: string }) {
  return db
    .selectFrom('merges')
    .select(['survivor_id', 'merged_id'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', mergeId)
    .where('undone_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** How many contact details and logins a merge gave to the survivor, from its stored data. */
export async function countMovedParts(
  db: Db,
  { workspaceId, mergeId }: { workspaceId: string; mergeId: string },
): Promise<{ contactPoints: number; logins: number }> {
  const { rows } = await sql<{ contactPoints: number; logins: number }>`
    SELECT jsonb_array_length(contact_points_after) - jsonb_array_length(contact_points_before)
        + (SELECT count(*)::int FROM ${selectMainPoints('survivor_after')}) - (SELECT count(*)::int FROM ${selectMainPoints('survivor_before')}) AS "contactPoints",
      (survivor_after->>'user_id' IS DISTINCT FROM survivor_before->>'user_id')::int AS logins
    FROM merges WHERE workspace_id = ${workspaceId} AND id = ${mergeId}`.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('A count without a row');
  return counts;
}

/** Whether one of these is an account with members. */
export async function hasMembers(
  db: Db,
  { workspaceId, customerIds }: { workspaceId: string; customerIds: readonly string[] },
): Promise<boolean> {
  const row = await db
    .selectFrom('corporate_members')
    .select('member_id')
    .where('workspace_id', '=', workspaceId)
    .where('corporate_id', 'in', [...customerIds])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a customer is a member of an account other than the one they are merged with. */
export async function isMemberElsewhere(
  db: Db,
  { workspaceId, memberId, mergedWith }: { workspaceId: string; memberId: string; mergedWith: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('corporate_members')
    .select('corporate_id')
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .where('corporate_id', '<>', mergedWith)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
