import * as contract from '@handover/contract/installation/superadmins.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { addSuperadmin, listSuperadmins, removeSuperadmin } from './superadmins.service.ts';

export function superadminRoutes(routes: Routes, platform: Pick<Platform, 'keyring' | 'limits'>): void {
  routes.add(contract.listSuperadmins, ({ work }) => listSuperadmins(work));

  routes.add(contract.addSuperadmin, ({ actor, body, work }) =>
    addSuperadmin(work, actor, { platform, ...body }),
  );

  routes.add(contract.removeSuperadmin, ({ actor, params, body, work }) =>
    removeSuperadmin(work, actor, { platform, userId: params.id, ...body }),
  );
}
