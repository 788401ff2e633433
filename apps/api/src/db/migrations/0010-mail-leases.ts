import { sql, type Kysely } from 'kysely';

/** When the server that is sending a message took it, so that one left behind can be told from one under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE messages ADD COLUMN sending_since timestamptz(3);
    ALTER TABLE messages ADD CONSTRAINT messages_sending_since CHECK ((status = 'sending') = (sending_since IS NOT NULL));
  `)
    .execute(db);
}
