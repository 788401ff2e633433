import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Refreshes the statistics of all tables, for which a single transaction of thousands of statements cannot wait. */
export async function analyzeTables(db: Db): Promise<void> {
  await sql`SELECT analyze_tables()`.execute(db);
}

export async function insertCorporateMembers(
  db: Db,
  {
    workspaceId,
    rows,
    now,
  }: { workspaceId: string; rows: readonly { corporateId: string; memberId: string }[]; now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('corporate_members')
    .values(
      rows.map((row) => ({
        workspace_id: workspaceId,
        corporate_id: row.corporateId,
        member_id: row.memberId,
        created_at: now,
      })),
    )
    .execute();
}

export async function banSampleCustomer(
  db: Db,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<void> {
  await db
    .updateTable('customers')
    .set({ status: 'banned', banned_reason: 'Used the data room for a competitor' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .execute();
}

/** Marks the notifications of the sample's history as read, so that only new ones appear. */
export async function markNotificationsRead(
  db: Db,
  { workspaceId, until, now }: { workspaceId: string; until: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('read_at', 'is', null)
    .where('created_at', '<', until)
    .execute();
}
