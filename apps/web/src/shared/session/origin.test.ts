import { expect, it } from 'vitest';
import { findOrigin, createOriginState } from './session-store.ts';

it('gives back the remembered place with query and hash', () => {
  const place = { pathname: '/admin/users', search: '?q=lee', hash: '#top', state: null, key: '' };
  expect(findOrigin(createOriginState(place))).toBe('/admin/users?q=lee#top');
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
  expect(findOrigin(state)).toBeNull();
});
