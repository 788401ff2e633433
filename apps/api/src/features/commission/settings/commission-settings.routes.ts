import * as contract from '@handover/contract/commission-settings.ts';
import { staleVersion } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import { getCommissionSettings, replaceCommissionSettings } from './commission-settings.queries.ts';

export function commissionSettingsRoutes(routes: Routes): void {
  routes.add(contract.getCommissionSettings, async ({ actor, work }) => ({
    commissionSettings: await getCommissionSettings(work.db, actor.workspaceId),
  }));
  routes.add(contract.updateCommissionSettings, async ({ actor, body, work }) => {
    const { workspaceId } = actor;
    const before = await getCommissionSettings(work.db, workspaceId);
    if (!(await replaceCommissionSettings(work.db, { workspaceId, settings: body })))
      throw staleVersion(before);
    work.audit({ from: before, to: body });
    work.publish({ workspaceId, noun: 'workspace', id: workspaceId });
    return { commissionSettings: await getCommissionSettings(work.db, workspaceId) };
  });
}
