import { sql, type Kysely } from 'kysely';

/** Why a business was withdrawn or expired, from a list; until now in free text only, which then need not be there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE businesses
      ADD COLUMN end_reason text CHECK (end_reason IN ('changed_mind', 'price', 'health_or_family', 'sold_without_us',
        'no_buyer', 'failed_diligence', 'engagement_lapsed', 'closed_down', 'other')),
      ADD CONSTRAINT businesses_end_reason_stage CHECK (end_reason IS NULL OR stage IN ('withdrawn', 'expired')),
      DROP CONSTRAINT businesses_check,
      ADD CONSTRAINT businesses_closed_reason
        CHECK (stage NOT IN ('sold', 'withdrawn', 'expired') OR stage_reason IS NOT NULL OR end_reason IS NOT NULL);
  `)
    .execute(db);
}
