import type { CatalogEntry } from '@handover/contract/records/catalogs.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { RecordTags } from '#platform/records/tags/tags.queries.ts';

type Key = { readonly workspaceId: string; readonly id: string };

export function listSourceRows(db: Db, workspaceId: string) {
  return db
    .selectFrom('sources')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('is_former', '=', false)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(1_000)
    .execute();
}

/** Only customers have sources. */
const selectSourceUses = (count: RawBuilder<unknown>) =>
  sql`CASE WHEN ${count} = 0 THEN '[]' ELSE json_build_array(json_build_object('recordType', 'customer', 'count', ${count})) END`;

/** Customers with a former name count for the current source. */
export async function listSourceUse(db: Db, workspaceId: string): Promise<CatalogEntry[]> {
  const { rows } = await sql<CatalogEntry>`
    SELECT s.id, s.name, coalesce(u.count, 0)::int AS "useCount", ${selectSourceUses(sql`coalesce(u.count, 0)`)} AS uses FROM sources s
    LEFT JOIN (
      SELECT coalesce(named.current_id, named.id) AS id, sum(used.count)::int AS count
      FROM (SELECT source, count(*) FROM customers WHERE workspace_id = ${workspaceId} AND source IS NOT NULL GROUP BY source) used
      JOIN sources named ON named.workspace_id = ${workspaceId} AND named.name = used.source
      GROUP BY 1
    ) u ON u.id = s.id
    WHERE s.workspace_id = ${workspaceId} AND NOT s.is_former ORDER BY lower(s.name), s.id`.execute(db);
  return rows;
}

export async function findSource(db: Db, { workspaceId, id }: Key): Promise<CatalogEntry | null> {
  const { rows } = await sql<CatalogEntry>`
    SELECT id, name, used.count AS "useCount", ${selectSourceUses(sql`used.count`)} AS uses FROM sources s
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM customers WHERE workspace_id = ${workspaceId} AND source IN (
        SELECT named.name FROM sources named WHERE named.workspace_id = ${workspaceId} AND s.id IN (named.id, named.current_id))
    ) AS used
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND NOT is_former`.execute(db);
  return rows[0] ?? null;
}

/** Another source with the name, ignoring case, or a former one whose customers are still being moved. */
export async function findSourceNamed(
  db: Db,
  { workspaceId, name, exceptId }: { workspaceId: string; name: string; exceptId: string | null },
): Promise<{ is_former: boolean } | null> {
  const { rows } = await sql<{ is_former: boolean }>`
    SELECT is_former FROM sources WHERE workspace_id = ${workspaceId} AND lower(name) = lower(${name})
      AND coalesce(current_id, id) IS DISTINCT FROM ${exceptId}::uuid ORDER BY is_former LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

export async function insertSource(db: Db, { workspaceId, id, name }: Key & { name: string }): Promise<void> {
  await db.insertInto('sources').values({ workspace_id: workspaceId, id, name }).execute();
}

export async function renameSourceRow(
  db: Db,
  { workspaceId, id, name }: Key & { name: string },
): Promise<void> {
  await db
    .updateTable('sources')
    .set({ name })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Replaces or removes a source in filters of saved views. */
export async function moveSourceInViews(
  db: Db,
  { workspaceId, from, to }: { workspaceId: string; from: string; to: string | null },
): Promise<void> {
  const settings =
    to === null
      ? sql`settings #- '{filter,source}'`
      : sql`jsonb_set(settings, '{filter,source}', to_jsonb(${to}::text))`;
  await sql`
    UPDATE saved_views SET settings = ${settings}
    WHERE workspace_id = ${workspaceId} AND settings #>> '{filter,source}' = ${from}`.execute(db);
}

/** The record types with tags. */
export type TaggedType = { readonly type: RecordType; readonly tags: RecordTags };

