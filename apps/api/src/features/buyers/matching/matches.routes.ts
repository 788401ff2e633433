import * as contract from '@handover/contract/buyers/buyer-matches.ts';
import * as settings from '@handover/contract/buyers/buyer-matching-settings.ts';
import { staleVersion } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { excludeBuyer, listMatchingBusinesses, listMatchingBuyers } from './matches.service.ts';
import { getMatchingSettings, replaceMatchingSettings } from './matching-settings.queries.ts';

export function matchingRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(settings.getMatchingSettings, async ({ actor, work }) => ({
    matchingSettings: await getMatchingSettings(work.db, actor.workspaceId),
  }));
  routes.add(settings.updateMatchingSettings, async ({ actor, body, work }) => {
    const { workspaceId } = actor;
    const before = await getMatchingSettings(work.db, workspaceId);
    if (!(await replaceMatchingSettings(work.db, { workspaceId, settings: body })))
      throw staleVersion(before);
    work.audit({ from: before, to: body });
    work.publish({ workspaceId, noun: 'workspace', id: workspaceId });
    return { matchingSettings: await getMatchingSettings(work.db, workspaceId) };
  });
  routes.add(contract.listMatchingBuyers, async ({ actor, params, query, work }) => {
    const { rows: matches, ...page } = await listMatchingBuyers(work, actor, {
      keyring,
      limit: query.limit,
      cursor: query.cursor,
      businessId: params.id,
    });
    return { matches, ...page };
  });
  routes.add(contract.listMatchingBusinesses, async ({ actor, params, query, work }) => {
    const { rows: matches, ...page } = await listMatchingBusinesses(work, actor, {
      keyring,
      limit: query.limit,
      cursor: query.cursor,
      buyerId: params.id,
    });
    return { matches, ...page };
  });
  routes.add(contract.excludeBuyer, async ({ actor, params, body, work }) => {
    await excludeBuyer(work, actor, { buyerId: params.id, businessId: params.businessId, ...body });
  });
}
