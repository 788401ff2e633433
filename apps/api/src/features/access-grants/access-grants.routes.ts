import * as contract from '@handover/contract/records/access-grants.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import {
  createGrant,
  inviteAgain,
  listGrants,
  listSharedWith,
  restoreGrant,
  revokeGrant,
} from './access-grants.service.ts';
import { createOwnGrant, listOwnGrants, revokeOwnGrant } from './own-grants.service.ts';

/** Sharing a record with people beyond their role. */
export function accessGrantRoutes(
  routes: Routes,
  platform: Pick<Platform, 'records' | 'keyring' | 'config' | 'mail' | 'limits'>,
): void {
  const { records } = platform;
  routes.add(contract.listAccessGrants, ({ actor, query, work }) =>
    listGrants(work, actor, { records, ...query }),
  );
  routes.add(contract.listSharedWithMe, async ({ actor, work }) => ({
    accessGrants: await listSharedWith(work, actor, { records }),
  }));
  routes.add(contract.createAccessGrant, ({ actor, body, work }) =>
    createGrant(work, actor, { platform, input: body }),
  );
  routes.add(contract.inviteGrantee, ({ actor, params, work }) =>
    inviteAgain(work, actor, { platform, grantId: params.id }),
  );
  routes.add(contract.revokeAccessGrant, ({ actor, params, work }) =>
    revokeGrant(work, actor, { records, grantId: params.id }),
  );
  routes.add(contract.restoreAccessGrant, async ({ actor, params, work }) => ({
    accessGrant: await restoreGrant(work, actor, { records, grantId: params.id }),
  }));
  routes.add(contract.listOwnAccessGrants, async ({ actor, query, work }) => ({
    accessGrants: await listOwnGrants(work, actor, { records, ...query }),
  }));
  routes.add(contract.createOwnAccessGrant, async ({ actor, body, work }) => ({
    accessGrant: await createOwnGrant(work, actor, { platform, input: body }),
  }));
  routes.add(contract.revokeOwnAccessGrant, ({ actor, params, work }) =>
    revokeOwnGrant(work, actor, { records, grantId: params.id }),
  );
}
