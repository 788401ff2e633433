import { getInstallation } from '@handover/contract/installation.ts';
import { photoUrl } from '../../platform/photos/photos.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { readInstallation } from './installation.queries.ts';

/** The brokerage as its public pages show it. */
export function installationRoutes(routes: Routes): void {
  routes.add(getInstallation, async ({ work }) => {
    const row = await readInstallation(work.db);
    return {
      installation: {
        name: row.name,
        tagline: row.tagline,
        logoUrl: photoUrl(row.logo_key),
        supportEmail: row.support_email,
        supportPhone: row.support_phone,
        needsFirstAdmin: !row.has_superadmin,
      },
    };
  });
}
