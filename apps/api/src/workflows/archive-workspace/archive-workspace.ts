import * as contract from '@handover/contract/installation/installation-workspaces.ts';
import type { InstallationWorkspace } from '@handover/contract/installation/installation-workspaces.ts';
import {
  getManaged,
  setArchived,
  type SeenWorkspace,
} from '#features/workspaces/management/management.service.ts';
import { AppError } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Work } from '#platform/work.ts';
import { hasWorkInProgress, lockActiveWorkspaces, wakeMailboxes } from './archive-workspace.queries.ts';

/** Archiving and restoring workspaces. */
export function archiveWorkspaceRoutes(routes: Routes): void {
  routes.add(contract.archiveWorkspace, async ({ params, body, work }) => ({
    workspace: await archive(work, { workspaceId: params.id, version: body.version }),
  }));

  routes.add(contract.restoreWorkspace, async ({ params, body, work }) => ({
    workspace: await restore(work, { workspaceId: params.id, version: body.version }),
  }));
}

/**
 * Archives a workspace for everyone. Sessions lose access, and background work (mail, reminders, digests,
 * webhooks, mailboxes) checks before each step. Throws NOT_FOUND, STALE_VERSION, RULE_BROKEN.
 */
async function archive(work: Work, seen: SeenWorkspace): Promise<InstallationWorkspace> {
  const active = await lockActiveWorkspaces(work.db);
  const workspace = await getManaged(work, seen.workspaceId);
  const obstacle = await findObstacle(work, { workspace, activeCount: active.length });
  if (obstacle !== null) throw new AppError('RULE_BROKEN', obstacle);
  return setArchived(work, seen, work.now);
}

async function findObstacle(
  work: Work,
  { workspace, activeCount }: { workspace: InstallationWorkspace; activeCount: number },
): Promise<string | null> {
  if (workspace.archivedAt !== null) return 'This workspace is already archived.';
  if (activeCount < 2) return 'This is the last workspace. Create another one first.';
  if (workspace.isPublic)
    return 'The public pages use this workspace. Choose another one for them under “Installation” first.';
  if (await hasWorkInProgress(work.db, workspace.id))
    return 'An import or bulk action is running in this workspace. Wait for it to finish, or stop it.';
  return null;
}

/** Restores a workspace and its background work. Throws NOT_FOUND, STALE_VERSION, RULE_BROKEN. */
async function restore(work: Work, seen: SeenWorkspace): Promise<InstallationWorkspace> {
  if ((await getManaged(work, seen.workspaceId)).archivedAt === null)
    throw new AppError('RULE_BROKEN', 'This workspace is not archived.');
  const workspace = await setArchived(work, seen, null);
  await wakeMailboxes(work.db, { workspaceId: seen.workspaceId, now: work.now });
  return workspace;
}
