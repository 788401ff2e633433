import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** What the product's own records say about a business's way to the market. */
export async function findBusinessFacts(
  db: Db,
  { workspaceId, businessId, state }: { workspaceId: string; businessId: string; state: string | null },
): Promise<{ has_recast: boolean; has_valuation: boolean; license_expires_on: string | null }> {
  const { rows } = await sql<{
    has_recast: boolean;
    has_valuation: boolean;
    license_expires_on: string | null;
  }>`SELECT
    EXISTS (SELECT FROM recasts WHERE workspace_id = ${workspaceId} AND business_id = ${businessId}) AS has_recast,
    EXISTS (SELECT FROM valuations WHERE workspace_id = ${workspaceId} AND business_id = ${businessId}) AS has_valuation,
    (SELECT coalesce(expires_on::text, 'never') FROM licenses
      WHERE workspace_id = ${workspaceId} AND business_id IS NULL AND state = ${state}
      ORDER BY expires_on DESC NULLS FIRST LIMIT 1) AS license_expires_on`.execute(db);
  return rows[0] ?? { has_recast: false, has_valuation: false, license_expires_on: null };
}
