import { sql, type Insertable } from 'kysely';
import type { Db } from '../../db/client.ts';
import type {
  ActivitiesTable,
  CustomersTable,
  CustomerStatsTable,
  SearchEntriesTable,
} from '../../db/schema/desk/customer-desk.ts';

export type LargeBatch = {
  readonly customers: Insertable<CustomersTable>[];
  readonly stats: Insertable<CustomerStatsTable>[];
  readonly entries: Insertable<SearchEntriesTable>[];
  readonly activities: Insertable<ActivitiesTable>[];
};

/** A statement takes up to 65,535 parameters. */
const activitiesPerStatement = 5_000;

export async function insertBatch(
  db: Db,
  { customers, stats, entries, activities }: LargeBatch,
): Promise<void> {
  await db.insertInto('customers').values(customers).execute();
  await db.insertInto('customer_stats').values(stats).execute();
  await db.insertInto('search_entries').values(entries).execute();
  for (let start = 0; start < activities.length; start += activitiesPerStatement) {
    await db
      .insertInto('activities')
      .values(activities.slice(start, start + activitiesPerStatement))
      .execute();
  }
}

/** How many customers a workspace has, those in the bin included. */
export async function countCustomers(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('customers')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Tells the planner what is there now, instead of minutes later. */
export async function analyzeSeeded(db: Db): Promise<void> {
  await sql`SELECT analyze_customers()`.execute(db);
}

/** The workspace of a name, or the first one, with a member to write as; null without any. */
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
