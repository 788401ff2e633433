import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { MergeKey } from '#platform/records/merge/related-rows.queries.ts';

/** The rows of `customer_contact_points` of the survivor, as a merge stores them. */
export function selectContactPoints({ workspaceId, survivorId }: MergeKey): RawBuilder<unknown> {
  return sql`(SELECT coalesce(jsonb_agg(to_jsonb(p) ORDER BY p.position), '[]') FROM customer_contact_points p
    WHERE p.workspace_id = ${workspaceId} AND p.customer_id = ${survivorId})`;
}

/** Email, phone, and address from the fields of a customer stored as JSON: `(kind, value, value_key)`. */
export function selectMainPoints(
  json: 'survivor_before' | 'survivor_after' | 'merged_before' | 'current',
): RawBuilder<unknown> {
  const r = sql.ref(json);
  return sql`(SELECT kind, value, value_key FROM (VALUES
      ('email', ${r}->>'email', ${r}->>'email_key'),
      ('phone', ${r}->>'phone', coalesce(${r}->>'phone_key', lower(${r}->>'phone'))),
      ('address', ${selectAddress(r)}, lower(${selectAddress(r)}))
    ) AS main (kind, value, value_key) WHERE value <> '')`;
}

/** An address in one line. */
function selectAddress(r: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`concat_ws(', ', ${r}->>'address_line1', ${r}->>'address_line2', ${r}->>'city',
    nullif(concat_ws(' ', ${r}->>'region', ${r}->>'postal_code'), ''), ${r}->>'country')`;
}

/**
 * Gives the survivor the values that it lacks: first the previous values of both customers' fields, then the other's
 * further ones.
 */
export async function addContactPoints(db: Db, key: MergeKey): Promise<void> {
  const { workspaceId, mergeId, survivorId, mergedId } = key;
  const theirs = sql`workspace_id = ${workspaceId} AND customer_id = ${survivorId}`;
  const ofMerge = sql`merges.workspace_id = ${workspaceId} AND merges.id = ${mergeId}`;
  await sql`
    DELETE FROM customer_contact_points WHERE ${theirs} AND (kind, value_key) IN (
      SELECT kind, value_key FROM ${selectCurrentPoints(key)})`.execute(db);
  await sql`
    WITH offered AS (
      SELECT 0 AS rank, 0 AS position, kind, '' AS label, value, value_key FROM merges CROSS JOIN LATERAL ${selectMainPoints('survivor_before')} AS main WHERE ${ofMerge}
      UNION ALL SELECT 1, 0, kind, '', value, value_key FROM merges CROSS JOIN LATERAL ${selectMainPoints('merged_before')} AS main WHERE ${ofMerge}
      UNION ALL SELECT 2, position, kind, label, value, value_key FROM customer_contact_points WHERE workspace_id = ${workspaceId} AND customer_id = ${mergedId}
    ), missing AS (
      SELECT DISTINCT ON (kind, value_key) rank, position, kind, label, value, value_key FROM offered
      WHERE (kind, value_key) NOT IN (SELECT kind, value_key FROM ${selectCurrentPoints(key)})
        AND (kind, value_key) NOT IN (SELECT kind, value_key FROM customer_contact_points WHERE ${theirs})
      ORDER BY kind, value_key, rank, position)
    INSERT INTO customer_contact_points (workspace_id, customer_id, position, kind, label, value, value_key)
    SELECT ${workspaceId}::uuid, ${survivorId}::uuid,
      coalesce((SELECT max(position) FROM customer_contact_points WHERE ${theirs}), -1) + row_number() OVER (ORDER BY rank, position, kind DESC), kind, label, value, value_key
    FROM missing`.execute(db);
}

/** The current email, phone, and address of the survivor. */
function selectCurrentPoints({ workspaceId, survivorId }: MergeKey): RawBuilder<unknown> {
  return sql`(SELECT main.* FROM (SELECT to_jsonb(customers) AS current FROM customers WHERE workspace_id = ${workspaceId} AND id = ${survivorId}) AS survivor
    CROSS JOIN LATERAL ${selectMainPoints('current')} AS main) AS own`;
}

export async function restoreContactPoints(
  db: Db,
  { workspaceId, mergeId, survivorId }: MergeKey,
): Promise<void> {
  await sql`DELETE FROM customer_contact_points WHERE workspace_id = ${workspaceId} AND customer_id = ${survivorId}`.execute(
    db,
  );
  await sql`
    INSERT INTO customer_contact_points (workspace_id, customer_id, position, kind, label, value, value_key)
    SELECT given.workspace_id, given.customer_id, given.position, given.kind, given.label, given.value, given.value_key
    FROM merges, jsonb_populate_recordset(NULL::customer_contact_points, merges.contact_points_before) AS given
    WHERE merges.workspace_id = ${workspaceId} AND merges.id = ${mergeId}`.execute(db);
}

/**
 * Removes the contact points that the merge added, except the survivor's own values that people have since removed from
 * its fields.
 */
export async function removeAddedContactPoints(db: Db, key: MergeKey): Promise<void> {
  const { workspaceId, mergeId, survivorId } = key;
  const rowsOf = (column: 'contact_points_before' | 'contact_points_after'): RawBuilder<unknown> =>
    sql`SELECT e.kind, e.value_key FROM jsonb_populate_recordset(NULL::customer_contact_points, ${sql.ref(`merges.${column}`)}) AS e`;
  await sql`
    DELETE FROM customer_contact_points AS p USING merges
    WHERE merges.workspace_id = ${workspaceId} AND merges.id = ${mergeId}
      AND p.workspace_id = ${workspaceId} AND p.customer_id = ${survivorId}
      AND (p.kind, p.value_key) IN (${rowsOf('contact_points_after')})
      AND (p.kind, p.value_key) NOT IN (${rowsOf('contact_points_before')})
      AND ((p.kind, p.value_key) IN (SELECT kind, value_key FROM ${selectCurrentPoints(key)})
        OR (p.kind, p.value_key) NOT IN (SELECT main.kind, main.value_key FROM ${selectMainPoints('survivor_before')} AS main))`.execute(
    db,
  );
}
