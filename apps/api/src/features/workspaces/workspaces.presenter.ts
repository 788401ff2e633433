import { areas } from '@handover/contract/roles.ts';
import type { WorkspaceSettings } from '@handover/contract/workspaces.ts';
import { photoUrl } from '../../platform/photos/photos.ts';
import type { getWorkspace } from './workspaces.queries.ts';

/** Settings as the contract shows them to an administrator. */
export function presentWorkspace(row: Awaited<ReturnType<typeof getWorkspace>>): WorkspaceSettings {
  return {
    name: row.name,
    logoUrl: photoUrl(row.logo_key),
    timeZone: row.time_zone,
    currency: row.currency,
    postalAddress: row.postal_address,
    announcement: row.announcement,
    staffAccess: areas.filter((area) => row.staff_access.includes(area)),
    recordScope: row.record_scope,
    version: row.version,
  };
}
