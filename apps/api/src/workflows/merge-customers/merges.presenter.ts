import { parseCustomFieldKey, toCustomKey } from '@handover/contract/records/custom-filter.ts';
import { mergeFields, type Merge, type MergeField } from '@handover/contract/records/merges.ts';
import { customerPolicy } from '#features/customers/customers.policy.ts';
import type { Db } from '#db/client.ts';
import { notFound } from '#lib/errors.ts';
import { listCustomFields } from '#platform/records/custom-fields/custom-fields.queries.ts';
import { formatCustomValue } from '#platform/records/custom-fields/custom-values.ts';
import type { Records } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findUndoObstacle } from './merge-customers.policy.ts';
import { toMovedCounts, type StoredRow, listUnusedValues } from './fields.ts';
import {
  countMovedParts,
  findActiveMerge,
  findMerge,
  findNewerMerge,
  findUserNames,
} from './merges.queries.ts';
import { countMoved } from './related.queries.ts';

/** A merge and whether it can be undone. Throws NOT_FOUND. */
export async function getMerge(
  { db }: Work,
  actor: Member,
  { records, mergeId }: { records: Records; mergeId: string },
): Promise<Merge> {
  const row = await findMerge(db, actor, mergeId);
  if (row === undefined) throw notFound('merge');
  const { workspaceId } = actor;
  const partOf = await findActiveMerge(db, workspaceId, row.survivor_id);
  const newer = await findNewerMerge(db, {
    workspaceId,
    survivorId: row.survivor_id,
    version: row.version_after,
  });
  const obstacle = findUndoObstacle({
    isUndone: row.undone_at !== null,
    survivorName: row.survivor_name,
    isSurvivorDeleted: row.survivor_deleted_at !== null,
    partOf: partOf?.survivor_name ?? null,
    tookIn: newer?.merged_name ?? null,
  });
  return {
    id: row.id,
    survivor: { id: row.survivor_id, name: row.survivor_name },
    merged: { id: row.merged_id, name: row.merged_name },
    moved: [
      ...(await countMoved(db, records, { workspaceId, mergeId })),
      ...toMovedCounts(await countMovedParts(db, { workspaceId, mergeId })),
    ],
    fields: toFields(row.fields),
    unused: await presentUnused(db, workspaceId, row),
    createdBy: { id: row.created_by, displayName: row.maker_name },
    createdAt: row.created_at.toISOString(),
    undoneBy:
      row.undone_by === null || row.undoer_name === null
        ? null
        : { id: row.undone_by, displayName: row.undoer_name },
    undoneAt: row.undone_at?.toISOString() ?? null,
    storedFields: [
      ...toFields(row.unrestored_fields),
      ...(row.unrestored_fields.includes('contactPoints') ? (['contactPoints'] as const) : []),
    ],
    canUndo: obstacle === null && customerPolicy.canAny(actor, 'customer:merge'),
    obstacle,
  };
}

/** Values that were not kept, in words. */
async function presentUnused(
  db: Db,
  workspaceId: string,
  merge: Record<'survivor_before' | 'merged_before' | 'survivor_after', StoredRow>,
): Promise<Merge['unused']> {
  const unused = listUnusedValues({
    before: [merge.survivor_before, merge.merged_before],
    after: merge.survivor_after,
  });
  const brokerIds = unused.flatMap(({ field, value }) => (field === 'brokerId' ? [String(value)] : []));
  const brokers = await findUserNames(db, brokerIds);
  const own = await listCustomFields(db, { workspaceId, recordType: 'customer' });
  return unused.flatMap(({ field, value }) => {
    const custom = own.find(({ id }) => id === parseCustomFieldKey(field));
    if (custom !== undefined)
      return { field, value: formatCustomValue(custom, value === true ? undefined : value) ?? '' };
    if (parseCustomFieldKey(field) !== null) return [];
    return { field, value: value === true ? 'Yes' : (brokers.get(String(value)) ?? String(value)) };
  });
}

/** Stored names in the order of the contract, then the workspace's own fields. */
function toFields(stored: readonly string[]): MergeField[] {
  const own = stored.flatMap((name) => parseCustomFieldKey(name) ?? []);
  return [...mergeFields.filter((field) => stored.includes(field)), ...own.map(toCustomKey)];
}
