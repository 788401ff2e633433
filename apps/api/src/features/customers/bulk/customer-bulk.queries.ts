import type { ContactPoint } from '@handover/contract/contact-points.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { customerPolicy } from '../customers.policy.ts';
import { contactPointsOfCustomer } from '../customer-rows.queries.ts';
import { inCustomerScope } from '../customers.public.ts';
import type { Change } from '#platform/records/bulk/bulk.ts';
import type { Member } from '#platform/session/actor.ts';

type Locked = {
  readonly id: string;
  readonly email: string | null;
  readonly contact_points: readonly ContactPoint[];
  readonly user_id: string | null;
  readonly status: 'active' | 'banned';
  readonly banned_reason: string | null;
  readonly broker_id: string | null;
  readonly deleted_at: Date | null;
  readonly unsubscribed_at: Date | null;
  readonly version: number;
};

export type Target = Locked & { readonly tagIds: readonly string[] };

/** The unmerged customers that the member may currently see, locked until the transaction ends. */
export function lockTargets(db: Db, member: Member, ids: readonly string[]): Promise<Target[]> {
  return readTargets(db, member, { ids, lock: sql`FOR UPDATE` });
}

/** Same, without locks. */
export function findTargets(db: Db, member: Member, ids: readonly string[]): Promise<Target[]> {
  return readTargets(db, member, { ids, lock: sql`` });
}

async function readTargets(
  db: Db,
  member: Member,
  { ids, lock }: { ids: readonly string[]; lock: RawBuilder<unknown> },
): Promise<Target[]> {
  const isVisible = customerPolicy.seesTrash(member) ? sql`true` : sql`deleted_at IS NULL`;
  const { rows } = await sql<Locked>`
    SELECT id, email, ${contactPointsOfCustomer} AS contact_points, user_id, status, banned_reason, broker_id, deleted_at, unsubscribed_at, version FROM customers
    WHERE ${inCustomerScope(member)} AND id = ANY(${ids}) AND merged_into IS NULL AND ${isVisible} ORDER BY id ${lock}`.execute(
    db,
  );
  // A separate statement, so that tags are read after the lock.
  const { rows: links } = await sql<{ customer_id: string; tag_ids: string[] }>`
    SELECT customer_id, array_agg(tag_id) AS tag_ids FROM customer_tags
    WHERE workspace_id = ${member.workspaceId} AND customer_id = ANY(${ids}) GROUP BY customer_id`.execute(
    db,
  );
  const tagIds = new Map(links.map((link) => [link.customer_id, link.tag_ids]));
  return rows.map((row) => ({ ...row, tagIds: tagIds.get(row.id) ?? [] }));
}

export async function writeTags(
  db: Db,
  { workspaceId, changes }: { workspaceId: string; changes: readonly Change<Target>[] },
): Promise<void> {
  const links = (tagIdsOf: (change: Change<Target>) => readonly string[] | undefined) =>
    JSON.stringify(
      changes.flatMap((change) =>
        (tagIdsOf(change) ?? []).map((tagId) => ({ customer_id: change.target.id, tag_id: tagId })),
      ),
    );
  await sql`
    INSERT INTO customer_tags (workspace_id, customer_id, tag_id)
    SELECT ${workspaceId}::uuid, customer_id, tag_id FROM json_populate_recordset(NULL::customer_tags, ${links(({ addTagIds }) => addTagIds)}::json)
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    DELETE FROM customer_tags USING json_populate_recordset(NULL::customer_tags, ${links(({ removeTagIds }) => removeTagIds)}::json) AS r
    WHERE customer_tags.workspace_id = ${workspaceId} AND customer_tags.customer_id = r.customer_id AND customer_tags.tag_id = r.tag_id`.execute(
    db,
  );
}

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
