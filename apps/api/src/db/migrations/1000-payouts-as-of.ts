import { sql, type Kysely } from 'kysely';

/** Payouts of several commissions that were started before they named when the list was read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE bulk_runs
    SET input = input || jsonb_build_object('asOf', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    WHERE action = 'pay' AND NOT input ? 'asOf'`.execute(db);
}
