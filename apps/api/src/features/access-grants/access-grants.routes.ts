import * as contract from '@handover/contract/access-grants.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { createGrant, listGrants, revokeGrant } from './access-grants.service.ts';

/** Sharing a record with people beyond their role. */
export function accessGrantRoutes(
  routes: Routes,
  platform: Pick<Platform, 'records' | 'keyring' | 'config' | 'mail'>,
): void {
  const { records } = platform;
  routes.add(contract.listAccessGrants, async ({ actor, query, work }) => ({
    accessGrants: await listGrants(work, actor, { records, ...query }),
  }));
  routes.add(contract.createAccessGrant, async ({ actor, body, work }) =>
    createGrant(work, actor, { platform, input: body }),
  );
  routes.add(contract.revokeAccessGrant, async ({ actor, params, work }) =>
    revokeGrant(work, actor, { records, grantId: params.id }),
  );
}
