import { parseCustomFieldKey } from '@handover/contract/records/custom-filter.ts';
import type { Merge, MergeField } from '@handover/contract/records/merges.ts';
import { setLogin } from '#features/customers/customer-status.service.ts';
import { loadCustomer } from '#features/customers/customers.service.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { listCustomFields } from '#platform/records/custom-fields/custom-fields.queries.ts';
import type { MergeKey } from '#platform/records/merge/related-rows.queries.ts';
import type { Records } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { customerQuota } from '#features/customers/customers.public.ts';
import { lockQuota } from '#platform/workspace-limits/quota.ts';
import { recordOnSurvivor } from './announce.ts';
import {
  markUndone,
  readSnapshots,
  restoreMerged,
  restoreSurvivor,
  type Snapshots,
} from './customer-rows.queries.ts';
import { listColumns, getCustomValues } from './fields.ts';
import { getMerge } from './merges.presenter.ts';
import { lockCustomers } from './merges.queries.ts';
import { restoreRelated } from './related.queries.ts';

/**
 * Undoes a merge in the transaction of `work`. Rows added to the survivor since are kept there; fields that people have
 * changed since keep their value and are listed. Throws NOT_FOUND, RULE_BROKEN with the reason, WORKSPACE_LIMIT if
 * there is no quota for another customer.
 */
export async function undoMerge(
  work: Work,
  actor: Member,
  { records, mergeId }: { records: Records; mergeId: string },
): Promise<Merge> {
  const found = await getMerge(work, actor, { records, mergeId });
  const quota = await lockQuota(work, { workspaceId: actor.workspaceId, quota: customerQuota });
  await listCustomFields(work.db, {
    workspaceId: actor.workspaceId,
    recordType: 'customer',
    isLocking: true,
  });
  const locked = await lockCustomers(work.db, actor, [found.survivor.id, found.merged.id]);
  if (locked.length < 2) throw notFound('merge');
  // Read again under the locks, so that it can no longer change.
  const { survivor, merged, obstacle } = await getMerge(work, actor, { records, mergeId });
  if (obstacle !== null) throw new AppError('RULE_BROKEN', obstacle);
  if (quota.left < 1) throw new AppError('WORKSPACE_LIMIT', quota.refusal);
  const key = {
    workspaceId: actor.workspaceId,
    mergeId,
    survivorId: survivor.id,
    mergedId: merged.id,
  };
  const snapshots = await readSnapshots(work.db, key);
  const changed = snapshots.fields.filter((field) => isChanged(snapshots, field));
  const fields = snapshots.fields.filter((field) => !changed.includes(field));
  const hasSamePoints = snapshots.has_same_points;
  const storedFields = hasSamePoints ? changed : [...changed, 'contactPoints'];
  await restoreSurvivor(work.db, key, { fields, hasSamePoints, now: work.now });
  await restoreMerged(work.db, key, work.now);
  await markUndone(work.db, key, { userId: actor.userId, storedFields, now: work.now });
  await restoreRelated(work.db, records, key);
  await followBan(work, actor, key);
  await recordOnSurvivor(work, actor, { records, key, type: 'customer.unmerged' });
  work.audit({ mergeId, survivorId: survivor.id, mergedId: merged.id, storedFields });
  return getMerge(work, actor, { records, mergeId });
}

/** A login that went with the merge follows the ban of the customer it returns to. */
async function followBan(work: Work, actor: Member, { survivorId, mergedId }: MergeKey): Promise<void> {
  const survivor = await loadCustomer(work, actor, survivorId);
  const merged = await loadCustomer(work, actor, mergedId);
  if (merged.user_id === null || merged.status === survivor.status) return;
  await setLogin(work, {
    workspaceId: actor.workspaceId,
    userId: merged.user_id,
    status: merged.status,
    reason: merged.banned_reason,
  });
}

function isChanged({ after, now }: Snapshots, field: MergeField): boolean {
  const fieldId = parseCustomFieldKey(field);
  if (fieldId !== null) return getCustomValues(after)[fieldId] !== getCustomValues(now)[fieldId];
  return listColumns(field).some((column) => after[column] !== now[column]);
}
