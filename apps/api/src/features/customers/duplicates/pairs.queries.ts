import type { DuplicateReason } from '@handover/contract/records/merges.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import { inCustomerScope } from '../customers.public.ts';
import type { Member } from '#platform/session/actor.ts';

export type PairRow = {
  readonly low_id: string;
  readonly high_id: string;
  readonly reasons: DuplicateReason[];
  readonly score: number;
};

type Pair = { readonly workspaceId: string; readonly oneId: string; readonly otherId: string };

/** Up to `limit` current pairs of customers that the member may see, most likely first. */
export async function listPairRows(
  db: Db,
  member: Member,
  { after, limit }: { after: Position | null; limit: number },
): Promise<PairRow[]> {
  const next = after === null ? sql`true` : sql`(score, low_id, high_id) < (${sql.join([...after])})`;
  const { rows } = await sql<PairRow>`
    SELECT low_id, high_id, reasons, score FROM duplicate_pairs WHERE ${isUnresolved(member)} AND ${next}
    ORDER BY score DESC, low_id DESC, high_id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countPairs(db: Db, member: Member): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM duplicate_pairs WHERE ${isUnresolved(member)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function isUnresolved(member: Member): RawBuilder<unknown> {
  const { workspaceId } = member;
  const seen = sql`(SELECT customers.id FROM customers WHERE ${inCustomerScope(member)} AND customers.deleted_at IS NULL)`;
  return sql`duplicate_pairs.workspace_id = ${workspaceId} AND low_id IN ${seen} AND high_id IN ${seen}
    AND NOT ${isDismissed(workspaceId, sql`duplicate_pairs.low_id`, sql`duplicate_pairs.high_id`)}`;
}

/** Whether the pair was dismissed. */
export function isDismissed(
  workspaceId: string,
  lowId: RawBuilder<unknown>,
  highId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM duplicate_dismissals d WHERE d.workspace_id = ${workspaceId} AND d.low_id = ${lowId} AND d.high_id = ${highId})`;
}

/** Details of customers in lists of pairs. */
export function listParties(db: Db, workspaceId: string, ids: readonly string[]) {
  return db
    .selectFrom('customers')
    .innerJoin('customer_stats', (join) =>
      join
        .onRef('customer_stats.workspace_id', '=', 'customers.workspace_id')
        .onRef('customer_stats.customer_id', '=', 'customers.id'),
    )
    .select([
      'customers.id',
      'customers.name',
      'customers.account_type',
      'customers.email',
      'customers.phone',
      'customers.company',
      'customers.npi',
      'customers.city',
      'customers.region',
      'customers.created_at',
      'customer_stats.activity_count',
    ])
    .where('customers.workspace_id', '=', workspaceId)
    .where('customers.id', 'in', [...ids])
    .execute();
}

export type PartyRow = Awaited<ReturnType<typeof listParties>>[number];

export async function insertDismissal(
  db: Db,
  { workspaceId, oneId, otherId, userId, now }: Pair & { userId: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO duplicate_dismissals (workspace_id, low_id, high_id, dismissed_by, dismissed_at)
    VALUES (${workspaceId}, least(${oneId}::uuid, ${otherId}::uuid), greatest(${oneId}::uuid, ${otherId}::uuid), ${userId}, ${now})
    ON CONFLICT DO NOTHING`.execute(db);
}

export async function deleteDismissal(db: Db, { workspaceId, oneId, otherId }: Pair): Promise<void> {
  await sql`
    DELETE FROM duplicate_dismissals WHERE workspace_id = ${workspaceId}
      AND low_id = least(${oneId}::uuid, ${otherId}::uuid) AND high_id = greatest(${oneId}::uuid, ${otherId}::uuid)`.execute(
    db,
  );
}
