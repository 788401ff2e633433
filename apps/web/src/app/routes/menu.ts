import type { Profile } from '@handover/contract/auth/auth.ts';
import { getRoleLevel } from '@handover/contract/auth/roles.ts';
import { isAllowed } from './access.ts';
import { getRouteEntry } from './route-table.ts';

/** An entry of the side menu: either `path` or `children`. */
export interface MenuEntry {
  readonly title: string;
  readonly icon: string;
  readonly path?: string;
  /** A badge beside the title. */
  readonly info?: string;
  readonly children?: readonly MenuEntry[];
}

export interface MenuGroup {
  /** Null for the first group. */
  readonly title: string | null;
  readonly entries: readonly MenuEntry[];
}

type MenuUser = Pick<Profile, 'role' | 'areas'>;

const adminPaths = [
  'admin/dashboard',
  'admin/users',
  'admin/documents',
  'admin/tasks',
  'admin/business-center',
  'admin/settings',
];
const planPaths = [
  'generate-plan',
  'analyze-plan',
  'copilot-plan',
  'very-weak-plan',
  'weak-plan',
  'strong-plan',
  'very-strong-plan',
];

/** The menu entries open to a visitor: the entries of the specification, then *More*. Guests see the public pages. */
export function getMenu(user: MenuUser | null): readonly MenuGroup[] {
  const isStaff = getRoleLevel(user?.role) >= getRoleLevel('STAFF');
  const main = user === null ? [] : listLinks(isStaff ? adminPaths : ['user/dashboard'], user);
  const more = [
    ...(user !== null && !isStaff ? listLinks(['user/deals'], user) : []),
    { title: 'Plans', icon: 'solar:clipboard-text-bold-duotone', children: listLinks(planPaths, user) },
    ...listLinks(['subscriptions', 'payment-management'], user),
    ...(isStaff ? listLinks(['user'], user) : []),
    ...listLinks(['blog'], user),
  ];
  return [
    { title: null, entries: main },
    { title: user === null ? null : 'More', entries: more },
  ].filter(({ entries }) => entries.length > 0);
}

/** Whether the entry's path equals the location. */
export function isActive(entry: MenuEntry, pathname: string): boolean {
  return entry.path === pathname;
}

/** Whether a child of the entry is the current page. */
export function hasActiveChild(entry: MenuEntry, pathname: string): boolean {
  return (entry.children ?? []).some((child) => isActive(child, pathname) || hasActiveChild(child, pathname));
}

function listLinks(paths: readonly string[], user: MenuUser | null): MenuEntry[] {
  return paths
    .map(getRouteEntry)
    .filter(({ requires }) => (user === null ? requires.kind === 'open' : isAllowed(requires, user)))
    .map(({ title, icon, path }) => ({ title, icon, path: `/${path}` }));
}
