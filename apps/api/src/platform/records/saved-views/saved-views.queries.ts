import type { RecordType } from '@handover/contract/records/records.ts';
import type { ViewSettings } from '@handover/contract/records/saved-views.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import type { LiveSpec } from '#platform/live/audience.ts';
import type { Member } from '#platform/session/actor.ts';

/** The views that a member may see, as a condition on `saved_views`: their own and the shared ones of the workspace. */
export function inViewScope({ workspaceId, userId }: Member): RawBuilder<boolean> {
  return sql<boolean>`(saved_views.workspace_id = ${workspaceId} AND (saved_views.owner_id = ${userId} OR saved_views.is_shared))`;
}

/** Only its owner is sent the ID of a private view. */
export const viewLive: LiveSpec = {
  noun: 'view',
  audience: 'attached',
  readable: { table: 'saved_views', from: () => sql`saved_views`, scope: inViewScope },
};

type Key = { readonly workspaceId: string; readonly viewId: string };

function fromViews(db: Db, member: Member) {
  return db
    .selectFrom('saved_views')
    .innerJoin('users', 'users.id', 'saved_views.owner_id')
    .select([
      'saved_views.id',
      'saved_views.record_type',
      'saved_views.owner_id',
      'saved_views.name',
      'saved_views.is_shared',
      'saved_views.settings',
      'saved_views.version',
      'saved_views.updated_at',
      'saved_views.deleted_at',
      'users.display_name as owner_name',
    ])
    .where(inViewScope(member));
}

/** The views of a record type's list that a member sees, oldest first. */
export function listViewRows(db: Db, member: Member, recordType: RecordType) {
  return fromViews(db, member)
    .where('saved_views.record_type', '=', recordType)
    .where('saved_views.deleted_at', 'is', null)
    .orderBy('saved_views.id')
    .execute();
}

export type ViewRow = Awaited<ReturnType<typeof listViewRows>>[number];

/** A view that a member sees, deleted or not. */
export function findViewRow(db: Db, member: Member, viewId: string): Promise<ViewRow | undefined> {
  return fromViews(db, member).where('saved_views.id', '=', viewId).executeTakeFirst();
}

export async function countOwnViews(db: Db, { workspaceId, userId }: Member): Promise<number> {
  const { count } = await db
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertView(
  db: Db,
  { workspaceId, userId }: Member,
  view: {
    id: string;
    recordType: RecordType;
    name: string;
    isShared: boolean;
    settings: ViewSettings;
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto('saved_views')
    .values({
      workspace_id: workspaceId,
      id: view.id,
      record_type: view.recordType,
      owner_id: userId,
      name: view.name,
      is_shared: view.isShared,
      settings: JSON.stringify(view.settings),
      created_at: view.now,
      updated_at: view.now,
    })
    .execute();
}

/** Changes a view and its version; false when the version was not the current one. */
export function updateView(
  db: Db,
  { workspaceId, viewId }: Key,
  {
    version,
    name,
    isShared,
    settings,
    now,
  }: {
    version: number;
    name: string | undefined;
    isShared: boolean | undefined;
    settings: ViewSettings | undefined;
    now: Date;
  },
): Promise<boolean> {
  const change = {
    ...(name !== undefined && { name }),
    ...(isShared !== undefined && { is_shared: isShared }),
    ...(settings !== undefined && { settings: JSON.stringify(settings) }),
    updated_at: now,
  };
  return updateVersion(db, 'saved_views', { workspaceId, id: viewId, version, change });
}

/** Deletes or restores a view; false when it already was. */
export async function setViewDeletedAt(
  db: Db,
  { workspaceId, viewId }: Key,
  { deletedAt, now }: { deletedAt: Date | null; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('saved_views')
    .set((eb) => ({ deleted_at: deletedAt, version: eb('version', '+', 1), updated_at: now }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', viewId)
    .where('deleted_at', deletedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
