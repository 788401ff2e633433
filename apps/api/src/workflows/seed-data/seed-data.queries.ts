import type { ActivityType } from '@handover/contract/records/activities.ts';
import { sql, type Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { CustomersTable, CustomerStatsTable, SearchEntriesTable } from '#db/schema/customers.ts';

export type SeedBatch = {
  readonly owner: { readonly workspaceId: string; readonly userId: string };
  readonly customers: Insertable<CustomersTable>[];
  readonly stats: Insertable<CustomerStatsTable>[];
  readonly entries: Insertable<SearchEntriesTable>[];
  readonly timelines: TimelineEntry[];
};

type TimelineEntry = {
  readonly id: string;
  readonly customerId: string;
  readonly type: ActivityType;
  readonly occurredAt: Date;
  /** The text of the entry's note, if it has one. */
  readonly note: string | null;
};

export async function insertBatch(
  db: Db,
  { owner, customers, stats, entries, timelines }: SeedBatch,
): Promise<void> {
  await db.insertInto('customers').values(customers).execute();
  await db.insertInto('customer_stats').values(stats).execute();
  await db.insertInto('search_entries').values(entries).execute();
  await insertTimelines(db, owner, timelines);
}

/**
 * Passes an array for each column, because a parameter for each value would be most of the database's work. A note has
 * the ID of its entry.
 */
async function insertTimelines(
  db: Db,
  { workspaceId, userId }: SeedBatch['owner'],
  timelines: SeedBatch['timelines'],
): Promise<void> {
  const ids = timelines.map(({ id }) => id);
  const customerIds = timelines.map(({ customerId }) => customerId);
  const types = timelines.map(({ type }) => type);
  const times = timelines.map(({ occurredAt }) => occurredAt);
  const notes = timelines.map(({ note }) => note);
  await sql`
    WITH entry AS MATERIALIZED (
      SELECT * FROM unnest(${ids}::uuid[], ${customerIds}::uuid[], ${types}::text[], ${times}::timestamptz[], ${notes}::text[])
        AS entry (id, customer_id, type, occurred_at, note)
    ), noted AS (
      INSERT INTO notes (workspace_id, id, customer_id, author_id, kind, body, occurred_at, created_at, updated_at)
      SELECT ${workspaceId}::uuid, id, customer_id, ${userId}::uuid, 'note', note, occurred_at, occurred_at, occurred_at
      FROM entry WHERE note IS NOT NULL
    )
    INSERT INTO activities (workspace_id, id, customer_id, type, subject_kind, subject_id, actor_id, audience, occurred_at)
    SELECT ${workspaceId}::uuid, id, customer_id, type, CASE WHEN note IS NULL THEN 'customer' ELSE 'note' END,
           CASE WHEN note IS NULL THEN customer_id ELSE id END, ${userId}::uuid, 'staff', occurred_at
    FROM entry`.execute(db);
}

/** How many customers a workspace has, those in the trash included. */
export async function countCustomers(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('customers')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Updates planner statistics now instead of minutes later. */
export async function analyzeSeeded(db: Db): Promise<void> {
  await sql`SELECT analyze_customers()`.execute(db);
}

/** The workspace with a name, or the first workspace, with a member to write as; null if there is none. */
export async function findSeedOwner(
  db: Db,
  workspaceName: string | null,
): Promise<{ workspaceId: string; userId: string } | null> {
  let query = db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['memberships.workspace_id', 'memberships.user_id'])
    .where('memberships.role', '=', 'ADMIN');
  if (workspaceName !== null) query = query.where('workspaces.name', '=', workspaceName);
  const row = await query.orderBy('workspaces.name').limit(1).executeTakeFirst();
  return row === undefined ? null : { workspaceId: row.workspace_id, userId: row.user_id };
}