function selectUses(tagged: readonly TaggedType[], workspaceId: string): RawBuilder<unknown> {
  const counts = tagged.map(
    ({
      type,
      tags,
    }) => sql`SELECT ${type}::text AS "recordType", count(*)::int AS count FROM ${sql.table(tags.table)} AS links
      WHERE links.workspace_id = ${workspaceId} AND links.tag_id = t.id HAVING count(*) > 0`,
  );
  return sql`(SELECT coalesce(json_agg(uses), '[]') FROM (${sql.join(counts, sql` UNION ALL `)}) AS uses)`;
}

type TagUse = Omit<CatalogEntry, 'useCount'>;
const toCatalogEntry = (tag: TagUse): CatalogEntry => ({
  ...tag,
  useCount: tag.uses.reduce((sum, { count }) => sum + count, 0),
});

export async function listTagUse(
  db: Db,
  { workspaceId, tagged }: { workspaceId: string; tagged: readonly TaggedType[] },
): Promise<CatalogEntry[]> {
  const { rows } = await sql<TagUse>`
    SELECT t.id, t.name, ${selectUses(tagged, workspaceId)} AS uses FROM tags t
    WHERE t.workspace_id = ${workspaceId} ORDER BY lower(t.name), t.id`.execute(db);
  return rows.map(toCatalogEntry);
}

export async function findTag(
  db: Db,
  { workspaceId, id, tagged }: Key & { tagged: readonly TaggedType[] },
): Promise<CatalogEntry | null> {
  const { rows } = await sql<TagUse>`
    SELECT t.id, t.name, ${selectUses(tagged, workspaceId)} AS uses FROM tags t
    WHERE t.workspace_id = ${workspaceId} AND t.id = ${id}`.execute(db);
  return rows.map(toCatalogEntry)[0] ?? null;
}

/** False if another tag has the name. */
export async function renameTagRow(
  db: Db,
  { workspaceId, id, name, nameKey }: Key & { name: string; nameKey: string },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE tags SET name = ${name}, name_key = ${nameKey} WHERE workspace_id = ${workspaceId} AND id = ${id}
      AND NOT EXISTS (SELECT FROM tags other WHERE other.workspace_id = ${workspaceId} AND other.name_key = ${nameKey} AND other.id <> ${id})
    RETURNING id`.execute(db);
  return rows.length === 1;
}

/** Replaces a tag on records and in filters of saved views. */
export async function moveTagUse(
  db: Db,
  { workspaceId, id, into, tagged }: Key & { into: string; tagged: readonly TaggedType[] },
): Promise<void> {
  for (const { tags } of tagged)
    await sql`
      INSERT INTO ${sql.table(tags.table)} (workspace_id, ${sql.ref(tags.column)}, tag_id)
      SELECT workspace_id, ${sql.ref(tags.column)}, ${into}::uuid FROM ${sql.table(tags.table)}
      WHERE workspace_id = ${workspaceId} AND tag_id = ${id} ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    UPDATE saved_views SET settings = jsonb_set(settings, '{filter,tagId}',
      CASE jsonb_typeof(settings #> '{filter,tagId}')
        WHEN 'array' THEN (settings #> '{filter,tagId}') - ${id}::text - ${into}::text || to_jsonb(${into}::text)
        ELSE to_jsonb(${into}::text) END)
    WHERE workspace_id = ${workspaceId} AND settings #> '{filter,tagId}' ? ${id}`.execute(db);
}

/** Deletes a tag, also from records and saved views. */
export async function deleteTagRow(
  db: Db,
  { workspaceId, id, tagged }: Key & { tagged: readonly TaggedType[] },
): Promise<void> {
  for (const { tags } of tagged)
    await sql`DELETE FROM ${sql.table(tags.table)} WHERE workspace_id = ${workspaceId} AND tag_id = ${id}`.execute(
      db,
    );
  await sql`
    UPDATE saved_views SET settings = CASE jsonb_typeof(settings #> '{filter,tagId}')
      WHEN 'array' THEN jsonb_set(settings, '{filter,tagId}', (settings #> '{filter,tagId}') - ${id}::text)
      ELSE settings #- '{filter,tagId}' END
    WHERE workspace_id = ${workspaceId} AND settings #> '{filter,tagId}' ? ${id}`.execute(db);
  await db.deleteFrom('tags').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
}
