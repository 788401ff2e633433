import { customIdOf, toCustomKey } from '@handover/contract/custom-filter.ts';
import { mergeFields, type Merge, type MergeField } from '@handover/contract/merges.ts';
import { customerPolicy } from '#features/customers/customers.policy.ts';
import { notFound } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { obstacleToUndo } from './merge-customers.policy.ts';
import { countMoved, findMerge, findNewerMerge, findActiveMerge } from './merges.queries.ts';

/** A merge and whether it can be undone. Throws NOT_FOUND. */
export async function getMerge({ db }: Work, actor: Member, mergeId: string): Promise<Merge> {
  const row = await findMerge(db, actor, mergeId);
  if (row === undefined) throw notFound('merge');
  const { workspaceId } = actor;
  const partOf = await findActiveMerge(db, workspaceId, row.survivor_id);
  const newer = await findNewerMerge(db, {
    workspaceId,
    survivorId: row.survivor_id,
    version: row.version_after,
  });
  const obstacle = obstacleToUndo({
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
    moved: await countMoved(db, { workspaceId, mergeId }),
    fields: toFields(row.fields),
    createdBy: { id: row.created_by, displayName: row.maker_name },
    createdAt: row.created_at.toISOString(),
    undoneBy:
      row.undone_by === null || row.undoer_name === null
        ? null
        : { id: row.undone_by, displayName: row.undoer_name },
    undoneAt: row.undone_at?.toISOString() ?? null,
    storedFields: [
      ...toFields(row.unrestored_fields),
      ...(row.unrestored_fields.includes('extraEmails') ? (['extraEmails'] as const) : []),
    ],
    canUndo: obstacle === null && customerPolicy.canAny(actor, 'customer:merge'),
    obstacle,
  };
}

/** Stored names in the order of the contract, then the workspace's own fields. */
function toFields(stored: readonly string[]): MergeField[] {
  const own = stored.flatMap((name) => customIdOf(name) ?? []);
  return [...mergeFields.filter((field) => stored.includes(field)), ...own.map(toCustomKey)];
}
