import * as contract from '@handover/contract/settings/workspace-settings.ts';
import { recordUpload } from '#platform/audit/audit.ts';
import type { Routes } from '#platform/http/routes.ts';
import { deletePhoto, insertPhoto, type ReceivedPhoto, receivePhoto } from '#platform/photos/photos.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { presentWorkspace } from './workspaces.presenter.ts';
import { getWorkspace, setLogoKey } from './workspaces.queries.ts';

export function logoRoutes(routes: Routes, { storage }: Pick<Platform, 'storage'>): void {
  routes.add(contract.setWorkspaceLogo, async ({ actor, request, writeOnce }) => {
    const { workspaceId } = actor;
    const logo = await receivePhoto(storage, request);
    const workspace = await writeOnce(logo, async (work) => {
      await changeLogo(work, workspaceId, logo);
      await recordUpload(work, actor, { action: 'setWorkspaceLogo', subjectId: workspaceId, request });
      return presentWorkspace(await getWorkspace(work.db, workspaceId));
    });
    return { workspace };
  });

  routes.add(contract.removeWorkspaceLogo, async ({ actor: { workspaceId }, work }) => {
    await changeLogo(work, workspaceId, null);
    return { workspace: presentWorkspace(await getWorkspace(work.db, workspaceId)) };
  });
}

/** Deletes the previous logo. */
async function changeLogo(work: Work, workspaceId: string, logo: ReceivedPhoto | null): Promise<void> {
  const key = logo === null ? null : await insertPhoto(work, logo);
  await deletePhoto(work, await setLogoKey(work.db, { workspaceId, key }));
  work.publish({ workspaceId, noun: 'workspace', id: workspaceId });
}
