import { sql, type Kysely } from 'kysely';

/** What the owner and the broker were last notified of about the requests of data rooms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- The day of the last reminder to the owner: at most one for a room and day.
    ALTER TABLE data_rooms ADD COLUMN reminded_on date;
    ALTER TABLE room_requests
      -- The day on which the owner was last asked or reminded.
      ADD COLUMN reminded_on date,
      -- The due date that the broker was notified of once it had passed.
      ADD COLUMN overdue_noted date,
      -- The last valid day that owner and broker were notified of once it had passed.
      ADD COLUMN expiry_noted date;
  `)
    .execute(db);
}
