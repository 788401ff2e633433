import * as contract from '@handover/contract/buyer-matches.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { excludeBuyer, listMatchingBusinesses, listMatchingBuyers } from './matches.service.ts';
import { matchingSettingsRoutes } from './matching-settings.routes.ts';

export function matchingRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  matchingSettingsRoutes(routes);
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
