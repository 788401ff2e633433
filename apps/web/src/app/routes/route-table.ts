import { publicRoutes } from './public-routes.ts';
import type { RouteEntry } from './access.ts';
import { workRoutes } from './work-routes.ts';

export const routeTable: readonly RouteEntry[] = [...workRoutes, ...publicRoutes];

/** Unknown paths below `admin/` and `user/` show a placeholder to signed-in users. */
export const catchAllEntries: readonly RouteEntry[] = ['admin/*', 'user/*'].map((path) => ({
  path,
  requires: { kind: 'session' },
  title: 'Page not found',
  description: 'The link may be old or mistyped',
  icon: 'solar:compass-bold-duotone',
}));

/** @throws when the path is not in the table. */
export function getRouteEntry(path: string): RouteEntry {
  const entry = routeTable.find((candidate) => candidate.path === path);
  if (entry === undefined) throw new Error(`No route ${path}`);
  return entry;
}
