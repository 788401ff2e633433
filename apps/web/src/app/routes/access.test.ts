import { describe, expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import type { Session } from '#shared/session/session-store.ts';
import { decideAccess, getHome, isAllowed, type Requirement } from './access.ts';

const adminLevel: Requirement = { kind: 'level', level: 'ADMIN' };
const usersArea: Requirement = { kind: 'level', level: 'ADMIN', area: 'users' };
const createSession = (changes: Parameters<typeof aProfile>[0]): Session => ({
  status: 'authenticated',
  user: aProfile(changes),
});
const guest: Session = { status: 'unauthenticated', reason: null };

describe('the guard, in the order of the specification', () => {
  it('1. waits while the session is loading', () => {
    for (const requires of [adminLevel, { kind: 'session' }, { kind: 'prompt' }] as const) {
      expect(decideAccess(requires, { status: 'loading' }, '/admin/users')).toEqual({ kind: 'wait' });
    }
  });

  it('2. sends guests to sign-in', () => {
    expect(decideAccess(adminLevel, guest, '/admin/users')).toEqual({ kind: 'sign-in' });
    expect(decideAccess({ kind: 'session' }, guest, '/account')).toEqual({ kind: 'sign-in' });
  });

  it('3. sends a level that is too low to user/dashboard for CLIENT, to admin/dashboard for every other role', () => {
    expect(decideAccess(adminLevel, createSession({ role: 'CLIENT', areas: [] }), '/admin/users')).toEqual({
      kind: 'redirect',
      to: '/user/dashboard',
    });
    expect(decideAccess(adminLevel, createSession({ role: 'STAFF', areas: [] }), '/admin/users')).toEqual({
      kind: 'redirect',
      to: '/admin/dashboard',
    });
    expect(decideAccess(adminLevel, createSession({ role: null, areas: [] }), '/admin/users')).toEqual({
      kind: 'redirect',
      to: '/admin/dashboard',
    });
  });

  it('asks for ADMIN where a route names no level', () => {
    expect(isAllowed({ kind: 'level' }, { role: 'ADMIN', areas: [] })).toBe(true);
    expect(isAllowed({ kind: 'level' }, { role: 'STAFF', areas: ['users'] })).toBe(false);
  });

  it('4. shows the page otherwise', () => {
    expect(decideAccess(adminLevel, createSession({ role: 'ADMIN' }), '/admin/users')).toEqual({
      kind: 'show',
    });
    expect(decideAccess(adminLevel, createSession({ role: 'SUPERADMIN' }), '/admin/users')).toEqual({
      kind: 'show',
    });
  });

  it('never redirects to the page it refuses', () => {
    for (const role of ['STAFF', null] as const) {
      expect(decideAccess(usersArea, createSession({ role, areas: [] }), '/admin/dashboard')).toEqual({
        kind: 'no-access',
      });
    }
  });

  it('opens public pages at once, and prompts guests where content belongs to somebody', () => {
    expect(decideAccess({ kind: 'open' }, { status: 'loading' }, '/blog')).toEqual({ kind: 'show' });
    expect(decideAccess({ kind: 'open' }, guest, '/blog')).toEqual({ kind: 'show' });
    expect(decideAccess({ kind: 'prompt' }, guest, '/payment-management')).toEqual({ kind: 'prompt' });
    expect(decideAccess({ kind: 'prompt' }, createSession({ role: null }), '/payment-management')).toEqual({
      kind: 'show',
    });
  });
});

describe('a member blocked until they set up two-step sign-in', () => {
  const twoStep = { dueAt: '2026-11-20T15:00:00.000Z', isOverdue: true };

  it('is led from wherever they may go to their account, which shows', () => {
    for (const role of ['STAFF', 'ADMIN', 'SUPERADMIN'] as const) {
      const session = createSession({ role, twoStep });
      for (const requires of [usersArea, { kind: 'session' }, { kind: 'prompt' }] as const)
        expect(decideAccess(requires, session, '/admin/users')).toEqual({ kind: 'redirect', to: '/account' });
      expect(decideAccess({ kind: 'session' }, session, '/account')).toEqual({ kind: 'show' });
    }
  });

  it('finds the end in two steps from where they may not go', () => {
    const session = createSession({ role: 'STAFF', areas: ['dashboard'], twoStep });
    expect(decideAccess(adminLevel, session, '/admin/settings')).toEqual({
      kind: 'redirect',
      to: '/admin/dashboard',
    });
    const dashboard: Requirement = { kind: 'level', area: 'dashboard' };
    expect(decideAccess(dashboard, session, '/admin/dashboard')).toEqual({
      kind: 'redirect',
      to: '/account',
    });
  });

  it('can read public pages, and works as usual during the grace period', () => {
    const session = createSession({ twoStep });
    expect(decideAccess({ kind: 'open' }, session, '/blog')).toEqual({ kind: 'show' });
    const early = createSession({ twoStep: { ...twoStep, isOverdue: false } });
    expect(decideAccess(usersArea, early, '/admin/users')).toEqual({ kind: 'show' });
  });
});

describe('staff access', () => {
  it('opens to STAFF the areas that the workspace opens, and only those', () => {
    expect(isAllowed(usersArea, { role: 'STAFF', areas: ['users'] })).toBe(true);
    expect(isAllowed(usersArea, { role: 'STAFF', areas: ['tasks'] })).toBe(false);
    expect(isAllowed(adminLevel, { role: 'STAFF', areas: ['users', 'settings'] })).toBe(false);
  });

  it('opens nothing to CLIENT or to an unknown role', () => {
    expect(isAllowed(usersArea, { role: 'CLIENT', areas: ['users'] })).toBe(false);
    expect(isAllowed(usersArea, { role: 'OWNER', areas: ['users'] })).toBe(false);
    expect(isAllowed(usersArea, { role: null, areas: ['users'] })).toBe(false);
  });
});

it('a CLIENT starts at user/dashboard, everybody else at admin/dashboard', () => {
  expect(getHome({ role: 'CLIENT' })).toBe('/user/dashboard');
  for (const role of ['STAFF', 'ADMIN', 'SUPERADMIN', null])
    expect(getHome({ role })).toBe('/admin/dashboard');
});
