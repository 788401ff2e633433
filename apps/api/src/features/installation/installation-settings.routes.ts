import * as contract from '@handover/contract/installation-settings.ts';
import type { InstallationSettings, UpdateInstallation } from '@handover/contract/installation-settings.ts';
import { invalidField, staleVersion } from '#lib/errors.ts';
import { recordUpload } from '#platform/audit/audit.ts';
import type { Routes } from '#platform/http/routes.ts';
import {
  deletePhoto,
  insertPhoto,
  photoUrl,
  receivePhoto,
  type ReceivedPhoto,
} from '#platform/photos/photos.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { readLimits } from '#platform/workspace-limits/quota.ts';
import {
  listWorkspaceNames,
  readInstallationSettings,
  setLogoKey,
  updateInstallation,
  type InstallationChange,
} from './installation.queries.ts';

/** The brokerage's name, logo and contact, where leads of its public pages go, and what the plans hold. */
export function installationSettingsRoutes(routes: Routes, { storage }: Pick<Platform, 'storage'>): void {
  routes.add(contract.getInstallationSettings, async ({ work }) => ({ installation: await load(work) }));

  routes.add(contract.updateInstallationSettings, async ({ body, work }) => {
    const { publicWorkspaceId: workspaceId } = body;
    if (workspaceId != null && !(await listWorkspaceNames(work.db)).some(({ id }) => id === workspaceId))
      throw invalidField('publicWorkspaceId', 'Choose a workspace of this installation');
    const change = changeOf(body);
    if (!(await updateInstallation(work.db, { version: body.version, change })))
      throw staleVersion(await load(work));
    work.audit({ changed: Object.keys(change), ...(body.planLimits && { planLimits: body.planLimits }) });
    return { installation: await load(work) };
  });

  routes.add(contract.setInstallationLogo, async ({ actor, request, writeOnce }) => {
    const logo = await receivePhoto(storage, request);
    const installation = await writeOnce(logo, async (work) => {
      await changeLogo(work, logo);
      const by = { workspaceId: null, userId: actor.userId };
      await recordUpload(work, by, { action: 'setInstallationLogo', subjectId: null, request });
      return load(work);
    });
    return { installation };
  });

  routes.add(contract.removeInstallationLogo, async ({ work }) => {
    await changeLogo(work, null);
    return { installation: await load(work) };
  });
}

async function load({ db }: Work): Promise<InstallationSettings> {
  const row = await readInstallationSettings(db);
  return {
    name: row.name,
    tagline: row.tagline,
    logoUrl: photoUrl(row.logo_key),
    supportEmail: row.support_email,
    supportPhone: row.support_phone,
    publicWorkspaceId: row.leads_workspace_id,
    workspaces: await listWorkspaceNames(db),
    planLimits: readLimits(row.plan_limits),
    version: row.version,
  };
}

/** The address of the logo before ends. */
async function changeLogo(work: Work, logo: ReceivedPhoto | null): Promise<void> {
  const key = logo === null ? null : await insertPhoto(work, logo);
  await deletePhoto(work, await setLogoKey(work.db, key));
}

/** The columns that the request names. */
function changeOf({
  name,
  tagline,
  supportEmail,
  supportPhone,
  publicWorkspaceId,
  planLimits,
}: UpdateInstallation): InstallationChange {
  return {
    ...(name === undefined ? {} : { name }),
    ...(tagline === undefined ? {} : { tagline }),
    ...(supportEmail === undefined ? {} : { support_email: supportEmail }),
    ...(supportPhone === undefined ? {} : { support_phone: supportPhone }),
    ...(publicWorkspaceId === undefined ? {} : { leads_workspace_id: publicWorkspaceId }),
    ...(planLimits === undefined ? {} : { plan_limits: JSON.stringify(planLimits) }),
  };
}
