import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImportKey } from '#features/imports/imports.queries.ts';

/** Up to `limit` changes that still stand, the last row first. */
export function listChanges(db: Db, { workspaceId, importId }: ImportKey, limit: number) {
  return db
    .selectFrom('import_changes')
    .select(['row_number', 'customer_id', 'kind', 'version_after'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('state', '=', 'applied')
    .orderBy('row_number', 'desc')
    .limit(limit)
    .execute();
}

export type ChangeRow = Awaited<ReturnType<typeof listChanges>>[number];

export type CustomerNow = {
  readonly id: string;
  readonly version: number;
  /** Whether its timeline has more than the entry of the import. */
  readonly has_later_work: boolean;
  readonly has_other_tags: boolean;
};

/** The customers of some changes as they are now, locked. */
export async function lockCustomers(
  db: Db,
  { workspaceId, importId }: ImportKey,
  changes: readonly ChangeRow[],
): Promise<Map<string, CustomerNow>> {
  const rows = changes.map(({ row_number }) => row_number);
  const { rows: customers } = await sql<CustomerNow>`
    SELECT customers.id, customers.version,
      EXISTS (SELECT FROM activities WHERE activities.workspace_id = ${workspaceId} AND activities.customer_id = customers.id
        AND NOT (activities.type = 'customer.imported' AND activities.subject_id = ${importId})) AS has_later_work,
      EXISTS (SELECT FROM customer_tags AS links WHERE links.workspace_id = ${workspaceId} AND links.customer_id = customers.id
        AND links.tag_id <> ALL (changes.tag_ids)) AS has_other_tags
    FROM import_changes AS changes JOIN customers ON customers.workspace_id = changes.workspace_id AND customers.id = changes.customer_id
    WHERE changes.workspace_id = ${workspaceId} AND changes.import_id = ${importId} AND changes.row_number = ANY(${rows}::int[])
    ORDER BY customers.id
    FOR UPDATE OF customers`.execute(db);
  return new Map(customers.map((customer) => [customer.id, customer]));
}

/** Takes back the timeline entries that an import wrote; the database allows it only while the import is being undone. */
export async function revertActivities(
  db: Db,
  { workspaceId, importId }: ImportKey,
  customerIds: readonly string[],
): Promise<void> {
  await sql`SELECT take_back_import_activities(${workspaceId}, ${importId}, ${[...customerIds]}::uuid[])`.execute(
    db,
  );
}

/** Deletes customers with what the import gave them. */
export async function deleteCustomers(
  db: Db,
  { workspaceId }: ImportKey,
  ids: readonly string[],
): Promise<void> {
  for (const table of ['customer_tags', 'customer_emails', 'customer_stats'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND customer_id = ANY(${[...ids]}::uuid[])`.execute(
      db,
    );
  await sql`DELETE FROM search_entries WHERE workspace_id = ${workspaceId} AND kind = 'customer' AND record_id = ANY(${[...ids]}::uuid[])`.execute(
    db,
  );
  await sql`DELETE FROM customers WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]}::uuid[])`.execute(
    db,
  );
}

/** Notes what became of changes, and adds them to the import's counts. */
export async function resolveChanges(
  db: Db,
  { workspaceId, importId }: ImportKey,
  {
    undone,
    kept,
  }: { undone: readonly number[]; kept: readonly { readonly row: number; readonly reason: string }[] },
): Promise<void> {
  await sql`
    UPDATE import_changes SET state = 'undone'
    WHERE workspace_id = ${workspaceId} AND import_id = ${importId} AND row_number = ANY(${[...undone]}::int[])`.execute(
    db,
  );
  await sql`
    UPDATE import_changes SET state = 'kept', kept_reason = r.reason
    FROM json_to_recordset(${JSON.stringify(kept)}::json) AS r (row integer, reason text)
    WHERE workspace_id = ${workspaceId} AND import_id = ${importId} AND row_number = r.row`.execute(db);
  await db
    .updateTable('imports')
    .set((eb) => ({
      undone_count: eb('undone_count', '+', undone.length),
      kept_count: eb('kept_count', '+', kept.length),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .execute();
}

/** Deletes the tags that an import made and nobody else uses. */
export async function deleteUnusedTags(db: Db, { workspaceId, importId }: ImportKey): Promise<void> {
  await sql`
    DELETE FROM tags USING import_tags AS made
    WHERE tags.workspace_id = ${workspaceId} AND made.workspace_id = tags.workspace_id AND made.import_id = ${importId} AND made.tag_id = tags.id
      AND NOT EXISTS (SELECT FROM customer_tags AS links WHERE links.workspace_id = tags.workspace_id AND links.tag_id = tags.id)`.execute(
    db,
  );
}

/** Rows that an undo kept, in the order of the file, with the customers' names as they are now. */
export function listKept(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { after, limit }: { after: number; limit: number },
) {
  return db
    .selectFrom('import_changes as changes')
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'changes.workspace_id')
        .onRef('customers.id', '=', 'changes.customer_id'),
    )
    .select(['changes.row_number', 'changes.customer_id', 'changes.kept_reason', 'customers.name'])
    .where('changes.workspace_id', '=', workspaceId)
    .where('changes.import_id', '=', importId)
    .where('changes.state', '=', 'kept')
    .where('changes.row_number', '>', after)
    .orderBy('changes.row_number')
    .limit(limit)
    .execute();
}
