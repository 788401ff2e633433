import { getInstallation, getManifest, type Manifest } from '@handover/contract/installation.ts';
import { photoUrl } from '#platform/photos/photos.ts';
import type { Routes } from '#platform/http/routes.ts';
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

  routes.add(getManifest, async ({ work }) => manifestOf(await readInstallation(work.db)));
}

/** The icons are the product's: a logo has the form and size that its brokerage gave it. */
function manifestOf({ name, tagline }: { name: string; tagline: string }): Manifest {
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
