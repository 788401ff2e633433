import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';
import { toAddressKey } from './rate-limits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('counts the addresses of an IPv6 network together, and each IPv4 address separately', () => {
  const keyOf = (address: string) => toAddressKey('reset', address);
  expect(keyOf('2001:db8:1:2::1')).toBe(keyOf('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(keyOf('2001:db8:1:2::1')).not.toBe(keyOf('2001:db8:1:3::1'));
  expect(keyOf('203.0.113.1')).not.toBe(keyOf('203.0.113.2'));
  expect(keyOf('::ffff:203.0.113.1')).toBe(keyOf('203.0.113.1'));
  expect(keyOf('unknown')).toBe('reset:unknown');
});

it('limits a host that takes a new IPv6 address for each request', async () => {
  const ask = async (remoteAddress: string) => {
    const payload = { email: `${newId()}@people.test` };
    return (
      await api.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload, remoteAddress })
    ).statusCode;
  };
  for (let host = 1; host <= 20; host += 1) expect(await ask(`2001:db8:1:2::${host.toString(16)}`)).toBe(202);
  expect(await ask('2001:db8:1:2::ffff')).toBe(429);
  expect(await ask('2001:db8:1:3::1')).toBe(202);
});
