import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import type {
  changeWorkspace,
  InstallationWorkspace,
} from '@handover/contract/installation/installation-workspaces.ts';
import { notFound, staleVersion } from '#lib/errors.ts';
import { findPublicWorkspaceId } from '#platform/installation/installation.ts';
import { renameSender } from '#platform/mail/mail-server.queries.ts';
import { findPhotoUrl } from '#platform/photos/photos.ts';
import type { Work } from '#platform/work.ts';
import {
  changeWorkspaceRow,
  findWorkspace,
  listSuperadminIds,
  type ManagedChange,
  type ManagedRow,
} from './management.queries.ts';

export type SeenWorkspace = { readonly workspaceId: string; readonly version: number };

/** A workspace with its counts. Throws NOT_FOUND. */
export async function getManaged(work: Work, workspaceId: string): Promise<InstallationWorkspace> {
  const row = await load(work, workspaceId);
  return presentManaged(row, await findPublicWorkspaceId(work.db));
}

/** Existing data is kept, even above the limits of the new plan. Throws NOT_FOUND, STALE_VERSION. */
export async function change(
  work: Work,
  workspaceId: string,
  { version, name, plan }: BodyOf<typeof changeWorkspace>,
): Promise<InstallationWorkspace> {
  const before = await load(work, workspaceId);
  const wanted = {
    ...(name === undefined ? {} : { name }),
    ...(plan === undefined ? {} : { plan }),
  };
  await write(work, { workspaceId, version }, wanted);
  if (name !== undefined) await renameSender(work.db, { workspaceId, from: before.name, to: name });
  work.audit({
    ...(name === undefined || name === before.name ? {} : { name: { from: before.name, to: name } }),
    ...(plan === undefined || plan === before.plan ? {} : { plan: { from: before.plan, to: plan } }),
  });
  return getManaged(work, workspaceId);
}

/** Archives a workspace, or restores it with null. Throws NOT_FOUND, STALE_VERSION. */
export async function setArchived(
  work: Work,
  seen: SeenWorkspace,
  at: Date | null,
): Promise<InstallationWorkspace> {
  await write(work, seen, { archived_at: at });
  const workspace = await getManaged(work, seen.workspaceId);
  work.audit({ name: workspace.name });
  return workspace;
}

/** Notifies superadmins and members. */
export async function publishWorkspaceChange(work: Work, workspaceId: string): Promise<void> {
  work.publish({ workspaceId, noun: 'workspace', id: workspaceId });
  for (const userId of await listSuperadminIds(work.db))
    work.publish({ workspaceId: null, noun: 'workspace', id: workspaceId, userId });
}

export function presentManaged(row: ManagedRow, publicWorkspaceId: string | null): InstallationWorkspace {
  return {
    id: row.id,
    name: row.name,
    logoUrl: findPhotoUrl(row.logo_key),
    plan: row.plan,
    timeZone: row.time_zone,
    currency: row.currency,
    people: row.people,
    customers: row.customers,
    isPublic: row.id === publicWorkspaceId,
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    version: row.version,
  };
}

async function load(work: Work, workspaceId: string): Promise<ManagedRow> {
  const row = await findWorkspace(work.db, { workspaceId, now: work.now });
  if (row === null) throw notFound('workspace');
  return row;
}

async function write(
  work: Work,
  { workspaceId, version }: SeenWorkspace,
  wanted: ManagedChange,
): Promise<void> {
  if (!(await changeWorkspaceRow(work.db, { workspaceId, version, change: wanted })))
    throw staleVersion(await getManaged(work, workspaceId));
  await publishWorkspaceChange(work, workspaceId);
}
