import type { DuplicateReason } from '@handover/contract/records/merges.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { inCustomerScope } from '../customers.public.ts';
import type { Member } from '#platform/session/actor.ts';
import { isDismissed } from './pairs.queries.ts';

/** A value shared by more customers is not evidence, such as a switchboard number or "John Smith". */
const maxInCommon = 5;
/** Minimum trigram similarity of names; "jon smith" and "john smith" have 0.62. */
const likeness = 0.6;

/**
 * How to find similar names. `everywhere` uses the trigram index, about 10 ms per customer among 100,000; `neighbours`
 * compares adjacent names in alphabetical order, which is fast at any size.
 */
export type NameSearch = 'everywhere' | 'neighbours';

export type Candidate = {
  readonly one_id: string;
  readonly other_id: string;
  readonly reasons: DuplicateReason[];
  readonly score: number;
};

type Search = { readonly workspaceId: string; readonly ids: readonly string[]; readonly names: NameSearch };

/** Possible duplicates of these customers, regardless of who may see them. */
export async function findCandidates(db: Db, search: Search): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`${selectCandidates(search)} SELECT * FROM candidates`.execute(db);
  return rows;
}

/** The most likely duplicates of one customer that the member may see and that were not dismissed. */
export async function findCustomerCandidates(
  db: Db,
  member: Member,
  { customerId, limit }: { customerId: string; limit: number },
): Promise<Candidate[]> {
  const { workspaceId } = member;
  const { rows } = await sql<Candidate>`
    ${selectCandidates({ workspaceId, ids: [customerId], names: 'everywhere' })}
    SELECT candidates.* FROM candidates JOIN customers ON customers.id = candidates.other_id AND ${inCustomerScope(member)}
    WHERE NOT ${isDismissed(workspaceId, sql`least(one_id, other_id)`, sql`greatest(one_id, other_id)`)}
    ORDER BY score DESC, other_id LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Common table expressions up to `candidates (one_id, other_id, reasons, score)`. Each reason uses its own
 * index. Two different NPIs rule out a pair.
 */
function selectCandidates({ workspaceId, ids, names }: Search): RawBuilder<unknown> {
  const inWorkspace = sql`workspace_id = ${workspaceId}`;
  const others = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`CROSS JOIN LATERAL (
    SELECT id FROM customers WHERE ${inWorkspace} AND ${condition} AND deleted_at IS NULL AND id <> mine.id LIMIT ${maxInCommon + 1}) AS c`;
  const otherPoints = (kind: 'email' | 'phone'): RawBuilder<unknown> => sql`CROSS JOIN LATERAL (
    SELECT customer_id FROM customer_contact_points WHERE ${inWorkspace} AND kind = ${sql.lit(kind)} AND value_key = ${sql.ref(`mine.${kind}_key`)}
      AND customer_id <> mine.id LIMIT ${maxInCommon + 1}) AS c`;
  return sql`
    WITH mine AS (
      SELECT id, name_sort, email_key, phone_key, npi FROM customers
      WHERE ${inWorkspace} AND id = ANY(${ids}::uuid[]) AND deleted_at IS NULL
    ), points AS (
      SELECT mine.id, p.kind, p.value_key AS email_key, p.value_key AS phone_key
      FROM mine JOIN customer_contact_points p ON p.workspace_id = ${workspaceId} AND p.customer_id = mine.id
    ), addresses AS (
      SELECT id, email_key FROM mine WHERE email_key IS NOT NULL
      UNION SELECT id, email_key FROM points WHERE kind = 'email'
    ), phones AS (
      SELECT id, phone_key FROM mine WHERE phone_key IS NOT NULL
      UNION SELECT id, phone_key FROM points WHERE kind = 'phone'
    ), found AS (
      SELECT mine.id AS one_id, c.id AS other_id, 'npi' AS reason FROM mine ${others(sql`npi = mine.npi`)}
      UNION SELECT mine.id, c.id, 'email' FROM addresses AS mine ${others(sql`email_key = mine.email_key`)}
      UNION SELECT mine.id, c.customer_id, 'email' FROM addresses AS mine ${otherPoints('email')}
      UNION SELECT mine.id, c.id, 'phone' FROM phones AS mine ${others(sql`phone_key = mine.phone_key`)}
      UNION SELECT mine.id, c.customer_id, 'phone' FROM phones AS mine ${otherPoints('phone')}
      UNION SELECT mine.id, c.id, 'same name' FROM mine ${others(sql`name_sort = mine.name_sort`)}
      UNION SELECT mine.id, c.id, 'alike name' FROM mine CROSS JOIN LATERAL (${names === 'everywhere' ? selectSimilarAnywhere(workspaceId) : selectSimilarNeighbors(workspaceId)}) AS c
    ), telling AS (
      SELECT one_id, other_id, reason FROM (
        SELECT one_id, other_id, reason, count(*) OVER (PARTITION BY one_id, reason) AS in_common FROM found) AS counted
      WHERE in_common <= ${maxInCommon}
    ), candidates AS (
      SELECT one_id, other_id,
        array_remove(ARRAY[CASE WHEN bool_or(reason = 'npi') THEN 'npi' END, CASE WHEN bool_or(reason = 'email') THEN 'email' END,
          CASE WHEN bool_or(reason = 'phone') THEN 'phone' END, CASE WHEN bool_or(reason LIKE '%name') THEN 'name' END], NULL) AS reasons,
        (CASE WHEN bool_or(reason = 'npi') THEN 100 ELSE 0 END + CASE WHEN bool_or(reason = 'email') THEN 60 ELSE 0 END
          + CASE WHEN bool_or(reason = 'phone') THEN 40 ELSE 0 END
          + CASE WHEN bool_or(reason LIKE '%name') THEN round(30 * similarity(min(mine.name_sort), min(other.name_sort)))::int ELSE 0 END) AS score
      FROM telling JOIN mine ON mine.id = one_id
        JOIN customers AS other ON other.workspace_id = ${workspaceId} AND other.id = other_id AND other.deleted_at IS NULL
      WHERE coalesce(mine.npi = other.npi, true)
      GROUP BY one_id, other_id
    )`;
}

function selectSimilarAnywhere(workspaceId: string): RawBuilder<unknown> {
  return sql`SELECT alike.id FROM customers_named_like(${workspaceId}::uuid, mine.name_sort, ${maxInCommon + 2}) AS alike(id) WHERE alike.id <> mine.id`;
}

/** Adjacent names, by given name first and by family name first, plus earlier candidates. */
function selectSimilarNeighbors(workspaceId: string): RawBuilder<unknown> {
  const known = sql`SELECT customers.id, customers.name_sort FROM (
    SELECT high_id AS id FROM duplicate_pairs WHERE workspace_id = ${workspaceId} AND low_id = mine.id
    UNION ALL SELECT low_id FROM duplicate_pairs WHERE workspace_id = ${workspaceId} AND high_id = mine.id) AS pairs
    JOIN customers ON customers.workspace_id = ${workspaceId} AND customers.id = pairs.id`;
  return sql`SELECT near.id FROM (SELECT id, name_sort FROM customers_named_next_to(${workspaceId}::uuid, mine.name_sort) UNION ${known}) AS near
    WHERE near.id <> mine.id AND near.name_sort <> mine.name_sort AND similarity(near.name_sort, mine.name_sort) >= ${likeness}`;
}
