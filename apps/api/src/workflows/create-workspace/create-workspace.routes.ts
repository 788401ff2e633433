import * as contract from '@handover/contract/installation-workspaces.ts';
import { announce, getManaged } from '#features/workspaces/management/management.service.ts';
import type { Routes } from '#platform/http/routes.ts';
import { createWorkspace } from './create-workspace.ts';

/** Makes workspaces. Who makes one runs them all, and needs no membership to begin. */
export function createWorkspaceRoutes(routes: Routes): void {
  routes.add(contract.createWorkspace, async ({ body, work }) => {
    const workspaceId = await createWorkspace(work, { ...body, isSample: false, mailAddress: null });
    await announce(work, workspaceId);
    work.audit({ name: body.name, plan: body.plan });
    return { workspace: await getManaged(work, workspaceId) };
  });
}
