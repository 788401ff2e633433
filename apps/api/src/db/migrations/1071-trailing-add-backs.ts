import { sql, type Kysely } from 'kysely';

/** The twelve months of an add-back for the trailing twelve months, by the first day of the last one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE add_backs ADD COLUMN ttm_through date CHECK (ttm_through IS NULL OR year IS NULL);
    UPDATE add_backs SET ttm_through = (SELECT max(make_date(periods.year, periods.month, 1))
      FROM financial_periods AS periods WHERE periods.workspace_id = add_backs.workspace_id
        AND periods.business_id = add_backs.business_id AND periods.month IS NOT NULL)
      WHERE year IS NULL;
  `)
    .execute(db);
}
