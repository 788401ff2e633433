import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { extraEmailsOfCustomer } from '#platform/customers/customer-rows.queries.ts';
import { inCustomerScope } from '#platform/customers/scope.ts';
import type { Member } from '#platform/session/actor.ts';

type Locked = {
  readonly id: string;
  readonly email: string | null;
  readonly extra_emails: readonly string[];
  readonly user_id: string | null;
  readonly status: 'active' | 'banned';
  readonly banned_reason: string | null;
  readonly broker_id: string | null;
  readonly deleted_at: Date | null;
  readonly unsubscribed_at: Date | null;
  readonly version: number;
};

/** A customer as it stands when its turn comes. */
export type Target = Locked & { readonly tagIds: readonly string[] };

/** Those of the customers that the member may see by now and that are not part of others, locked until the transaction ends. */
export function lockTargets(
  db: Db,
  member: Member,
  customerIds: readonly string[],
): Promise<Map<string, Target>> {
  return readTargets(db, member, { customerIds, lock: sql`FOR UPDATE` });
}

/** The same, to look at. */
export function findTargets(
  db: Db,
  member: Member,
  customerIds: readonly string[],
): Promise<Map<string, Target>> {
  return readTargets(db, member, { customerIds, lock: sql`` });
}

async function readTargets(
  db: Db,
  member: Member,
  { customerIds, lock }: { customerIds: readonly string[]; lock: RawBuilder<unknown> },
): Promise<Map<string, Target>> {
  const { rows } = await sql<Locked>`
    SELECT id, email, ${extraEmailsOfCustomer} AS extra_emails, user_id, status, banned_reason, broker_id, deleted_at, unsubscribed_at, version FROM customers
    WHERE ${inCustomerScope(member)} AND id = ANY(${customerIds}) AND merged_into IS NULL ORDER BY id ${lock}`.execute(
    db,
  );
  // A statement of its own: tags are read as they are once the lock is held.
  const { rows: links } = await sql<{ customer_id: string; tag_ids: string[] }>`
    SELECT customer_id, array_agg(tag_id) AS tag_ids FROM customer_tags
    WHERE workspace_id = ${member.workspaceId} AND customer_id = ANY(${customerIds}) GROUP BY customer_id`.execute(
    db,
  );
  const tagIds = new Map(links.map((link) => [link.customer_id, link.tag_ids]));
  return new Map(rows.map((row) => [row.id, { ...row, tagIds: tagIds.get(row.id) ?? [] }]));
}

/** Those of the tags that there are. */
export async function listExistingTagIds(
  db: Db,
  workspaceId: string,
  tagIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('tags')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...tagIds])
    .execute();
  return rows.map((row) => row.id);
}

/** Columns and kinds of entry by which the timeline tells that a value was changed. */
export type ChangeMark = { readonly column: string | null; readonly types: readonly string[] };

/**
 * Those of the customers on whose timeline a change of the value stands since the run had its turn with
 * them, whoever made it.
 */
export async function listChangedSince(
  db: Db,
  { workspaceId, runId }: { workspaceId: string; runId: string },
  { customers, mark }: { customers: readonly { customer_id: string; done_at: Date }[]; mark: ChangeMark },
): Promise<Set<string>> {
  const { rows } = await sql<{ customer_id: string }>`
    SELECT DISTINCT a.customer_id
    FROM json_to_recordset(${JSON.stringify(customers)}::json) AS c (customer_id uuid, done_at timestamptz)
    JOIN activities a ON a.workspace_id = ${workspaceId} AND a.customer_id = c.customer_id AND a.occurred_at >= c.done_at
    WHERE a.detail->>'bulkRunId' IS DISTINCT FROM ${runId}
      AND (a.type = ANY(${mark.types}) OR (${mark.column}::text IS NOT NULL AND a.detail->'changed' ? ${mark.column}::text))`.execute(
    db,
  );
  return new Set(rows.map((row) => row.customer_id));
}
