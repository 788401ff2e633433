import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Database } from '#db/schema/database.ts';
import { invalidField } from '#lib/errors.ts';

/** Which tags a record type has: the table of the links, its column that names the record, and the table of the records. */
export type RecordTags = {
  readonly table: keyof Database;
  readonly column: string;
  readonly recordTable: keyof Database;
};

export type TagRow = { readonly id: string; readonly name: string };

type Workspace = { readonly workspaceId: string };

export function listTags(db: Db, { workspaceId }: Workspace): Promise<TagRow[]> {
  return db
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name_key')
    .limit(1000)
    .execute();
}

/** The tag with this name, created if missing. */
export function upsertTag(
  db: Db,
  tag: Workspace & { id: string; name: string; nameKey: string },
): Promise<TagRow> {
  return db
    .insertInto('tags')
    .values({ workspace_id: tag.workspaceId, id: tag.id, name: tag.name, name_key: tag.nameKey })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'name_key'])
        .doUpdateSet((eb) => ({ name_key: eb.ref('excluded.name_key') })),
    )
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}

/** On a row of the record table, with the tables `joined` to it. */
function selectRecordLinks(
  { table, column, recordTable }: RecordTags,
  joined: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`${sql.table(table)} AS links ${joined} WHERE links.workspace_id = ${sql.ref(`${recordTable}.workspace_id`)}
    AND ${sql.ref(`links.${column}`)} = ${sql.ref(`${recordTable}.id`)}`;
}

/**
 * The tags of a row of the record table by name. The CASE checks the index first: with EXISTS, the planner may read all
 * links of the workspace.
 */
export function selectRecordTags(tags: RecordTags): RawBuilder<TagRow[]> {
  const joined = sql`JOIN tags ON tags.workspace_id = links.workspace_id AND tags.id = links.tag_id`;
  return sql<TagRow[]>`CASE WHEN (SELECT true FROM ${selectRecordLinks(tags)} LIMIT 1) THEN (
    SELECT json_agg(json_build_object('id', tags.id, 'name', tags.name) ORDER BY tags.name_key)
    FROM ${selectRecordLinks(tags, joined)}) ELSE '[]' END`;
}

/** Whether a row of the record table has all of the tags. */
export function hasTags(tags: RecordTags, ids: readonly string[]): RawBuilder<unknown>[] {
  return ids.map((id) => sql`EXISTS (SELECT FROM ${selectRecordLinks(tags)} AND links.tag_id = ${id})`);
}

/** The ids of the tags of each record that has any. */
export async function listTagIds(
  db: Db,
  { table, column }: RecordTags,
  { workspaceId, ids }: Workspace & { ids: readonly string[] },
): Promise<Map<string, readonly string[]>> {
  const { rows } = await sql<{ record_id: string; tag_ids: string[] }>`
    SELECT ${sql.ref(column)} AS record_id, array_agg(tag_id) AS tag_ids FROM ${sql.table(table)}
    WHERE workspace_id = ${workspaceId} AND ${sql.ref(column)} = ANY(${ids}) GROUP BY ${sql.ref(column)}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.record_id, row.tag_ids]));
}

export async function listExistingTagIds(
  db: Db,
  workspaceId: string,
  tagIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('tags')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...tagIds])
    .execute();
  return rows.map((row) => row.id);
}

/** Throws INVALID_INPUT for a tag that does not exist. */
export async function replaceTags(
  db: Db,
  { table, column }: RecordTags,
  { workspaceId, recordId, tagIds }: Workspace & { recordId: string; tagIds: readonly string[] },
): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND ${sql.ref(column)} = ${recordId}`.execute(
    db,
  );
  if (tagIds.length === 0) return;
  const { numAffectedRows } = await sql`
    INSERT INTO ${sql.table(table)} (workspace_id, ${sql.ref(column)}, tag_id)
    SELECT workspace_id, ${recordId}::uuid, id FROM tags WHERE workspace_id = ${workspaceId} AND id = ANY(${tagIds}::uuid[])`.execute(
    db,
  );
  if (Number(numAffectedRows ?? 0) < new Set(tagIds).size)
    throw invalidField('tagIds', 'One of the tags does not exist');
}

type TagTarget = { readonly target: { readonly id: string } };

/** Adds and removes tags of many records. */
export async function writeTags<Change extends TagTarget>(
  db: Db,
  { table, column }: RecordTags,
  {
    workspaceId,
    changes,
  }: Workspace & {
    changes: readonly (Change & {
      readonly addTagIds?: readonly string[];
      readonly removeTagIds?: readonly string[];
    })[];
  },
): Promise<void> {
  const pairs = (tagIdsOf: (change: (typeof changes)[number]) => readonly string[] | undefined) =>
    JSON.stringify(
      changes.flatMap((change) =>
        (tagIdsOf(change) ?? []).map((tagId) => ({ record: change.target.id, tag: tagId })),
      ),
    );
  await sql`
    INSERT INTO ${sql.table(table)} (workspace_id, ${sql.ref(column)}, tag_id)
    SELECT tags.workspace_id, pairs.record, tags.id
    FROM json_to_recordset(${pairs(({ addTagIds }) => addTagIds)}::json) AS pairs (record uuid, tag uuid)
      JOIN tags ON tags.workspace_id = ${workspaceId} AND tags.id = pairs.tag
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    DELETE FROM ${sql.table(table)} AS links
    USING json_to_recordset(${pairs(({ removeTagIds }) => removeTagIds)}::json) AS pairs (record uuid, tag uuid)
    WHERE links.workspace_id = ${workspaceId} AND ${sql.ref(`links.${column}`)} = pairs.record AND links.tag_id = pairs.tag`.execute(
    db,
  );
}
