import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import type { MergePreview } from '@handover/contract/records/merges.ts';
import { presentCustomerDetail } from '#features/customers/customers.presenter.ts';
import { loadCustomer } from '#features/customers/customers.service.ts';
import { findDealConflict } from '#features/deals/deals.public.ts';
import { invalidField } from '#lib/errors.ts';
import type { Records } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  countNewContactPoints,
  listDefaultsFromOther,
  listDifferingFields,
  toMovedCounts,
} from './fields.ts';
import { findMergeObstacle } from './merge-customers.policy.ts';
import { findActiveMerge, hasMembers } from './merges.queries.ts';
import { countRelated } from './related.queries.ts';

type Pair = { readonly survivorId: string; readonly otherId: string };

/**
 * The values and rows that merging `otherId` into `survivorId` would choose and move. Throws NOT_FOUND, or
 * INVALID_INPUT if both are the same.
 */
export async function previewMerge(
  work: Work,
  actor: Member,
  { records, survivorId, otherId }: Pair & { records: Records },
): Promise<MergePreview> {
  if (survivorId === otherId) throw invalidField('otherId', 'This is the same customer');
  const survivor = presentCustomerDetail(actor, await loadCustomer(work, actor, survivorId));
  const other = presentCustomerDetail(actor, await loadCustomer(work, actor, otherId));
  const { workspaceId } = actor;
  const fromOther = listDefaultsFromOther(survivor, other, {
    hasMembers: await hasMembers(work.db, { workspaceId, customerIds: [survivorId, otherId] }),
  });
  const related = await countRelated(work.db, records, { workspaceId, customerId: otherId });
  const contactPoints = countNewContactPoints(survivor, other);
  return {
    survivor,
    other,
    fields: listDifferingFields(survivor, other).map((field) => ({
      field,
      isFromOther: fromOther.includes(field),
    })),
    moved: [...related, ...toMovedCounts({ contactPoints, logins: other.login === 'active' ? 1 : 0 })],
    obstacle: findMergeObstacle(
      await withMerge(work, actor, survivor),
      await withMerge(work, actor, other),
      await findDealConflict(work.db, { workspaceId, customerIds: [survivorId, otherId] }),
    ),
  };
}

async function withMerge(
  { db }: Work,
  { workspaceId }: Member,
  customer: CustomerDetail,
): Promise<CustomerDetail & { partOf: string | null }> {
  const merge = customer.deletedAt === null ? undefined : await findActiveMerge(db, workspaceId, customer.id);
  return { ...customer, partOf: merge?.survivor_name ?? null };
}
