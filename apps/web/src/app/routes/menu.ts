import type { Profile } from '@handover/contract/auth.ts';
import { levelOf } from '@handover/contract/roles.ts';
import { isAllowed } from './access.ts';
import { entryOf } from './route-table.ts';

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
export function menuOf(user: MenuUser | null): readonly MenuGroup[] {
  const isStaff = levelOf(user?.role) >= levelOf('STAFF');
  const main = user === null ? [] : linksTo(isStaff ? adminPaths : ['user/dashboard'], user);
  const more = [
    ...(user !== null && !isStaff ? linksTo(['user/deals'], user) : []),
    { title: 'Plans', icon: 'solar:clipboard-text-bold-duotone', children: linksTo(planPaths, user) },
    ...linksTo(['subscriptions', 'payment-management'], user),
    ...(isStaff ? linksTo(['user'], user) : []),
    ...linksTo(['blog'], user),
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

function linksTo(paths: readonly string[], user: MenuUser | null): MenuEntry[] {
  return paths
    .map(entryOf)
    .filter(({ requires }) => (user === null ? requires.kind === 'open' : isAllowed(requires, user)))
    .map(({ title, icon, path }) => ({ title, icon, path: `/${path}` }));
}
