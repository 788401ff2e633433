import { publicRoutes } from './public-routes.ts';
import type { RouteEntry } from './route-entry.ts';
import { workRoutes } from './work-routes.ts';

/** Every screen inside the layout. */
export const routeTable: readonly RouteEntry[] = [...workRoutes, ...publicRoutes];

/** Unknown paths below `admin/` and `user/`: the placeholder inside the layout, for whoever is signed in. */
export const catchAllEntries: readonly RouteEntry[] = ['admin/*', 'user/*'].map((path) => ({
  path,
  requires: { kind: 'session' },
  title: 'Nothing at this address',
  description: 'The link may be old, or mistyped',
  icon: 'solar:compass-bold-duotone',
}));

/** The entry of a path of the table. @throws when the path is not in it. */
export function entryOf(path: string): RouteEntry {
  const entry = routeTable.find((candidate) => candidate.path === path);
  if (entry === undefined) throw new Error(`No route ${path}`);
  return entry;
}
