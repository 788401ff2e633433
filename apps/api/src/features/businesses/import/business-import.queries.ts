import { fold } from '@handover/domain/text/fold.ts';
import type { BusinessFacts, PayerMix } from '@handover/contract/businesses/business-facts.ts';
import { sql, type Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { BusinessesTable } from '#db/schema/businesses.ts';
import { emailKey } from '#lib/text.ts';
import { inBusinessScope, fromBusinesses } from '../businesses.public.ts';
import { selectBuyerIds } from '../businesses.queries.ts';
import { selectCoOwners } from '../owners/co-owners.queries.ts';
import { inCustomerScope, selectMergeTarget } from '#features/customers/customers.public.ts';
import { lockRecords, type RecordTable } from '#platform/records/import/record-table.queries.ts';
import type { ImportKey, MatchKeys, RecordNow } from '#platform/records/import/import-spec.ts';
import type { Member } from '#platform/session/actor.ts';
import { groupIdsByText } from '#platform/session/brokers.queries.ts';

/** The values that an import writes to a business. */
const writtenColumns = [
  'name',
  'name_sort',
  'public_title',
  'type',
  'owner_id',
  'broker_id',
  'stage',
  'stage_entered_at',
  'stage_reason',
  'end_reason',
  'listing_number',
  'listing_key',
  'asking_price_cents',
  'reduced_price_cents',
  'currency',
  'market_label',
  'revenue_cents',
  'sde_cents',
  'ebitda_cents',
  'street',
  'city',
  'region',
  'postal_code',
  'phone',
  'email',
  'website',
  'cover_color',
  'description',
  'lease_end',
  'npi',
  'ccn',
  'clia',
  'dea',
  'ein',
  'type_facts',
  'payer_mix',
  'custom',
  'updated_at',
] as const;

export const importedBusinesses: RecordTable = {
  name: 'businesses',
  columns: writtenColumns,
  references: { owner_id: selectMergeTarget },
};

export type BusinessColumns = Omit<
  Pick<Insertable<BusinessesTable>, (typeof writtenColumns)[number]>,
  'custom' | 'type_facts' | 'payer_mix'
> & {
  readonly custom: Readonly<Record<string, unknown>>;
  readonly type_facts: BusinessFacts;
  readonly payer_mix: PayerMix | null;
};

/** The businesses in the actor's scope that have one of these keys, or one of these names; deleted ones included. */
export async function listMatchingBusinesses(
  db: Db,
  actor: Member,
  { keys, isLocking }: { keys: readonly MatchKeys[]; isLocking: boolean },
) {
  const texts = keys.flatMap(({ groups }) => groups.flat());
  const valuesOf = (kind: string): string[] =>
    texts.flatMap((text) => (text.startsWith(`${kind} `) ? [text.slice(kind.length + 1)] : []));
  const names = valuesOf('name').map((text) => text.slice(0, text.indexOf('\n')));
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM businesses WHERE workspace_id = ${actor.workspaceId} AND listing_key = ANY(${valuesOf('listing')})
    UNION SELECT id FROM businesses WHERE workspace_id = ${actor.workspaceId} AND npi = ANY(${valuesOf('npi')})
    UNION SELECT id FROM businesses WHERE workspace_id = ${actor.workspaceId} AND ccn = ANY(${valuesOf('ccn')})
    UNION SELECT id FROM businesses WHERE workspace_id = ${actor.workspaceId} AND name_sort = ANY(${names})`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const query = fromBusinesses(db, actor)
    .select(['businesses.id', 'businesses.version', 'businesses.deleted_at'])
    .select(writtenColumns.map((column) => `businesses.${column}` as const))
    .select([selectCoOwners(actor).as('co_owners'), selectBuyerIds(actor.workspaceId).as('buyer_ids')])
    .where(sql<boolean>`businesses.id = ANY(${ids}::uuid[])`)
    .where(inBusinessScope(actor))
    .orderBy('businesses.id');
  return (isLocking ? query.forUpdate('businesses') : query).execute();
}

export type StoredBusiness = Awaited<ReturnType<typeof listMatchingBusinesses>>[number];

/** The active businesses of the workspace that have one of these listing numbers, in the actor's scope or not. */
export async function findListings(
  db: Db,
  workspaceId: string,
  listingKeys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('businesses')
    .select(['id', 'listing_key'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`listing_key = ANY(${[...listingKeys]}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, listing_key }) => [listing_key ?? '', id]));
}

