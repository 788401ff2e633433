import * as contract from '@handover/contract/buyer-matching-settings.ts';
import { staleVersion } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import { getMatchingSettings, replaceMatchingSettings } from './matching-settings.queries.ts';

export function matchingSettingsRoutes(routes: Routes): void {
  routes.add(contract.getMatchingSettings, async ({ actor, work }) => ({
    matchingSettings: await getMatchingSettings(work.db, actor.workspaceId),
  }));
  routes.add(contract.updateMatchingSettings, async ({ actor, body, work }) => {
    const { workspaceId } = actor;
    const before = await getMatchingSettings(work.db, workspaceId);
    if (!(await replaceMatchingSettings(work.db, { workspaceId, settings: body })))
      throw staleVersion(before);
    work.audit({ from: before, to: body });
    work.publish({ workspaceId, noun: 'workspace', id: workspaceId });
    return { matchingSettings: await getMatchingSettings(work.db, workspaceId) };
  });
}
