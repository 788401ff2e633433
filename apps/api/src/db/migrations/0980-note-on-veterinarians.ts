import { sql, type Kysely } from 'kysely';

/** A delivered note as a sentence, where nobody has changed it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE valuation_multiples SET note = 'Practices with several veterinarians sell for 8 to 12 times EBITDA.'
    WHERE type = 'veterinary' AND method = 'ebitda' AND note = 'With several doctors 8 to 12.'`.execute(db);
}
