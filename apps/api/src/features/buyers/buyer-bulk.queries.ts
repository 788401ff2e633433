import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import { inBuyerScope } from './buyers.queries.ts';

export type Target = {
  readonly id: string;
  readonly version: number;
  readonly customer_id: string;
  readonly blocked_at: Date | null;
  readonly deleted_at: Date | null;
};

/** The buyers that the member may currently see, locked until the transaction ends. */
export async function lockTargets(db: Db, member: Member, ids: readonly string[]): Promise<Target[]> {
  const { rows } = await sql<Target>`
    SELECT buyer_profiles.id, buyer_profiles.version, buyer_profiles.customer_id, buyer_profiles.blocked_at, buyer_profiles.deleted_at
    FROM buyer_profiles JOIN customers ON customers.workspace_id = buyer_profiles.workspace_id AND customers.id = buyer_profiles.customer_id
    WHERE buyer_profiles.workspace_id = ${member.workspaceId} AND buyer_profiles.id = ANY(${[...ids]}::uuid[]) AND ${inBuyerScope(member)}
    ORDER BY buyer_profiles.id FOR UPDATE OF buyer_profiles`.execute(db);
  return rows;
}
