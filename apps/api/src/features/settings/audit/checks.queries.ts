import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Starts a check; null while another one runs. */
export async function insertCheck(db: Db, { id, now }: { id: string; now: Date }) {
  const row = await db
    .insertInto('audit_checks')
    .values({ id, started_at: now })
    .onConflict((conflict) =>
      conflict
        .expression(sql`(true)`)
        .where('status', '=', 'running')
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Ends checks that were cut short, so that another one can start. */
export async function endStaleChecks(
  db: Db,
  { startedBefore, now }: { startedBefore: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('audit_checks')
    .set({ status: 'failed', finished_at: now })
    .where('status', '=', 'running')
    .where('started_at', '<', startedBefore)
    .execute();
}

export async function findLatestCheck(db: Db) {
  const row = await db
    .selectFrom('audit_checks')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export type CheckRow = NonNullable<Awaited<ReturnType<typeof findLatestCheck>>>;

export async function updateCheck(
  db: Db,
  {
    id,
    ...change
  }: { id: string } & Partial<
    Pick<CheckRow, 'status' | 'seals' | 'entries' | 'first_bad_seal' | 'missing_entries' | 'finished_at'>
  >,
): Promise<void> {
  await db.updateTable('audit_checks').set(change).where('id', '=', id).execute();
}
