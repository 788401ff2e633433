import type { BuyerEligibility, BuyerSearch } from '@handover/contract/buyers/buyers.ts';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { BuyerProfilesTable, BuyerSearchesTable } from '#db/schema/buyers.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import { inBuyerScope } from './buyers.queries.ts';

type Key = { readonly workspaceId: string; readonly buyerId: string };

export async function insertBuyer(db: Db, row: Insertable<BuyerProfilesTable>): Promise<void> {
  await db.insertInto('buyer_profiles').values(row).execute();
}

/** The profile of a customer, deleted or not, or null. */
export async function findCustomerProfile(
  db: Db,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<{ id: string; deleted_at: Date | null } | null> {
  const row = await db
    .selectFrom('buyer_profiles')
    .select(['id', 'deleted_at'])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('is_current', '=', true)
    .executeTakeFirst();
  return row ?? null;
}

/** Updates a profile and its version; false if the version is stale. */
export function updateBuyerRow(
  db: Db,
  {
    workspaceId,
    buyerId,
    version,
    change,
  }: Key & { readonly version: number; readonly change: Updateable<BuyerProfilesTable> },
): Promise<boolean> {
  return updateVersion(db, 'buyer_profiles', { workspaceId, id: buyerId, version, change });
}

/** Unblocks the other profiles of the buyer's customer. */
export async function unblockOthers(db: Db, { workspaceId, buyerId }: Key): Promise<void> {
  await sql`
    UPDATE buyer_profiles AS p SET blocked_at = NULL, blocked_reason = NULL FROM buyer_profiles
    WHERE buyer_profiles.workspace_id = ${workspaceId} AND buyer_profiles.id = ${buyerId}
      AND p.workspace_id = ${workspaceId} AND p.customer_id = buyer_profiles.customer_id
      AND p.id <> buyer_profiles.id AND p.blocked_at IS NOT NULL`.execute(db);
}

export async function replaceSearches(
  db: Db,
  { workspaceId, buyerId, searches }: Key & { readonly searches: readonly BuyerSearch[] },
): Promise<void> {
  await db
    .deleteFrom('buyer_searches')
    .where('workspace_id', '=', workspaceId)
    .where('buyer_id', '=', buyerId)
    .execute();
  await insertSearches(
    db,
    searches.map((search, position) => searchColumns(search, { workspaceId, buyerId, position })),
  );
}

export async function insertSearches(db: Db, rows: readonly Insertable<BuyerSearchesTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('buyer_searches').values(rows).execute();
}

export function searchColumns(
  search: BuyerSearch,
  {
    workspaceId,
    buyerId,
    position,
    importId = null,
  }: Key & { readonly position: number; readonly importId?: string | null },
): Insertable<BuyerSearchesTable> {
  return {
    workspace_id: workspaceId,
    id: newId(),
    buyer_id: buyerId,
    position,
    types: search.types,
    states: search.states,
    min_price_cents: search.minPriceCents,
    max_price_cents: search.maxPriceCents,
    min_sde_cents: search.minSdeCents,
    cash_cents: search.cashCents,
    timing: search.timing,
    experience: search.experience,
    import_id: importId,
  };
}

export async function replaceEligibilities(
  db: Db,
  { workspaceId, buyerId, eligibilities }: Key & { readonly eligibilities: readonly BuyerEligibility[] },
): Promise<void> {
  await db
    .deleteFrom('buyer_eligibilities')
    .where('workspace_id', '=', workspaceId)
    .where('buyer_id', '=', buyerId)
    .execute();
  if (eligibilities.length === 0) return;
  await db
    .insertInto('buyer_eligibilities')
    .values(
      eligibilities.map(({ type, state, kind, licenseNumber }, position) => ({
        workspace_id: workspaceId,
        buyer_id: buyerId,
        position,
        type,
        state,
        kind,
        license_number: licenseNumber,
      })),
    )
    .execute();
}

export type Target = {
  readonly id: string;
  readonly version: number;
  readonly customer_id: string;
  readonly deleted_at: Date | null;
};

/** The buyers that the member may currently see, locked until the transaction ends. */
export async function lockTargets(db: Db, member: Member, ids: readonly string[]): Promise<Target[]> {
  const { rows } = await sql<Target>`
    SELECT buyer_profiles.id, buyer_profiles.version, buyer_profiles.customer_id, buyer_profiles.deleted_at
    FROM buyer_profiles JOIN customers ON customers.workspace_id = buyer_profiles.workspace_id AND customers.id = buyer_profiles.customer_id
    WHERE buyer_profiles.workspace_id = ${member.workspaceId} AND buyer_profiles.id = ANY(${[...ids]}::uuid[]) AND ${inBuyerScope(member)}
    ORDER BY buyer_profiles.id FOR UPDATE OF buyer_profiles`.execute(db);
  return rows;
}
