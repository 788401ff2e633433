import { getInstallation, getManifest, type Manifest } from '@handover/contract/installation/installation.ts';
import * as contract from '@handover/contract/installation/installation-settings.ts';
import type {
  InstallationSettings,
  UpdateInstallation,
} from '@handover/contract/installation/installation-settings.ts';
import {
  deletePhoto,
  insertPhoto,
  findPhotoUrl,
  type ReceivedPhoto,
  receivePhoto,
} from '#platform/photos/photos.ts';
import type { Routes } from '#platform/http/routes.ts';
import { invalidField, staleVersion } from '#lib/errors.ts';
import { recordUpload } from '#platform/audit/audit.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { readLimits } from '#platform/workspace-limits/quota.ts';
import {
  type InstallationChange,
  listWorkspaceNames,
  readInstallation,
  readInstallationSettings,
  setLogoKey,
  updateInstallation,
} from './installation.queries.ts';

/** Public details of the brokerage. */
export function installationRoutes(routes: Routes, { mail }: Pick<Platform, 'mail'>): void {
  routes.add(getInstallation, async ({ work }) => {
    const row = await readInstallation(work.db);
    return {
      installation: {
        name: row.name,
        tagline: row.tagline,
        logoUrl: findPhotoUrl(row.logo_key),
        supportEmail: row.support_email,
        supportPhone: row.support_phone,
        needsFirstAdmin: !row.has_superadmin,
        canSendEmail: mail.kind === 'smtp',
      },
    };
  });

  routes.add(getManifest, async ({ work }) => toManifest(await readInstallation(work.db)));
}

/** Uses the product's icons, since an uploaded logo may have any shape and size. */
function toManifest({ name, tagline }: { name: string; tagline: string }): Manifest {
  return {
    id: '/',
    name,
    short_name: name.length > 12 ? (name.split(' ')[0] ?? name) : name,
    description: tagline,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#F4F6F8',
    theme_color: '#F4F6F8',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Customers', url: '/admin/users' },
      { name: 'Tasks', url: '/admin/tasks' },
    ],
  };
}

/** Brokerage settings: name, logo, contact, workspace for leads, and plan limits. */
export function installationSettingsRoutes(routes: Routes, { storage }: Pick<Platform, 'storage'>): void {
  routes.add(contract.getInstallationSettings, async ({ work }) => ({ installation: await load(work) }));

  routes.add(contract.updateInstallationSettings, async ({ body, work }) => {
    const { publicWorkspaceId: workspaceId } = body;
    if (workspaceId != null && !(await listWorkspaceNames(work.db)).some(({ id }) => id === workspaceId))
      throw invalidField('publicWorkspaceId', 'Choose a workspace of this installation');
    const change = toChange(body);
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
    logoUrl: findPhotoUrl(row.logo_key),
    supportEmail: row.support_email,
    supportPhone: row.support_phone,
    publicWorkspaceId: row.leads_workspace_id,
    workspaces: await listWorkspaceNames(db),
    planLimits: readLimits(row.plan_limits),
    version: row.version,
  };
}

/** The previous logo's URL stops working. */
async function changeLogo(work: Work, logo: ReceivedPhoto | null): Promise<void> {
  const key = logo === null ? null : await insertPhoto(work, logo);
  await deletePhoto(work, await setLogoKey(work.db, key));
}

function toChange({
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
