import { expect, it } from 'vitest';
import { originOf } from './origin.ts';

it('gives back the remembered place', () => {
  expect(originOf({ from: '/admin/users?q=lee#top' })).toBe('/admin/users?q=lee#top');
});

it.each([
  null,
  undefined,
  'x',
  {},
  { from: 7 },
  { from: 'https://evil.test' },
  { from: '//evil.test' },
  { from: '/\\evil.test' },
  { from: 'javascript:alert(1)' },
])('leads nowhere else: %j', (state) => {
  expect(originOf(state)).toBeNull();
});
