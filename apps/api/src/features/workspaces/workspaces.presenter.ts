import { areas } from '@handover/contract/auth/roles.ts';
import type { TwoStepGroup, WorkspaceSettings } from '@handover/contract/settings/workspace-settings.ts';
import { readPipeline } from './workspaces.public.ts';
import { findPhotoUrl } from '#platform/photos/photos.ts';
import type { getWorkspace } from './workspaces.queries.ts';

export function presentWorkspace(row: Awaited<ReturnType<typeof getWorkspace>>): WorkspaceSettings {
  return {
    name: row.name,
    logoUrl: findPhotoUrl(row.logo_key),
    timeZone: row.time_zone,
    currency: row.currency,
    postalAddress: row.postal_address,
    announcement: row.announcement,
    staffAccess: areas.filter((area) => row.staff_access.includes(area)),
    recordScope: row.record_scope,
    twoStepFor: getTwoStepGroup(row),
    twoStepGraceDays: row.two_step_grace_days,
    trashRetentionDays: row.trash_retention_days,
    closedDealRetentionYears: row.closed_deal_retention_years,
    pipeline: readPipeline(row.pipeline),
    version: row.version,
  };
}

/** Members who need two-step sign-in, from the dates since when it is required. */
export function getTwoStepGroup({
  admins_two_step_since: admins,
  staff_two_step_since: staff,
}: Pick<
  Awaited<ReturnType<typeof getWorkspace>>,
  'admins_two_step_since' | 'staff_two_step_since'
>): TwoStepGroup {
  if (staff !== null) return 'staff';
  return admins === null ? 'nobody' : 'administrators';
}
