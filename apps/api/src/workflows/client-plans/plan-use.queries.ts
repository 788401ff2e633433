import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Every workspace: the catalogue is the installation's, its customers stand in all of them. */
export async function listWorkspaceIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('workspaces').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** How many customers carry each name, those in the trash included. */
export async function countByName(db: Db, workspaceIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; customers: number }>`
    SELECT plan_name AS name, count(*)::int AS customers FROM customers
    WHERE workspace_id = ANY(${[...workspaceIds]}::uuid[]) AND plan_name IS NOT NULL GROUP BY plan_name`.execute(
    db,
  );
  return new Map(rows.map(({ name, customers }) => [name, customers]));
}

/** The workspaces in which a customer carries the name, and how many do. */
export async function countByWorkspace(
  db: Db,
  { workspaceIds, name }: { workspaceIds: readonly string[]; name: string },
): Promise<{ workspaceId: string; customers: number }[]> {
  const { rows } = await sql<{ workspaceId: string; customers: number }>`
    SELECT workspace_id AS "workspaceId", count(*)::int AS customers FROM customers
    WHERE workspace_id = ANY(${[...workspaceIds]}::uuid[]) AND plan_name = ${name} GROUP BY workspace_id`.execute(
    db,
  );
  return rows;
}

const customersAtATime = 500;

type Span = {
  readonly workspaceId: string;
  readonly from: string;
  readonly to: string;
  readonly after: string | null;
};

/** Gives the next customers by id the new name. Returns the last of them, to go on behind; null at the end. */
export async function renameOnCustomers(
  db: Db,
  { workspaceId, from, to, after }: Span,
): Promise<string | null> {
  const next = after === null ? sql`true` : sql`id > ${after}`;
  const { rows } = await sql<{ id: string }>`
    WITH batch AS (
      SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND plan_name = ${from} AND ${next}
      ORDER BY id LIMIT ${customersAtATime} FOR UPDATE
    ), renamed AS (
      UPDATE customers SET plan_name = ${to} FROM batch
      WHERE customers.workspace_id = ${workspaceId} AND customers.id = batch.id
    )
    SELECT id FROM batch ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Lets the filters of saved views ask for another name, or for no plan at all. */
export async function renameInViews(
  db: Db,
  { workspaceIds, from, to }: { workspaceIds: readonly string[]; from: string; to: string | null },
): Promise<void> {
  const settings =
    to === null
      ? sql`settings #- '{filter,planName}'`
      : sql`jsonb_set(settings, '{filter,planName}', to_jsonb(${to}::text))`;
  await sql`
    UPDATE saved_views SET settings = ${settings}
    WHERE workspace_id = ANY(${[...workspaceIds]}::uuid[]) AND settings #>> '{filter,planName}' = ${from}`.execute(
    db,
  );
}
