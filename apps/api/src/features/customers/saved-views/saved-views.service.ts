import { viewSettings, type SavedView, type ViewSettings } from '@handover/contract/saved-views.ts';
import { AppError, forbidden, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { canUpdateView } from './saved-views.policy.ts';
import {
  countOwnViews,
  findViewRow,
  insertView,
  listViewRows,
  setViewDeletedAt,
  updateView,
  type ViewRow,
} from './saved-views.queries.ts';

const maxOwnViews = 100;

/** The views that a member sees, in the order they were made. */
export async function listViews(work: Work, actor: Member): Promise<SavedView[]> {
  const rows = await listViewRows(work.db, actor);
  return rows.map((row) => present(actor, row));
}

/** Saves a view. Throws RULE_BROKEN when the member has too many. */
export async function createView(
  work: Work,
  actor: Member,
  view: { name: string; isShared: boolean; settings: ViewSettings },
): Promise<SavedView> {
  if ((await countOwnViews(work.db, actor)) >= maxOwnViews)
    throw new AppError('RULE_BROKEN', `You have ${String(maxOwnViews)} views. Delete one first.`);
  const id = newId();
  await insertView(work.db, actor, { ...view, id, now: work.now });
  return tell(work, actor, id);
}

/** Changes a view. Throws NOT_FOUND, FORBIDDEN, STALE_VERSION with the view as it stands. */
export async function changeView(
  work: Work,
  actor: Member,
  {
    viewId,
    version,
    ...change
  }: {
    viewId: string;
    version: number;
    name?: string | undefined;
    isShared?: boolean | undefined;
    settings?: ViewSettings | undefined;
  },
): Promise<SavedView> {
  const row = await loadChangeable(work, actor, viewId);
  if (row.deleted_at !== null) throw notFound('view');
  const { name, isShared, settings } = change;
  // An administrator who takes a colleague's view back from the others would lose sight of it too.
  if (isShared === false && row.owner_id !== actor.userId)
    throw forbidden('Only its owner can make this view personal again.');
  const { workspaceId } = actor;
  const isCurrent = await updateView(
    work.db,
    { workspaceId, viewId },
    { version, name, isShared, settings, now: work.now },
  );
  if (!isCurrent) throw staleVersion(present(actor, await load(work, actor, viewId)));
  return tell(work, actor, viewId);
}

/** Deletes a view, or takes that back. Throws NOT_FOUND, FORBIDDEN. */
export async function setViewDeleted(
  work: Work,
  actor: Member,
  { viewId, isDeleted }: { viewId: string; isDeleted: boolean },
): Promise<SavedView> {
  await loadChangeable(work, actor, viewId);
  const { workspaceId } = actor;
  const deletedAt = isDeleted ? work.now : null;
  if (!(await setViewDeletedAt(work.db, { workspaceId, viewId }, { deletedAt, now: work.now })))
    throw notFound('view');
  return tell(work, actor, viewId);
}

async function loadChangeable(work: Work, actor: Member, viewId: string): Promise<ViewRow> {
  const row = await load(work, actor, viewId);
  if (!canUpdateView(actor, row))
    throw forbidden('This view belongs to somebody else. Save one of your own.');
  return row;
}

async function load({ db }: Work, actor: Member, viewId: string): Promise<ViewRow> {
  const row = await findViewRow(db, actor, viewId);
  if (row === undefined) throw notFound('view');
  return row;
}

async function tell(work: Work, actor: Member, viewId: string): Promise<SavedView> {
  const row = await load(work, actor, viewId);
  work.publish({ workspaceId: actor.workspaceId, noun: 'view', id: viewId, version: row.version });
  return present(actor, row);
}

function present(actor: Member, row: ViewRow): SavedView {
  return {
    id: row.id,
    name: row.name,
    isShared: row.is_shared,
    settings: viewSettings.parse(row.settings),
    owner: { id: row.owner_id, displayName: row.owner_name },
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    abilities: { canUpdate: canUpdateView(actor, row) },
  };
}
