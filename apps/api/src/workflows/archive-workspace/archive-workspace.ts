import * as contract from '@handover/contract/installation-workspaces.ts';
import type { InstallationWorkspace } from '@handover/contract/installation-workspaces.ts';
import {
  getManaged,
  setArchived,
  type SeenWorkspace,
} from '#features/workspaces/management/management.service.ts';
import { AppError } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Work } from '#platform/work.ts';
import { hasWorkInProgress, lockActiveWorkspaces, wakeMailboxes } from './archive-workspace.queries.ts';

/** Closes workspaces and opens them again. */
export function archiveWorkspaceRoutes(routes: Routes): void {
  routes.add(contract.archiveWorkspace, async ({ params, body, work }) => ({
    workspace: await archive(work, { workspaceId: params.id, version: body.version }),
  }));

  routes.add(contract.restoreWorkspace, async ({ params, body, work }) => ({
    workspace: await restore(work, { workspaceId: params.id, version: body.version }),
  }));
}

/**
 * Closes a workspace for everybody. Sessions find it gone, and what goes on by itself (mail, reminders,
 * digests, webhooks, mailboxes) asks before each step. Throws NOT_FOUND, STALE_VERSION, RULE_BROKEN.
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
  if (workspace.archivedAt !== null) return 'This workspace is archived already.';
  if (activeCount < 2) return 'This is the last workspace. Make another one first.';
  if (workspace.isPublic)
    return 'The public pages use this workspace. Choose another one for them under “Installation” first.';
  if (await hasWorkInProgress(work.db, workspace.id))
    return 'An import or a change of many customers is under way in it. Wait for its end, or stop it.';
  return null;
}

/** Opens a workspace again, and what rested goes on. Throws NOT_FOUND, STALE_VERSION, RULE_BROKEN. */
async function restore(work: Work, seen: SeenWorkspace): Promise<InstallationWorkspace> {
  if ((await getManaged(work, seen.workspaceId)).archivedAt === null)
    throw new AppError('RULE_BROKEN', 'This workspace is not archived.');
  const workspace = await setArchived(work, seen, null);
  await wakeMailboxes(work.db, { workspaceId: seen.workspaceId, now: work.now });
  return workspace;
}
