import { describe, expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { hasActiveChild, isActive, getMenu, type MenuEntry } from './menu.ts';

const adminEntries = [
  ['Dashboard', '/admin/dashboard'],
  ['Users Management', '/admin/users'],
  ['Documents', '/admin/documents'],
  ['Tasks', '/admin/tasks'],
  ['Business Center', '/admin/business-center'],
  ['Settings', '/admin/settings'],
];

function listLabels(entries: readonly MenuEntry[] | undefined): (string | undefined)[][] {
  return (entries ?? []).map(({ title, path }) => [title, path]);
}

describe('the menu', () => {
  it.each(['ADMIN', 'SUPERADMIN'] as const)(
    'of %s has the six entries of the specification first, then More',
    (role) => {
      const [main, more] = getMenu(aProfile({ role }));
      expect(main?.title).toBeNull();
      expect(listLabels(main?.entries)).toEqual(adminEntries);
      expect(more?.title).toBe('More');
      expect(more?.entries.map(({ title }) => title)).toEqual([
        'Plans',
        'Subscriptions',
        'Payments',
        'Directory',
        'Blog',
      ]);
    },
  );

  it('of STAFF has the areas open to them, never settings', () => {
    const [main] = getMenu(aProfile({ role: 'STAFF', areas: ['users', 'tasks'] }));
    expect(listLabels(main?.entries)).toEqual([
      ['Users Management', '/admin/users'],
      ['Tasks', '/admin/tasks'],
    ]);
  });

  it('of CLIENT has Dashboard, then their deals', () => {
    const [main, more] = getMenu(aProfile({ role: 'CLIENT', areas: [] }));
    expect(listLabels(main?.entries)).toEqual([['Dashboard', '/user/dashboard']]);
    expect(more?.entries.map(({ title }) => title)).toEqual([
      'Deals',
      'Plans',
      'Subscriptions',
      'Payments',
      'Blog',
    ]);
  });

  it('for a missing role is the client layout without entries above level 0', () => {
    const groups = getMenu(aProfile({ role: null, areas: [] }));
    expect(groups.map(({ title }) => title)).toEqual(['More']);
    expect(groups[0]?.entries.map(({ title }) => title)).toEqual([
      'Plans',
      'Subscriptions',
      'Payments',
      'Blog',
    ]);
  });

  it('of a guest has public pages only', () => {
    const groups = getMenu(null);
    expect(groups).toHaveLength(1);
    expect(groups[0]?.title).toBeNull();
    expect(groups[0]?.entries.map(({ title }) => title)).toEqual(['Plans', 'Subscriptions', 'Blog']);
    expect(groups[0]?.entries[0]?.children?.map(({ path }) => path)).toEqual([
      '/generate-plan',
      '/analyze-plan',
      '/very-weak-plan',
      '/weak-plan',
      '/strong-plan',
      '/very-strong-plan',
    ]);
  });
});

describe('an entry', () => {
  const parent: MenuEntry = {
    title: 'Plans',
    icon: 'x',
    children: [{ title: 'Weak', icon: 'x', children: [{ title: 'Deep', icon: 'x', path: '/weak-plan' }] }],
  };

  it('is active when its path equals the location, not when it begins it', () => {
    const users = { title: 'Users Management', icon: 'x', path: '/admin/users' };
    expect(isActive(users, '/admin/users')).toBe(true);
    expect(isActive(users, '/admin/users/create')).toBe(false);
  });

  it('is highlighted as a parent when any descendant is active', () => {
    expect(hasActiveChild(parent, '/weak-plan')).toBe(true);
    expect(hasActiveChild(parent, '/blog')).toBe(false);
  });
});
