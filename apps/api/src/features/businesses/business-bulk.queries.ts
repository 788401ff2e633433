import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import { inBusinessScope } from './businesses.public.ts';
import { listWithOpenDeals } from './businesses.queries.ts';
import type { Member } from '#platform/session/actor.ts';

export type Target = {
  readonly id: string;
  readonly version: number;
  readonly owner_id: string | null;
  readonly broker_id: string | null;
  readonly market_label: 'sale' | 'new' | null;
  readonly deleted_at: Date | null;
  /**
   * Whether another business has its listing number, or an earlier business of the batch that is also being restored.
   */
  readonly is_listing_taken: boolean;
  readonly has_open_deals: boolean;
};

/** The businesses that the member may currently see, locked until the transaction ends. */
export async function lockTargets(db: Db, member: Member, ids: readonly string[]): Promise<Target[]> {
  const { workspaceId } = member;
  const { rows } = await sql<Omit<Target, 'has_open_deals'>>`
    SELECT businesses.id, businesses.version, businesses.owner_id, businesses.broker_id, businesses.market_label, businesses.deleted_at,
      EXISTS (SELECT FROM businesses other WHERE other.workspace_id = ${workspaceId} AND other.listing_key = businesses.listing_key
        AND other.id <> businesses.id AND (other.deleted_at IS NULL OR (other.id < businesses.id AND other.id = ANY(${ids})))) AS is_listing_taken
    FROM businesses LEFT JOIN customers ON customers.workspace_id = businesses.workspace_id
      AND customers.id = businesses.owner_id AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}
    WHERE businesses.workspace_id = ${workspaceId} AND businesses.id = ANY(${ids}) AND ${inBusinessScope(member)}
    ORDER BY businesses.id FOR UPDATE OF businesses`.execute(db);
  // Read once they are locked, so that it includes deals that were created concurrently.
  const withDeals = await listWithOpenDeals(db, { workspaceId, businessIds: rows.map(({ id }) => id) });
  return rows.map((row) => ({ ...row, has_open_deals: withDeals.includes(row.id) }));
}
