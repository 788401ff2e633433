import type { Profile } from '@handover/contract/auth.ts';
import type { Area } from '@handover/contract/roles.ts';
import { isAllowed, type Requirement } from '../routes/access.ts';
import { areShortcutsOn } from '../../shared/shortcuts/shortcuts.ts';
import { menuOf, type MenuEntry } from '../routes/menu.ts';

/** What choosing an item does. */
export type Choice =
  | { readonly kind: 'open'; readonly to: string }
  | { readonly kind: 'workspace'; readonly id: string }
  | { readonly kind: 'shortcuts'; readonly isOn: boolean }
  | { readonly kind: 'sign-out' };

/** A line of the palette. */
export interface PaletteItem {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  /** What tells it from others of that label. */
  readonly detail: string | null;
  readonly icon: string;
  readonly choice: Choice;
}

interface Creation {
  readonly label: string;
  readonly to: string;
  readonly requires: Requirement;
}

const inArea = (area: Area): Requirement => ({ kind: 'level', area });
const creations: readonly Creation[] = [
  { label: 'New customer', to: '/admin/users/create', requires: inArea('users') },
  { label: 'Import customers', to: '/admin/users?import=new', requires: inArea('users') },
  { label: 'New task', to: '/admin/tasks?create', requires: inArea('tasks') },
  {
    label: 'New business',
    to: '/admin/business-center?create',
    requires: inArea('business-center'),
  },
  { label: 'New post', to: '/blog/write', requires: { kind: 'level', level: 'STAFF' } },
];

/** The commands open to a user whose names hold every word of the query, those that begin with it first. */
export function commandsFor(user: Profile, query: string): PaletteItem[] {
  const wanted = query.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const found = allCommands(user).filter(({ group, label }) => {
    const text = `${group} ${label}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const starts = ({ label }: PaletteItem): boolean => label.toLowerCase().startsWith(wanted);
  return [...found.filter(starts), ...found.filter((item) => !starts(item))];
}

function allCommands(user: Profile): PaletteItem[] {
  const open = (to: string): Choice => ({ kind: 'open', to });
  const pages = menuOf(user).flatMap(({ entries }) => entries.flatMap(leavesOf));
  const others = user.workspaces.filter(({ id }) => id !== user.workspaceId);
  return [
    ...creations
      .filter(({ requires }) => isAllowed(requires, user))
      .map(({ label, to }) =>
        command({ group: 'Create', label, icon: 'solar:add-circle-linear', choice: open(to) }),
      ),
    ...pages.map(({ title, icon, path = '/' }) =>
      command({ group: 'Go to', label: title, icon, choice: open(path) }),
    ),
    command({
      group: 'Go to',
      label: 'Your account',
      icon: 'solar:user-circle-linear',
      choice: open('/account'),
    }),
    ...others.map(({ id, name }) =>
      command({
        group: 'Switch to',
        label: name,
        icon: 'solar:sort-vertical-linear',
        choice: { kind: 'workspace', id },
      }),
    ),
    command({
      group: 'Keyboard',
      label: `Turn single-key shortcuts ${areShortcutsOn() ? 'off' : 'on'}`,
      icon: 'solar:question-circle-linear',
      choice: { kind: 'shortcuts', isOn: !areShortcutsOn() },
    }),
    command({
      group: 'Session',
      label: 'Logout',
      icon: 'solar:logout-2-linear',
      choice: { kind: 'sign-out' },
    }),
  ];
}

function leavesOf(entry: MenuEntry): MenuEntry[] {
  return entry.children === undefined ? [entry] : entry.children.flatMap(leavesOf);
}

function command(parts: Pick<PaletteItem, 'group' | 'label' | 'icon' | 'choice'>): PaletteItem {
  return { ...parts, key: `${parts.group} ${parts.label}`, detail: null };
}