/** For each text the ids of the active customers in the actor's scope with this email address, NPI, or exact name. */
export async function findOwners(
  db: Db,
  actor: Member,
  texts: readonly string[],
): Promise<Map<string, string[]>> {
  if (texts.length === 0) return new Map();
  const emails = texts.map(emailKey);
  const { rows } = await sql<{ key: string; id: string }>`
    SELECT found.key, customers.id FROM (
      SELECT npi AS key, id FROM customers WHERE workspace_id = ${actor.workspaceId} AND npi = ANY(${[...texts]})
      UNION SELECT email_key, id FROM customers WHERE workspace_id = ${actor.workspaceId} AND email_key = ANY(${emails})
      UNION SELECT value_key, customer_id FROM customer_contact_points WHERE workspace_id = ${actor.workspaceId} AND kind = 'email' AND value_key = ANY(${emails})
      UNION SELECT name_sort, id FROM customers WHERE workspace_id = ${actor.workspaceId} AND name_sort = ANY(${texts.map(fold)})
    ) AS found JOIN customers ON customers.workspace_id = ${actor.workspaceId} AND customers.id = found.id
    WHERE customers.deleted_at IS NULL AND customers.merged_into IS NULL AND ${inCustomerScope(actor)}`.execute(
    db,
  );
  return groupIdsByText(texts, rows);
}

/** Updates the planner's statistics of the tables that an import of businesses fills. */
export async function analyzeBusinesses(db: Db): Promise<void> {
  await sql`SELECT analyze_businesses()`.execute(db);
}

/** The businesses of some rows of an import, locked. */
export function lockImported(db: Db, key: ImportKey, rows: readonly number[]): Promise<RecordNow[]> {
  const keepReason = sql`CASE WHEN EXISTS (SELECT FROM activities WHERE activities.workspace_id = ${key.workspaceId} AND activities.business_id = businesses.id
    AND NOT (activities.type = 'business.imported' AND activities.subject_id = ${key.importId}))
    THEN 'Has notes, tasks, emails, or other entries added after the import.' END`;
  return lockRecords(db, importedBusinesses, { key, rows, keepReason });
}

type OwnerChange = {
  readonly businessId: string;
  readonly formerOwnerId: string | null;
  readonly ownerId: string | null;
};

/** Removes the shares that a merge gave to main owners who are about to change; returns their rows by business. */
export async function takeFormerShares(
  db: Db,
  { workspaceId }: ImportKey,
  owners: readonly OwnerChange[],
): Promise<Map<string, object[]>> {
  const changed = owners.filter(({ formerOwnerId, ownerId }) => formerOwnerId !== ownerId);
  const { rows } = await sql<{ business_id: string; share: object }>`
    DELETE FROM business_co_owners AS co
    USING json_to_recordset(${JSON.stringify(changed)}::json) AS owners ("businessId" uuid, "formerOwnerId" uuid)
    WHERE co.workspace_id = ${workspaceId} AND co.business_id = owners."businessId" AND co.customer_id = owners."formerOwnerId"
    RETURNING co.business_id, to_json(co) AS share`.execute(db);
  const byBusiness = Map.groupBy(rows, ({ business_id }) => business_id);
  return new Map([...byBusiness].map(([id, shares]) => [id, shares.map(({ share }) => share)]));
}

/** Returns what `takeFormerShares` removed. */
export async function restoreFormerShares(
  db: Db,
  { workspaceId, importId }: ImportKey,
  rows: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO business_co_owners (workspace_id, id, business_id, customer_id, share_basis_points)
    SELECT share.workspace_id, share.id, share.business_id, ${selectMergeTarget(workspaceId, sql.ref('share.customer_id'))}, share.share_basis_points
    FROM import_changes AS changes, jsonb_populate_recordset(NULL::business_co_owners, changes.extra->'formerShares') AS share
    WHERE changes.workspace_id = ${workspaceId} AND changes.import_id = ${importId} AND changes.row_number = ANY(${[...rows]}::int[])`.execute(
    db,
  );
}
