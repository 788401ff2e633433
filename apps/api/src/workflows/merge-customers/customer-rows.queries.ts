import { parseCustomFieldKey } from '@handover/contract/records/custom-filter.ts';
import type { MergeField } from '@handover/contract/records/merges.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { restoreSource } from '#features/customers/customers.public.ts';
import {
  addContactPoints,
  selectContactPoints,
  removeAddedContactPoints,
  restoreContactPoints,
} from './contact-points.queries.ts';
import { listColumns } from './fields.ts';
import { brokerIfStaff } from '#platform/session/brokers.queries.ts';
import type { MergeKey } from '#platform/records/merge/related-rows.queries.ts';

/** Stores both rows before anything is changed. */
export async function insertMerge(
  db: Db,
  key: MergeKey,
  { fields, userId, now }: { fields: readonly MergeField[]; userId: string; now: Date },
): Promise<void> {
  const { workspaceId, mergeId, survivorId, mergedId } = key;
  const points = selectContactPoints(key);
  await sql`
    INSERT INTO merges (workspace_id, id, survivor_id, merged_id, fields, survivor_before, survivor_after, merged_before, contact_points_before, contact_points_after, created_by, created_at)
    SELECT ${workspaceId}::uuid, ${mergeId}::uuid, ${survivorId}::uuid, ${mergedId}::uuid, ${[...fields]}::text[],
      to_jsonb(customers), to_jsonb(customers), to_jsonb(merged), ${points}, ${points}, ${userId}::uuid, ${now}
    FROM customers JOIN customers AS merged ON merged.workspace_id = ${workspaceId} AND merged.id = ${mergedId}
    WHERE customers.workspace_id = ${workspaceId} AND customers.id = ${survivorId}`.execute(db);
}

/**
 * Hides the merged customer. It loses its login, and its photo if the survivor has none, because the survivor gets
 * them.
 */
export async function hideMerged(db: Db, key: MergeKey, now: Date): Promise<void> {
  const { workspaceId, survivorId, mergedId } = key;
  await sql`
    UPDATE customers AS merged SET deleted_at = ${now}, merged_into = ${survivorId}, user_id = NULL,
      photo_key = CASE WHEN survivor.photo_key IS NULL THEN NULL ELSE merged.photo_key END,
      version = merged.version + 1, updated_at = ${now}
    FROM customers AS survivor
    WHERE merged.workspace_id = ${workspaceId} AND merged.id = ${mergedId} AND survivor.workspace_id = ${workspaceId} AND survivor.id = ${survivorId}`.execute(
    db,
  );
}

/**
 * Gives the survivor the values chosen from the other, the contact points, login, and photo that it lacks, and any
 * opt-out.
 */
export async function enrichSurvivor(
  db: Db,
  key: MergeKey,
  { fields, now }: { fields: readonly MergeField[]; now: Date },
): Promise<void> {
  const { workspaceId, mergeId, survivorId } = key;
  await sql`
    UPDATE customers SET ${assign(workspaceId, fields)} user_id = coalesce(customers.user_id, given.user_id),
      photo_key = coalesce(customers.photo_key, given.photo_key), unsubscribed_at = least(customers.unsubscribed_at, given.unsubscribed_at), version = customers.version + 1, updated_at = ${now}
    FROM merges, jsonb_populate_record(NULL::customers, merges.merged_before) AS given
    WHERE merges.workspace_id = ${workspaceId} AND merges.id = ${mergeId}
      AND customers.workspace_id = ${workspaceId} AND customers.id = ${survivorId}`.execute(db);
  await addContactPoints(db, key);
  await sql`
    UPDATE merges SET survivor_after = to_jsonb(customers), contact_points_after = ${selectContactPoints(key)} FROM customers
    WHERE merges.workspace_id = ${workspaceId} AND merges.id = ${mergeId}
      AND customers.workspace_id = ${workspaceId} AND customers.id = ${survivorId}`.execute(db);
}

/** Data to compare for the undo: rows and contact points before, after, and now. */
export type Snapshots = {
  readonly fields: MergeField[];
  readonly after: Readonly<Record<string, unknown>>;
  readonly now: Readonly<Record<string, unknown>>;
  readonly has_same_points: boolean;
};

