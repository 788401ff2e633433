import { searchParts } from '#features/customers/customer-columns.ts';
import { loadCustomer } from '#features/customers/customers.service.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import { listMovedIds, type MergeKey } from '#platform/records/merge/related-rows.queries.ts';
import type { Records } from '#platform/records/record.ts';
import { indexForSearch } from '#platform/search/search-entries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';

/** Records a merge or its undo on the survivor's timeline, updates its search entry, and notifies open screens. */
export async function recordOnSurvivor(
  work: Work,
  actor: Member,
  { records, key, type }: { records: Records; key: MergeKey; type: 'customer.merged' | 'customer.unmerged' },
): Promise<void> {
  await recordActivity(work, {
    ...byMember(actor, key.survivorId),
    type,
    subject: { kind: 'merge', id: key.mergeId },
  });
  const survivor = await loadCustomer(work, actor, key.survivorId);
  await indexForSearch(work.db, {
    workspaceId: key.workspaceId,
    kind: 'customer',
    recordId: key.survivorId,
    parts: searchParts(survivor),
  });
  await publishBoth(work, records, key);
}

/** Everything that both customers show may have moved. */
export async function publishBoth(work: Work, records: Records, key: MergeKey): Promise<void> {
  const { workspaceId, mergeId } = key;
  for (const customerId of [key.survivorId, key.mergedId]) {
    work.publish({ workspaceId, noun: 'customer', id: customerId, customerId, isForClient: true });
    for (const noun of ['note', 'message'] as const)
      work.publish({ workspaceId, noun, id: mergeId, customerId, isForClient: true });
  }
  for (const { type, live, references } of records.all)
    if (live?.audience === 'record' && references !== undefined)
      for (const id of await listMovedIds(work.db, { workspaceId, mergeId, kind: type }))
        work.publish({ workspaceId, noun: type, id, isForClient: true });
}
