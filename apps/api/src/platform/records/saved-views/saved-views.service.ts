import { findViewProblem } from '@handover/contract/records/record-lists.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { viewSettings, type SavedView, type ViewSettings } from '@handover/contract/records/saved-views.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { isRecordAreaOpen, requireRecordArea } from '#platform/session/access.ts';
import { listCustomFields } from '../custom-fields/custom-fields.queries.ts';
import { withoutDeleted } from '../custom-fields/saved-view-cleanup.ts';
import { authorize, can } from './saved-views.policy.ts';
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

/** The views of a record type's list that a member sees, oldest first. Throws FORBIDDEN. */
export async function listViews(work: Work, actor: Member, recordType: RecordType): Promise<SavedView[]> {
  requireRecordArea(actor, recordType);
  const rows = await listViewRows(work.db, actor, recordType);
  return rows.map((row) => present(actor, row));
}

/** Saves a view. Throws FORBIDDEN, INVALID_INPUT for settings of another list, RULE_BROKEN past the limit. */
export async function createView(
  work: Work,
  actor: Member,
  view: { recordType: RecordType; name: string; isShared: boolean; settings: ViewSettings },
): Promise<SavedView> {
  requireRecordArea(actor, view.recordType);
  const settings = await checkSettings(work, actor, view);
  if ((await countOwnViews(work.db, actor)) >= maxOwnViews)
    throw new AppError('RULE_BROKEN', `You have ${String(maxOwnViews)} views. Delete one first.`);
  const id = newId();
  await insertView(work.db, actor, { ...view, settings, id, now: work.now });
  return publishAndReload(work, actor, id);
}

/** Changes a view. Throws NOT_FOUND, RULE_BROKEN in the trash, FORBIDDEN, INVALID_INPUT, STALE_VERSION with the current view. */
export async function updateSavedView(
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
  const row = authorize(actor, 'view:update', await load(work, actor, viewId));
  const { name, isShared } = change;
  const settings =
    change.settings &&
    (await checkSettings(work, actor, { recordType: row.record_type, settings: change.settings }));
  if (isShared === false) authorize(actor, 'view:unshare', row);
  const { workspaceId } = actor;
  const isCurrent = await updateView(
    work.db,
    { workspaceId, viewId },
    { version, name, isShared, settings, now: work.now },
  );
  if (!isCurrent) throw staleVersion(present(actor, await load(work, actor, viewId)));
  // Members who lose the view get no notice with its name.
  if (row.is_shared && isShared === false) work.publish({ workspaceId, noun: 'view', id: workspaceId });
  return publishAndReload(work, actor, viewId);
}

/** Deletes or restores a view. Throws NOT_FOUND, FORBIDDEN. */
export async function setViewDeleted(
  work: Work,
  actor: Member,
  { viewId, isDeleted }: { viewId: string; isDeleted: boolean },
): Promise<SavedView> {
  authorize(actor, 'view:delete', await load(work, actor, viewId));
  const { workspaceId } = actor;
  const deletedAt = isDeleted ? work.now : null;
  if (!(await setViewDeletedAt(work.db, { workspaceId, viewId }, { deletedAt, now: work.now })))
    throw notFound('view');
  return publishAndReload(work, actor, viewId);
}

async function load({ db }: Work, actor: Member, viewId: string): Promise<ViewRow> {
  const row = await findViewRow(db, actor, viewId);
  if (row === undefined || !isRecordAreaOpen(actor, row.record_type)) throw notFound('view');
  return row;
}

async function publishAndReload(work: Work, actor: Member, viewId: string): Promise<SavedView> {
  const row = await load(work, actor, viewId);
  work.publish({ workspaceId: actor.workspaceId, noun: 'view', id: viewId, version: row.version });
  return present(actor, row);
}

/** The settings without custom fields and choices that were deleted since the list was opened. Throws INVALID_INPUT. */
async function checkSettings(
  { db }: Work,
  { workspaceId }: Member,
  { recordType, settings }: { recordType: RecordType; settings: ViewSettings },
): Promise<ViewSettings> {
  const problem = findViewProblem(recordType, settings);
  if (problem !== null) throw invalidField(`settings.${problem.path}`, problem.message);
  // Locked, so that fields and choices deleted at the same time are also removed from this view.
  return withoutDeleted(settings, await listCustomFields(db, { workspaceId, recordType, isLocking: true }));
}

function present(actor: Member, row: ViewRow): SavedView {
  return {
    id: row.id,
    recordType: row.record_type,
    name: row.name,
    isShared: row.is_shared,
    settings: viewSettings.parse(row.settings),
    owner: { id: row.owner_id, displayName: row.owner_name },
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    abilities: { canUpdate: can(actor, 'view:update', row) },
  };
}
