import * as z from 'zod/mini';
import type { Db } from '#db/client.ts';
import { invalidField } from '#lib/errors.ts';
import { change, reasons, skip, type BulkTarget, type Change, type Plan } from '../bulk/bulk.ts';
import { listExistingTagIds } from './tags.queries.ts';

export type TagInput = { readonly action: 'tag' | 'untag'; readonly tagIds: readonly string[] };

type TagContext<Target extends BulkTarget> = {
  readonly input: TagInput;
  readonly target: Target;
  /** The tags that it has now. */
  readonly tagIds: readonly string[];
  /** How the timeline and the audit log name the change. */
  readonly entry: Pick<Change, 'operation'> & Partial<Pick<Change, 'activity'>>;
};

/** Throws INVALID_INPUT for a tag that does not exist. */
export async function requireTags(db: Db, workspaceId: string, { tagIds }: TagInput): Promise<void> {
  const existing = await listExistingTagIds(db, workspaceId, tagIds);
  if (tagIds.some((tagId) => !existing.includes(tagId)))
    throw invalidField('input.tagIds', 'One of the tags does not exist');
}

/** Why no record can be tagged anymore, or null. */
export async function findTagObstacle(db: Db, workspaceId: string, input: TagInput): Promise<string | null> {
  if (input.action !== 'tag') return null;
  const existing = await listExistingTagIds(db, workspaceId, input.tagIds);
  return input.tagIds.every((id) => existing.includes(id)) ? null : 'A tag no longer exists.';
}

/** Without tags that have since been deleted, which no record has anymore. */
export async function dropMissingTags<Input extends TagInput>(
  db: Db,
  workspaceId: string,
  input: Input,
): Promise<Input> {
  if (input.action !== 'untag') return input;
  return { ...input, tagIds: await listExistingTagIds(db, workspaceId, input.tagIds) };
}

export function planTags<Target extends BulkTarget>({
  input,
  target,
  tagIds,
  entry,
}: TagContext<Target>): Plan<Target> {
  const isAdding = input.action === 'tag';
  const changed = [...new Set(input.tagIds)].filter((id) => tagIds.includes(id) !== isAdding);
  if (changed.length === 0) return skip(target, isAdding ? 'Already tagged.' : 'Not tagged.');
  return change({
    target,
    ...(isAdding ? { addTagIds: changed } : { removeTagIds: changed }),
    before: { tagIds: changed },
    changed: ['tags'],
    ...entry,
  });
}

const beforeValues = z.object({ tagIds: z._default(z.array(z.string()), []) });

/** Reverts a run's additions and removals, unless they were changed since. */
export function undoTags<Target extends BulkTarget>({
  input,
  target,
  tagIds,
  entry,
  before,
}: TagContext<Target> & { readonly before: unknown }): Plan<Target> {
  const wasAdded = input.action === 'tag';
  const unchanged = beforeValues.parse(before ?? {}).tagIds.filter((id) => tagIds.includes(id) === wasAdded);
  if (unchanged.length === 0) return skip(target, reasons.isChanged);
  const existing = wasAdded ? unchanged : unchanged.filter((id) => input.tagIds.includes(id));
  if (existing.length === 0) return skip(target, 'The tag no longer exists.');
  return change({
    target,
    ...(wasAdded ? { removeTagIds: existing } : { addTagIds: existing }),
    changed: ['tags'],
    ...entry,
  });
}
