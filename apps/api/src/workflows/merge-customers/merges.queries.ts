import type { MovedCounts } from '@handover/contract/merges.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import type { StoredRow } from './fields.ts';
import { mainPoints } from './contact-points.queries.ts';
import type { Member } from '#platform/session/actor.ts';

/** The version that a merge gave to its survivor: later merges have higher ones. */
const versionAfter = sql<number>`(merges.survivor_after->>'version')::int`;

/** Locks customers that the member may read until the transaction ends, in one order whoever asks. */
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

/** The merge by which a customer is part of another now. */
export function findActiveMerge(db: Db, workspaceId: string, mergedId: string) {
  return activeMerges(db, workspaceId).where('merges.merged_id', '=', mergedId).executeTakeFirst();
}

/** The last merge into a customer since it had this version. */
export function findNewerMerge(
  db: Db,
  { workspaceId, survivorId, version }: { workspaceId: string; survivorId: string; version: number },
) {
  return activeMerges(db, workspaceId)
    .where('merges.survivor_id', '=', survivorId)
    .where(versionAfter, '>', version)
    .orderBy(versionAfter, 'desc')
    .limit(1)
    .executeTakeFirst();
}

function activeMerges(db: Db, workspaceId: string) {
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

/** How much of each kind a customer has; a merge moves all of it. */
export async function countRelatedRows(
  db: Db,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<Omit<MovedCounts, 'contactPoints' | 'logins'>> {
  const theirs = sql`workspace_id = ${workspaceId} AND customer_id = ${customerId}`;
  const { rows } = await sql<Omit<MovedCounts, 'contactPoints' | 'logins'>>`
    SELECT
      (SELECT count(*)::int FROM activities WHERE ${theirs}) AS activities,
      (SELECT count(*)::int FROM notes WHERE ${theirs} AND deleted_at IS NULL) AS notes,
      (SELECT count(*)::int FROM tasks WHERE ${theirs} AND deleted_at IS NULL) AS tasks,
      (SELECT count(*)::int FROM message_customers WHERE ${theirs}) AS emails,
      (SELECT count(*)::int FROM message_customers m JOIN message_attachments a ON a.workspace_id = m.workspace_id AND a.message_id = m.message_id
        WHERE m.workspace_id = ${workspaceId} AND m.customer_id = ${customerId}) AS files,
      (SELECT count(*)::int FROM businesses WHERE workspace_id = ${workspaceId} AND owner_id = ${customerId} AND deleted_at IS NULL) AS businesses,
      (SELECT count(*)::int FROM customer_tags WHERE ${theirs}) AS tags,
      (SELECT count(*)::int FROM corporate_members WHERE workspace_id = ${workspaceId} AND ${customerId}::uuid IN (corporate_id, member_id)) AS memberships`.execute(
    db,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('A count without a row');
  return counts;
}

/** The same of a merge that was made, from what it kept. */
export async function countMoved(
  db: Db,
  { workspaceId, mergeId }: { workspaceId: string; mergeId: string },
): Promise<MovedCounts> {
  const { rows } = await sql<MovedCounts>`
    WITH pieces AS (SELECT kind, record_id FROM merge_pieces WHERE workspace_id = ${workspaceId} AND merge_id = ${mergeId})
    SELECT count(*) FILTER (WHERE kind = 'activity')::int AS activities,
      (SELECT count(*)::int FROM pieces JOIN notes ON notes.workspace_id = ${workspaceId} AND notes.id = record_id WHERE pieces.kind = 'note' AND deleted_at IS NULL) AS notes,
      (SELECT count(*)::int FROM pieces JOIN tasks ON tasks.workspace_id = ${workspaceId} AND tasks.id = record_id WHERE pieces.kind = 'task' AND deleted_at IS NULL) AS tasks,
      count(*) FILTER (WHERE kind = 'message')::int AS emails,
      (SELECT count(*)::int FROM pieces JOIN message_attachments a ON a.workspace_id = ${workspaceId} AND a.message_id = record_id WHERE pieces.kind = 'message') AS files,
      (SELECT count(*)::int FROM pieces JOIN businesses ON businesses.workspace_id = ${workspaceId} AND businesses.id = record_id WHERE pieces.kind = 'business' AND deleted_at IS NULL) AS businesses,
      count(*) FILTER (WHERE kind = 'tag')::int AS tags,
      count(*) FILTER (WHERE kind IN ('member', 'membership'))::int AS memberships,
      (SELECT jsonb_array_length(contact_points_after) - jsonb_array_length(contact_points_before)
        + (SELECT count(*)::int FROM ${mainPoints('survivor_after')}) - (SELECT count(*)::int FROM ${mainPoints('survivor_before')})
        FROM merges WHERE workspace_id = ${workspaceId} AND id = ${mergeId}) AS "contactPoints",
      (SELECT (survivor_after->>'user_id' IS DISTINCT FROM survivor_before->>'user_id')::int FROM merges WHERE workspace_id = ${workspaceId} AND id = ${mergeId}) AS logins
    FROM pieces`.execute(db);
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
