import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

type Key = { readonly workspaceId: string; readonly id: string };
type Former = { readonly workspaceId: string; readonly name: string };

/** Keeps the name that a source had before, until its customers are moved. */
export async function insertFormerSource(
  db: Db,
  { workspaceId, id, name, currentId }: Key & { name: string; currentId: string },
): Promise<void> {
  await db
    .insertInto('sources')
    .values({ workspace_id: workspaceId, id, name, is_former: true, current_id: currentId })
    .execute();
}

/** Turns a source and its former names into former names of another source, or of none. */
export async function replaceSource(
  db: Db,
  { workspaceId, id, currentId }: Key & { currentId: string | null },
): Promise<void> {
  for (const column of ['current_id', 'id'] as const)
    await db
      .updateTable('sources')
      .set({ is_former: true, current_id: currentId })
      .where('workspace_id', '=', workspaceId)
      .where(column, '=', id)
      .execute();
}

/** Frees a former name of a source, so that the source itself can use it again. */
export async function reclaimName(db: Db, { workspaceId, id, name }: Key & { name: string }): Promise<void> {
  await db
    .deleteFrom('sources')
    .where('workspace_id', '=', workspaceId)
    .where('current_id', '=', id)
    .where('name', '=', name)
    .execute();
}

const customersAtATime = 500;

/**
 * Gives the next customers with a former source the current one, or none. Returns the last ID, or null at the end. Locks
 * both sources, so that a concurrent change of them waits.
 */
export async function moveSomeCustomers(
  db: Db,
  { workspaceId, name, after }: Former & { after: string | null },
): Promise<string | null> {
  const former = await db
    .selectFrom('sources')
    .select('current_id')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .where('is_former', '=', true)
    .forShare()
    .executeTakeFirst();
  if (former === undefined) return null;
  const current = await db
    .selectFrom('sources')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', former.current_id)
    .forShare()
    .executeTakeFirst();
  const next = after === null ? sql`true` : sql`id > ${after}`;
  const { rows } = await sql<{ id: string }>`
    WITH batch AS (
      SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND source = ${name} AND ${next}
      ORDER BY id LIMIT ${customersAtATime} FOR UPDATE
    ), moved AS (
      UPDATE customers SET source = ${current?.name ?? null} FROM batch
      WHERE customers.workspace_id = ${workspaceId} AND customers.id = batch.id
    )
    SELECT id FROM batch ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Deletes a former name. False if customers have received it in the meantime. */
export async function deleteFormerSource(db: Db, { workspaceId, name }: Former): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM customers WHERE workspace_id = ${workspaceId} AND source = ${name}
      AND EXISTS (SELECT FROM sources WHERE workspace_id = ${workspaceId} AND name = ${name} AND is_former) LIMIT 1`.execute(
    db,
  );
  if (rows.length > 0) return false;
  await db
    .deleteFrom('sources')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .where('is_former', '=', true)
    .execute();
  return true;
}
