import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImportKey } from '#features/imports/imports.queries.ts';

/** The ids of tags by their folded names; names without a tag get one. */
export async function tagIdsByKey(
  db: Db,
  {
    workspaceId,
    tags,
  }: { workspaceId: string; tags: readonly { id: string; name: string; name_key: string }[] },
): Promise<Map<string, string>> {
  if (tags.length === 0) return new Map();
  await db
    .insertInto('tags')
    .values(tags.map((tag) => ({ workspace_id: workspaceId, ...tag })))
    .onConflict((conflict) => conflict.columns(['workspace_id', 'name_key']).doNothing())
    .execute();
  const keys = tags.map((tag) => tag.name_key);
  const rows = await db
    .selectFrom('tags')
    .select(['id', 'name_key'])
    .where('workspace_id', '=', workspaceId)
    .where('name_key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.name_key, row.id]));
}

/** Links customers with tags; returns the links that were not there before. */
export async function addTags(
  db: Db,
  { workspaceId, links }: { workspaceId: string; links: readonly { customer_id: string; tag_id: string }[] },
): Promise<{ customer_id: string; tag_id: string }[]> {
  if (links.length === 0) return [];
  const { rows } = await sql<{ customer_id: string; tag_id: string }>`
    INSERT INTO customer_tags (workspace_id, customer_id, tag_id)
    SELECT ${workspaceId}::uuid, customer_id, tag_id FROM json_populate_recordset(NULL::customer_tags, ${JSON.stringify(links)}::json)
    ON CONFLICT DO NOTHING
    RETURNING customer_id, tag_id`.execute(db);
  return rows;
}

/** Notes tags as made by an import. */
export async function noteTags(
  db: Db,
  { workspaceId, importId }: ImportKey,
  tagIds: readonly string[],
): Promise<void> {
  if (tagIds.length === 0) return;
  await db
    .insertInto('import_tags')
    .values(tagIds.map((tag_id) => ({ workspace_id: workspaceId, import_id: importId, tag_id })))
    .execute();
}
