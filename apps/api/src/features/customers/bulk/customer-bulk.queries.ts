import type { ContactPoint } from '@handover/contract/customers/contact-points.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { customerPolicy } from '../customers.policy.ts';
import { contactPointsOfCustomer, customerTags } from '../customer-rows.queries.ts';
import { inCustomerScope, unsubscribedAt } from '../customers.public.ts';
import { listTagIds } from '#platform/records/tags/tags.queries.ts';
import type { Member } from '#platform/session/actor.ts';

type LockedCustomer = {
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

export type Target = LockedCustomer & { readonly tagIds: readonly string[] };

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
  const { rows } = await sql<LockedCustomer>`
    SELECT id, email, ${contactPointsOfCustomer} AS contact_points, user_id, status, banned_reason, broker_id, deleted_at, ${unsubscribedAt} AS unsubscribed_at, version FROM customers
    WHERE ${inCustomerScope(member)} AND id = ANY(${ids}) AND merged_into IS NULL AND ${isVisible} ORDER BY id ${lock}`.execute(
    db,
  );
  // A separate statement, so that tags are read after the lock.
  const tagIds = await listTagIds(db, customerTags, { workspaceId: member.workspaceId, ids });
  return rows.map((row) => ({ ...row, tagIds: tagIds.get(row.id) ?? [] }));
}
