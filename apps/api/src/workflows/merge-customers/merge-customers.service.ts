import type { Merge, MergeField, MergePreview } from '@handover/contract/records/merges.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { listCustomFields } from '#platform/records/custom-fields/custom-fields.queries.ts';
import type { MergeKey } from '#platform/records/merge/related-rows.queries.ts';
import type { Records } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { recordOnSurvivor } from './announce.ts';
import { enrichSurvivor, hideMerged, insertMerge } from './customer-rows.queries.ts';
import { hasMembers, isMemberElsewhere, lockCustomers } from './merges.queries.ts';
import { getMerge } from './merges.presenter.ts';
import { moveRelated } from './related.queries.ts';
import { previewMerge } from './preview.ts';
import { orphansQueue, orphanDelaySeconds } from './orphans.job.ts';

type Input = {
  readonly version: number;
  readonly otherId: string;
  readonly otherVersion: number;
  readonly fromOther?: readonly MergeField[] | undefined;
};

/**
 * Merges a customer into another, all of it in the transaction of `work`. Throws NOT_FOUND, STALE_VERSION
 * with a current preview, INVALID_INPUT, RULE_BROKEN with the reason.
 */
export async function mergeCustomers(
  work: Work,
  actor: Member,
  { records, survivorId, input }: { records: Records; survivorId: string; input: Input },
): Promise<Merge> {
  const { otherId } = input;
  const { workspaceId } = actor;
  if (survivorId === otherId) throw invalidField('otherId', 'This is the same customer');
  await listCustomFields(work.db, { workspaceId, recordType: 'customer', isLocking: true });
  const locked = await lockCustomers(work.db, actor, [survivorId, otherId]);
  if (locked.length < 2) throw notFound('customer');
  const preview = await previewMerge(work, actor, { records, survivorId, otherId });
  if (preview.survivor.version !== input.version || preview.other.version !== input.otherVersion)
    throw staleVersion(preview);
  if (preview.obstacle !== null) throw new AppError('RULE_BROKEN', preview.obstacle);
  const fields = preview.fields
    .filter(({ field, isFromOther }) => input.fromOther?.includes(field) ?? isFromOther)
    .map(({ field }) => field);
  await checkAccountType(work, actor, { preview, fields });

  const key = { workspaceId, mergeId: newId(), survivorId, mergedId: otherId };
  await insertMerge(work.db, key, { fields, userId: actor.userId, now: work.now });
  await hideMerged(work.db, key, work.now);
  await enrichSurvivor(work.db, key, { fields, now: work.now });
  await moveRelated(work.db, records, key);
  await recordOnSurvivor(work, actor, { records, key, type: 'customer.merged' });
  await findOrphans(work, key);
  const merge = await getMerge(work, actor, { records, mergeId: key.mergeId });
  const moved = Object.fromEntries(merge.moved.map(({ many, count }) => [many, count]));
  work.audit({ mergeId: key.mergeId, mergedId: otherId, fromOther: fields, moved });
  return merge;
}

/** Only people are members of accounts, and only accounts have members. Throws INVALID_INPUT. */
async function checkAccountType(
  { db }: Work,
  { workspaceId }: Member,
  { preview: { survivor, other }, fields }: { preview: MergePreview; fields: readonly MergeField[] },
): Promise<void> {
  const { accountType } = fields.includes('accountType') ? other : survivor;
  const customerIds = [survivor.id, other.id];
  if (accountType === 'Individual') {
    if (await hasMembers(db, { workspaceId, customerIds }))
      throw invalidField('fromOther', 'An account with members stays Corporate');
    return;
  }
  const pairs = [
    [survivor, other],
    [other, survivor],
  ] as const;
  for (const [person, { id: mergedWith }] of pairs)
    if (
      person.accountType === 'Individual' &&
      (await isMemberElsewhere(db, { workspaceId, memberId: person.id, mergedWith }))
    )
      throw invalidField(
        'fromOther',
        `${person.name} is a member of another account. Remove them from it first, or keep Individual`,
      );
}

/** Concurrent writes to the merged customer are moved once they commit. */
async function findOrphans(work: Work, { workspaceId, mergeId }: MergeKey): Promise<void> {
  for (const seconds of orphanDelaySeconds)
    await work.enqueue(
      orphansQueue,
      { workspaceId, mergeId },
      { startAfter: addMinutes(work.now, seconds / 60) },
    );
}
