import { sql, type Kysely } from 'kysely';

/** Approval links name the owner that they were made for; emailed ones only where the address is still the owner's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE one_time_links AS links SET customer_id = businesses.owner_id
    FROM profile_approvals AS approvals
      JOIN business_profiles AS profiles
        ON profiles.workspace_id = approvals.workspace_id AND profiles.id = approvals.profile_id
      JOIN businesses
        ON businesses.workspace_id = profiles.workspace_id AND businesses.id = profiles.business_id
    WHERE links.kind = 'approve' AND links.customer_id IS NULL
      AND approvals.workspace_id = links.workspace_id AND approvals.id = links.approval_id
      AND (links.email IS NULL OR EXISTS (SELECT FROM customers
        WHERE customers.workspace_id = businesses.workspace_id AND customers.id = businesses.owner_id
          AND customers.email_key = lower(links.email)))`.execute(db);
}
