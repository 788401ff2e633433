import { fold } from '@handover/domain/text/fold.ts';
import type { Profile } from '@handover/contract/auth/auth.ts';
import type { Area } from '@handover/contract/auth/roles.ts';
import { sections } from '#features/settings/sections.tsx';
import { areShortcutsOn } from '#shared/shortcuts/shortcuts.ts';
import { isAllowed, type Requirement } from '#app/routes/access.ts';
import { getMenu, type MenuEntry } from '#app/routes/menu.ts';
import type { RecentRecord } from '#shared/records/recent-records.ts';
import { getRouteEntry } from '#app/routes/route-table.ts';
import { listActionItems } from './customer-actions.ts';
import { rankItems, type Choice, type PaletteItem } from './palette-item.ts';

interface Creation {
  readonly label: string;
  readonly to: string;
  readonly requires: Requirement;
  /** More search terms. */
  readonly words?: string;
}

const createAreaRequirement = (area: Area): Requirement => ({ kind: 'level', area });
const creations: readonly Creation[] = [
  {
    label: 'New customer',
    to: '/admin/users/create',
    requires: createAreaRequirement('users'),
    words: 'add',
  },
  { label: 'Import customers', to: '/admin/users?import=new', requires: createAreaRequirement('users') },
  {
    label: 'New task',
    to: '/admin/tasks?create',
    requires: createAreaRequirement('tasks'),
    words: 'add a task',
  },
  {
    label: 'New business',
    to: '/admin/business-center?create',
    requires: createAreaRequirement('business-center'),
    words: 'add',
  },
  { label: 'New post', to: '/blog/write', requires: { kind: 'level', level: 'STAFF' } },
];

/** Pages that are not in the menu, with search terms. */
const inner = [
  { path: 'admin/users/triage', words: 'triage inbox' },
  { path: 'admin/users/templates', words: '' },
  { path: 'admin/users/duplicates', words: 'merge' },
];

interface CommandQuery {
  readonly user: Profile;
  readonly query: string;
  readonly found: readonly PaletteItem[];
  readonly recent: readonly RecentRecord[];
}

/** Matching records and commands, best match first; without a query the recently opened records first. */
export function listCommands({ user, query, found, recent }: CommandQuery): PaletteItem[] {
  if (query === '') return [...recent.map(toRecentItem), ...listUserCommands(user)];
  const words = fold(query).split(' ');
  const named = listUserCommands(user).filter(({ group, label, words: others = '' }) => {
    const text = fold(`${group} ${label} ${others}`);
    return words.every((word) => text.includes(word));
  });
  return rankItems([...found, ...named], query);
}

function toRecentItem({ path, title, noun, icon }: RecentRecord): PaletteItem {
  return { key: `recent ${path}`, group: 'Recent', label: title, detail: noun, icon, choice: open(path) };
}

function listUserCommands(user: Profile): PaletteItem[] {
  const created = creations
    .filter(({ requires }) => isAllowed(requires, user))
    .map(({ label, to, words }) =>
      createCommand({ group: 'Create', label, words, icon: 'solar:add-circle-linear', choice: open(to) }),
    );
  const asked = isAllowed(createAreaRequirement('users'), user) ? listActionItems() : [];
  return [
    ...created,
    ...asked,
    ...listPageCommands(user),
    ...listWorkspaceItems(user),
    ...listSessionCommands(),
  ];
}

function listPageCommands(user: Profile): PaletteItem[] {
  const go = (parts: Pick<PaletteItem, 'label' | 'icon'> & { path: string; words?: string }): PaletteItem =>
    createCommand({ ...parts, group: 'Go to', choice: open(parts.path) });
  const pages = getMenu(user).flatMap(({ entries }) => entries.flatMap(listLeaves));
  const settings = sections.filter(
    ({ isForSuperadmin = false }) => !isForSuperadmin || user.role === 'SUPERADMIN',
  );
  return [
    ...pages.map(({ title, icon, path = '/' }) => go({ label: title, icon, path })),
    ...inner
      .map(({ path, words }) => ({ ...getRouteEntry(path), words }))
      .filter(({ requires }) => isAllowed(requires, user))
      .map(({ title, icon, path, words }) => go({ label: title, icon, path: `/${path}`, words })),
    ...(isAllowed({ kind: 'level', level: 'ADMIN' }, user) ? settings : []).map(({ key, title, text }) =>
      go({
        label: `Settings: ${title}`,
        icon: 'solar:settings-minimalistic-bold-duotone',
        path: `/admin/settings/${key}`,
        words: text,
      }),
    ),
    go({
      label: 'Your account',
      icon: 'solar:user-circle-linear',
      path: '/account',
      words: 'password signature notifications devices',
    }),
  ];
}

function listWorkspaceItems({ workspaces, workspaceId }: Profile): PaletteItem[] {
  return workspaces
    .filter(({ id }) => id !== workspaceId)
    .map(({ id, name }) =>
      createCommand({
        group: 'Switch to',
        label: name,
        icon: 'solar:sort-vertical-linear',
        choice: { kind: 'workspace', id },
      }),
    );
}

function listSessionCommands(): PaletteItem[] {
  return [
    createCommand({
      group: 'Keyboard',
      label: `Turn single-key shortcuts ${areShortcutsOn() ? 'off' : 'on'}`,
      icon: 'solar:question-circle-linear',
      choice: { kind: 'shortcuts', isOn: !areShortcutsOn() },
    }),
    createCommand({
      group: 'Account',
      label: 'Logout',
      words: 'sign out log out',
      icon: 'solar:logout-2-linear',
      choice: { kind: 'sign-out' },
    }),
  ];
}

function listLeaves(entry: MenuEntry): MenuEntry[] {
  return entry.children === undefined ? [entry] : entry.children.flatMap(listLeaves);
}

function open(to: string): Choice {
  return { kind: 'open', to };
}

type CommandParts = Pick<PaletteItem, 'group' | 'label' | 'icon' | 'choice'> & { words?: string | undefined };

/** Workspaces can have the same name, so the key has the choice, too. */
function createCommand({ group, label, icon, choice, words = '' }: CommandParts): PaletteItem {
  return {
    key: `${group} ${label} ${JSON.stringify(choice)}`,
    group,
    label,
    detail: null,
    icon,
    choice,
    words,
  };
}
