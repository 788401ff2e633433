import type {
  ChecklistType,
  ClosingChecklist,
  UpdateClosingChecklist,
} from '@handover/contract/deals/closing-checklists.ts';
import { getDefaultChecklist } from '@handover/contract/deals/default-closing-checklists.ts';
import { notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findChecklist, setChecklist, type ChecklistValues } from './closing-checklists.queries.ts';

type Place = { readonly type: ChecklistType };

/** For new deals; existing deals keep their checklists. Throws STALE_VERSION with the current checklist. */
export async function changeChecklist(
  work: Work,
  actor: Member,
  { type, version, items, ...values }: Place & UpdateClosingChecklist,
): Promise<ClosingChecklist> {
  const key = { workspaceId: actor.workspaceId, type };
  const before = await findChecklist(work.db, key);
  if (before === null) throw notFound('closing checklist');
  const lines = withKeys(items, [...before.items, ...getDefaultChecklist(type).items]);
  const after = await setChecklist(work.db, { ...key, version, values: { ...values, items: lines } });
  if (after === null) throw staleVersion(await findChecklist(work.db, key));
  work.audit({ type, from: toValues(before), to: toValues(after) });
  work.publish({ workspaceId: actor.workspaceId, noun: 'workspace', id: actor.workspaceId });
  return after;
}

/** Resets the checklist of a type to its default. Throws like `changeChecklist`. */
export function resetChecklist(
  work: Work,
  actor: Member,
  { type, version }: Place & { readonly version: number },
): Promise<ClosingChecklist> {
  return changeChecklist(work, actor, { ...getDefaultChecklist(type), type, version });
}

/**
 * Each existing key is kept by one line; every other line gets a new key, so that no two lines of a deal share a key.
 */
function withKeys(
  items: UpdateClosingChecklist['items'],
  existing: ClosingChecklist['items'],
): ClosingChecklist['items'] {
  const free = new Set(existing.map(({ key }) => key));
  return items.map(({ key, ...item }) => ({
    key: key !== null && free.delete(key) ? key : newId(),
    ...item,
  }));
}

function toValues({ items, source, asOf, confidence, note }: ClosingChecklist): ChecklistValues {
  return { items, source, asOf, confidence, note };
}