export async function readSnapshots(db: Db, key: MergeKey): Promise<Snapshots> {
  const { workspaceId, mergeId, survivorId } = key;
  const { rows } = await sql<Snapshots>`
    SELECT merges.fields, survivor_after || ${namesToday(workspaceId, sql`survivor_after`)} AS after, to_jsonb(customers) || ${namesToday(workspaceId, sql`to_jsonb(customers)`)} AS now, contact_points_after = ${selectContactPoints(key)} AS has_same_points
    FROM merges JOIN customers ON customers.workspace_id = ${workspaceId} AND customers.id = ${survivorId}
    WHERE merges.workspace_id = ${workspaceId} AND merges.id = ${mergeId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The merge to undo no longer exists');
  return row;
}

/** Restores the survivor's own values, except those that people have changed since. */
export async function restoreSurvivor(
  db: Db,
  key: MergeKey,
  { fields, hasSamePoints, now }: { fields: readonly MergeField[]; hasSamePoints: boolean; now: Date },
): Promise<void> {
  const { workspaceId, mergeId, survivorId } = key;
  const ownAgain = (column: 'user_id' | 'photo_key' | 'unsubscribed_at'): RawBuilder<unknown> =>
    sql`${sql.ref(column)} = CASE WHEN customers.${sql.ref(column)} IS NOT DISTINCT FROM after.${sql.ref(column)} THEN given.${sql.ref(column)} ELSE customers.${sql.ref(column)} END`;
  await sql`
    UPDATE customers SET ${assign(workspaceId, fields)} ${ownAgain('user_id')}, ${ownAgain('photo_key')}, ${ownAgain('unsubscribed_at')}, version = customers.version + 1, updated_at = ${now}
    FROM merges, jsonb_populate_record(NULL::customers, merges.survivor_before) AS given,
      jsonb_populate_record(NULL::customers, merges.survivor_after) AS after
    WHERE merges.workspace_id = ${workspaceId} AND merges.id = ${mergeId}
      AND customers.workspace_id = ${workspaceId} AND customers.id = ${survivorId}`.execute(db);
  await (hasSamePoints ? restoreContactPoints(db, key) : removeAddedContactPoints(db, key));
}

/**
 * Restores the merged customer; a customer who unsubscribed in the meantime, through either link, stays unsubscribed.
 */
export async function restoreMerged(db: Db, key: MergeKey, now: Date): Promise<void> {
  const { workspaceId, mergeId, survivorId, mergedId } = key;
  await sql`
    UPDATE customers SET deleted_at = NULL, merged_into = NULL, version = customers.version + 1, updated_at = ${now},
      user_id = given.user_id,
      photo_key = (SELECT key FROM photos WHERE key = given.photo_key
        AND NOT EXISTS (SELECT FROM customers AS other WHERE other.workspace_id = ${workspaceId} AND other.photo_key = given.photo_key AND other.id <> ${mergedId})),
      unsubscribed_at = coalesce(customers.unsubscribed_at, (SELECT survivor.unsubscribed_at FROM customers AS survivor
        WHERE survivor.workspace_id = ${workspaceId} AND survivor.id = ${survivorId}
          AND survivor.unsubscribed_at >= merges.created_at))
    FROM merges, jsonb_populate_record(NULL::customers, merges.merged_before) AS given
    WHERE merges.workspace_id = ${workspaceId} AND merges.id = ${mergeId}
      AND customers.workspace_id = ${workspaceId} AND customers.id = ${mergedId}`.execute(db);
}

export async function markUndone(
  db: Db,
  { workspaceId, mergeId }: MergeKey,
  { userId, storedFields, now }: { userId: string; storedFields: readonly string[]; now: Date },
): Promise<void> {
  await db
    .updateTable('merges')
    .set({ undone_by: userId, undone_at: now, unrestored_fields: [...storedFields] })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', mergeId)
    .execute();
}

function assign(workspaceId: string, fields: readonly MergeField[]): RawBuilder<unknown> {
  const columns = fields.flatMap((field) => [...listColumns(field)]);
  const fieldIds = fields.flatMap((field) => parseCustomFieldKey(field) ?? []);
  const custom = sql`custom = known_custom(${workspaceId}, customers.custom || (
    SELECT jsonb_object_agg(field_id, coalesce(given.custom -> field_id, 'null')) FROM unnest(${fieldIds}::text[]) AS field_id)),`;
  return sql.join(
    [
      ...columns.map((column) => sql`${sql.ref(column)} = ${selectGivenValue(workspaceId, column)},`),
      ...(fieldIds.length === 0 ? [] : [custom]),
    ],
    sql` `,
  );
}

/** The value that the survivor gets: a broker only if still on the staff, a plan or source by its current name. */
function selectGivenValue(workspaceId: string, column: string): RawBuilder<unknown> {
  const value = sql.ref(`given.${column}`);
  if (column === 'broker_id') return brokerIfStaff(workspaceId, value);
  if (column === 'source') return restoreSource(workspaceId, value);
  return column === 'plan_name' ? sql`(known_plan(${value})).name` : value;
}

/** A renamed plan or source is still the same. */
function namesToday(workspaceId: string, row: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`jsonb_build_object('plan_name', (known_plan(${row} ->> 'plan_name')).name,
    'source', coalesce(known_source(${workspaceId}, ${row} ->> 'source'), ${row} ->> 'source'))`;
}
