import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { BuyerSearch } from '@handover/contract/buyers/buyers.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import type { ImportKey } from '#platform/records/import/import-spec.ts';
import type { Member } from '#platform/session/actor.ts';
import { searchesOfBuyer } from './buyers.queries.ts';

/** Active customers that the member may read, by the keys of their email addresses and by their normalized names. */
export async function findCustomerIds(
  db: Db,
  member: Member,
  { emailKeys, names }: { emailKeys: readonly string[]; names: readonly string[] },
): Promise<Map<string, string[]>> {
  const { workspaceId } = member;
  const { rows } = await sql<{ key: string; id: string }>`
    SELECT DISTINCT found.key, found.id FROM (
      SELECT email_key AS key, id FROM customers WHERE workspace_id = ${workspaceId} AND email_key = ANY(${[...new Set(emailKeys)]})
      UNION ALL SELECT value_key, customer_id FROM customer_contact_points
        WHERE workspace_id = ${workspaceId} AND kind = 'email' AND value_key = ANY(${[...new Set(emailKeys)]})
      UNION ALL SELECT name_sort, id FROM customers WHERE workspace_id = ${workspaceId} AND name_sort = ANY(${[...new Set(names)]})
    ) AS found JOIN customers ON customers.workspace_id = ${workspaceId} AND customers.id = found.id
    WHERE customers.deleted_at IS NULL AND ${inCustomerScope(member)}`.execute(db);
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return new Map([...byKey].map(([key, found]) => [key, found.map(({ id }) => id)]));
}

export type StoredBuyer = {
  readonly id: string;
  readonly customer_id: string;
  readonly name: string;
  readonly source: string | null;
  readonly searches: readonly BuyerSearch[];
  readonly version: number;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
};

/** The profiles of customers that the member may read, including deleted ones; locked on request. */
export async function listCustomerProfiles(
  db: Db,
  member: Member,
  { customerIds, isLocking }: { customerIds: readonly string[]; isLocking: boolean },
): Promise<StoredBuyer[]> {
  const { rows } = await sql<StoredBuyer>`
    SELECT buyer_profiles.id, buyer_profiles.customer_id, customers.name, buyer_profiles.source, ${searchesOfBuyer} AS searches,
      buyer_profiles.version, buyer_profiles.updated_at, buyer_profiles.deleted_at
    FROM buyer_profiles JOIN customers ON customers.workspace_id = buyer_profiles.workspace_id AND customers.id = buyer_profiles.customer_id
    WHERE buyer_profiles.workspace_id = ${member.workspaceId} AND buyer_profiles.customer_id = ANY(${[...customerIds]}::uuid[])
      AND buyer_profiles.is_current AND ${inCustomerScope(member)}
    ORDER BY buyer_profiles.id ${isLocking ? sql`FOR UPDATE OF buyer_profiles` : sql``}`.execute(db);
  return rows;
}

/** The names of the customers of buyers that still exist, by the ids of the profiles. */
export async function listBuyerNames(
  db: Db,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT buyer_profiles.id, customers.name FROM buyer_profiles
    JOIN customers ON customers.workspace_id = buyer_profiles.workspace_id AND customers.id = buyer_profiles.customer_id
    WHERE buyer_profiles.workspace_id = ${workspaceId} AND buyer_profiles.id = ANY(${[...ids]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Gives buyers the search entries of their customers. */
export async function indexBuyers(
  db: Db,
  { workspaceId, buyerIds }: { workspaceId: string; buyerIds: readonly string[] },
): Promise<void> {
  await sql`
    INSERT INTO search_entries (workspace_id, kind, record_id, text)
    SELECT buyer_profiles.workspace_id, 'buyer', buyer_profiles.id, entry.text
    FROM buyer_profiles JOIN search_entries AS entry ON entry.workspace_id = buyer_profiles.workspace_id
      AND entry.kind = 'customer' AND entry.record_id = buyer_profiles.customer_id
    WHERE buyer_profiles.workspace_id = ${workspaceId} AND entry.workspace_id = ${workspaceId}
      AND buyer_profiles.id = ANY(${[...buyerIds]}::uuid[])
    ON CONFLICT (workspace_id, kind, record_id) DO UPDATE SET text = excluded.text, active_on = excluded.active_on`.execute(
    db,
  );
}

/** Deletes the searches that some rows of an import added to existing buyers. */
export async function deleteImportedSearches(
  db: Db,
  { workspaceId, importId }: ImportKey,
  rows: readonly number[],
): Promise<void> {
  await sql`
    DELETE FROM buyer_searches USING import_changes AS changes
    WHERE changes.workspace_id = ${workspaceId} AND changes.import_id = ${importId} AND changes.row_number = ANY(${[...rows]}::int[])
      AND buyer_searches.workspace_id = ${workspaceId} AND buyer_searches.import_id = ${importId}
      AND buyer_searches.buyer_id = changes.record_id`.execute(db);
}

/** Updates the planner's statistics of the tables that an import of buyers fills. */
export async function analyzeBuyers(db: Db): Promise<void> {
  await sql`SELECT analyze_buyers()`.execute(db);
}
