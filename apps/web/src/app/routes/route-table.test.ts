import { defaultRequiredRole } from '@handover/contract/auth/roles.ts';
import { describe, expect, it } from 'vitest';
import { findEntry } from './pages.tsx';
import { routeTable } from './route-table.ts';

/** The route table of the specification, with decisions 1, 2, 7, and 8 of the product definition. */
const specified = {
  'admin/dashboard': 'ADMIN',
  'admin/users': 'ADMIN',
  'admin/users/view/:id': 'ADMIN',
  'admin/users/create': 'ADMIN',
  'admin/tasks': 'ADMIN',
  'admin/documents': 'ADMIN',
  'admin/documents/:id': 'ADMIN',
  'admin/business-center': 'ADMIN',
  'admin/settings': 'ADMIN',
  'user/dashboard': 'CLIENT',
  'user/deals': 'CLIENT',
  'test-user-dashboard': 'session',
  user: 'prompt',
  blog: 'open',
  'blog/:slug': 'open',
  'blog/write': 'STAFF',
  'blog/:slug/edit': 'STAFF',
  'generate-plan': 'open',
  'analyze-plan': 'open',
  'copilot-plan': 'prompt',
  'very-weak-plan': 'open',
  'weak-plan': 'open',
  'strong-plan': 'open',
  'very-strong-plan': 'open',
  'payment-management': 'prompt',
  subscriptions: 'open',
  'corporate-view/:id': 'prompt',
};

/** Routes that we added to the specification's. */
const added = {
  'admin/business-center/deals': 'ADMIN',
  'admin/business-center/deals/:id': 'ADMIN',
  'admin/business-center/contacts': 'ADMIN',
  'admin/business-center/contacts/:id': 'ADMIN',
  'admin/business-center/buyers': 'ADMIN',
  'admin/business-center/buyers/inquiries': 'ADMIN',
  'admin/business-center/ndas': 'ADMIN',
  'admin/business-center/ndas/:id': 'ADMIN',
  'admin/business-center/commission': 'ADMIN',
  'admin/business-center/reports': 'ADMIN',
  'admin/business-center/buyers/:id': 'ADMIN',
  'admin/users/triage': 'ADMIN',
  'admin/users/templates': 'ADMIN',
  'admin/settings/:section': 'ADMIN',
  'admin/users/duplicates': 'ADMIN',
  'admin/users/duplicates/:id/:otherId': 'ADMIN',
  'admin/users/merges/:id': 'ADMIN',
  account: 'session',
  'admin/business-center/businesses/:id': 'ADMIN',
};

describe('the route table', () => {
  it('has the paths and levels of the specification, and our own', () => {
    const found = Object.fromEntries(
      routeTable.map(({ path, requires }) => [
        path,
        requires.kind === 'level' ? (requires.level ?? defaultRequiredRole) : requires.kind,
      ]),
    );
    expect(found).toEqual({ ...specified, ...added });
  });

  it('opens every admin area but settings to staff, where the workspace allows it', () => {
    const areas = Object.fromEntries(
      routeTable
        .filter(({ path }) => path.startsWith('admin/'))
        .map(({ path, requires }) => [path, requires.kind === 'level' ? requires.area : null]),
    );
    expect(areas).toEqual({
      'admin/business-center/deals': 'business-center',
      'admin/business-center/deals/:id': 'business-center',
      'admin/business-center/contacts': 'business-center',
      'admin/business-center/contacts/:id': 'business-center',
      'admin/business-center/buyers': 'business-center',
      'admin/business-center/buyers/inquiries': 'business-center',
      'admin/business-center/ndas': 'business-center',
      'admin/business-center/ndas/:id': 'business-center',
      'admin/business-center/commission': 'business-center',
      'admin/business-center/reports': 'business-center',
      'admin/business-center/buyers/:id': 'business-center',
      'admin/dashboard': 'dashboard',
      'admin/users': 'users',
      'admin/users/view/:id': 'users',
      'admin/users/create': 'users',
      'admin/users/triage': 'users',
      'admin/users/templates': 'users',
      'admin/users/duplicates': 'users',
      'admin/users/duplicates/:id/:otherId': undefined,
      'admin/users/merges/:id': 'users',
      'admin/tasks': 'tasks',
      'admin/documents': 'documents',
      'admin/documents/:id': 'documents',
      'admin/business-center': 'business-center',
      'admin/business-center/businesses/:id': 'business-center',
      'admin/settings': undefined,
      'admin/settings/:section': undefined,
    });
  });

  it('declares a title, a description and an icon for every screen', () => {
    for (const { title, description, icon } of routeTable) {
      expect(title).not.toBe('');
      expect(description).not.toBe('');
      expect(icon).toMatch(/^solar:/);
    }
  });
});

describe('an address', () => {
  it.each([
    ['/admin/users', 'admin/users'],
    ['/admin/users/create', 'admin/users/create'],
    ['/admin/users/triage', 'admin/users/triage'],
    ['/admin/users/view/0199a000', 'admin/users/view/:id'],
    ['/admin/users/duplicates', 'admin/users/duplicates'],
    ['/admin/users/duplicates/0199a000/0199a001', 'admin/users/duplicates/:id/:otherId'],
    ['/admin/business-center/businesses/0199a000', 'admin/business-center/businesses/:id'],
    ['/user', 'user'],
    ['/corporate-view/7', 'corporate-view/:id'],
    ['/blog/write', 'blog/write'],
    ['/blog/selling-well', 'blog/:slug'],
    ['/admin/nothing/here', 'admin/*'],
    ['/user/nothing', 'user/*'],
  ])('%s leads to %s', (address, path) => {
    expect(findEntry(address)?.path).toBe(path);
  });

  it('outside the table leads to no screen', () => {
    expect(findEntry('/nowhere')).toBeNull();
    expect(findEntry('/sign-in')).toBeNull();
  });
});
