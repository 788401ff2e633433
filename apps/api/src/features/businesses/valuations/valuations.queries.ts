import {
  valuationSnapshot,
  type Valuation,
  type ValuationSnapshot,
} from '@handover/contract/businesses/valuations.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';

type BusinessKey = { readonly workspaceId: string; readonly businessId: string };

export async function insertValuation(
  db: Db,
  {
    workspaceId,
    businessId,
    id,
    authorId,
    snapshot,
    now,
  }: BusinessKey & { id: string; authorId: string; snapshot: ValuationSnapshot; now: Date },
): Promise<void> {
  await db
    .insertInto('valuations')
    .values({
      workspace_id: workspaceId,
      id,
      business_id: businessId,
      author_id: authorId,
      snapshot: JSON.stringify(snapshot),
      created_at: now,
    })
    .execute();
}

function fromValuations(db: Db, { workspaceId, businessId }: BusinessKey) {
  return db
    .selectFrom('valuations')
    .innerJoin('users', 'users.id', 'valuations.author_id')
    .leftJoin('valuation_releases', (join) =>
      join
        .onRef('valuation_releases.workspace_id', '=', 'valuations.workspace_id')
        .onRef('valuation_releases.valuation_id', '=', 'valuations.id'),
    )
    .select([
      'valuations.id',
      'valuations.business_id',
      'valuations.author_id',
      'users.display_name as author_name',
      'valuations.snapshot',
      'valuations.created_at',
      'valuation_releases.released_at',
    ])
    .where('valuations.workspace_id', '=', workspaceId)
    .where('valuations.business_id', '=', businessId);
}

/** Up to `limit` valuations of a business with checked access, newest first. */
export async function listValuationRows(
  db: Db,
  { after, limit, ...of }: BusinessKey & { after: Position | null; limit: number },
): Promise<Valuation[]> {
  let query = fromValuations(db, of);
  if (after !== null)
    query = query.where(sql<boolean>`(valuations.created_at, valuations.id) < (${after[0]}, ${after[1]})`);
  const rows = await query
    .orderBy('valuations.created_at', 'desc')
    .orderBy('valuations.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toValuation);
}

export async function countValuations(db: Db, { workspaceId, businessId }: BusinessKey): Promise<number> {
  const { count } = await db
    .selectFrom('valuations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function getValuation(db: Db, { id, ...of }: BusinessKey & { id: string }): Promise<Valuation> {
  return toValuation(await fromValuations(db, of).where('valuations.id', '=', id).executeTakeFirstOrThrow());
}

/** The business of a valuation; the caller checks access to it; null if there is no such valuation. */
export async function findValuedBusiness(
  db: Db,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('valuations')
    .select('business_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.business_id ?? null;
}

type Row = Awaited<ReturnType<ReturnType<typeof fromValuations>['executeTakeFirstOrThrow']>>;

function toValuation(row: Row): Valuation {
  return {
    ...valuationSnapshot.parse(row.snapshot),
    id: row.id,
    businessId: row.business_id,
    author: { id: row.author_id, displayName: row.author_name },
    createdAt: row.created_at.toISOString(),
    releasedAt: row.released_at?.toISOString() ?? null,
  };
}
