import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { boot, type Services } from '../../boot.ts';
import { buildApp } from '../../app.ts';
import { createCaller, type Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { recordStatements } from '#test/statement-recorder.ts';

const perMinute = 200;
const perAddress = 4;

let api: TestApi;
let second: { booted: Services; app: FastifyInstance };
let minute = Date.parse('2026-11-23T10:00:00Z');
beforeAll(async () => {
  api = await startApi({ env: { REQUESTS_PER_MINUTE: String(perMinute) } });
  const { config, logger } = api.booted.platform;
  const booted = await boot({ config, logger, connectionString: api.connectionString, clock: api.clock });
  second = { booted, app: await buildApp(booted.platform, { webFolder: null }) };
});
afterAll(async () => {
  second.booted.platform.live.endAll();
  await second.app.close();
  await second.booted.database.close();
  await api.close();
});
// Each test uses a separate minute.
beforeEach(() => {
  minute += 60_000;
  api.clock.set(new Date(minute));
});

const toSecondCaller = (caller: Caller): Caller => createCaller(second.app, caller);
const getFirstLimits = () => api.booted.platform.requestLimits;
const getSecondLimits = () => second.booted.platform.requestLimits;

async function signIn(): Promise<Caller> {
  return api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
}

async function call(caller: Caller, times: number): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: times }, () => caller.get('/auth/profile')));
  return answers.map(({ status }) => status);
}

it('counts a user’s requests across two servers, and rejects more for the rest of the minute', async () => {
  const admin = await signIn();
  const other = await signIn();
  expect(new Set(await call(admin, perMinute / 2))).toEqual(new Set([200]));
  expect(new Set(await call(toSecondCaller(admin), perMinute / 2))).toEqual(new Set([200]));
  await getFirstLimits().share();
  await getSecondLimits().share();
  expect(await call(toSecondCaller(admin), 1)).toEqual([429]);
  await getFirstLimits().share();
  expect((await call(admin, 1)).at(-1)).toBe(200);
  await getFirstLimits().share();
  api.clock.set(new Date(minute + 18_000));
  const refused = await admin.post('/users', { name: 'One too many' });
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '42', 'content-type': expect.stringContaining('application/problem+json') },
    body: { code: 'TOO_MANY_REQUESTS', detail: 'Too many requests. Try again in 42 seconds.' },
  });
  expect(await call(other, 1)).toEqual([200]);
  api.clock.set(new Date(minute + 60_000));
  minute += 60_000;
  expect(await call(admin, 1)).toEqual([200]);
});

it('counts an API key separately from its owner', async () => {
  const admin = await signIn();
  const { body } = await admin.post('/api-keys', { name: 'Reports', scopes: ['customers:read'], days: 30 });
  const key = createCaller(api.app, { ...admin, token: body.key });
  await Promise.all(Array.from({ length: perMinute }, () => key.get('/users?limit=1')));
  expect((await key.get('/users?limit=1')).status).toBe(429);
  expect(await call(admin, 1)).toEqual([200]);
});

it('gives callers without a session a fiftieth, by address, and never refuses a probe', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < perAddress + 1; index += 1)
    statuses.push((await api.guest.post('/auth/passkey-sign-in/begin')).status);
  expect(statuses).toEqual([...Array.from({ length: perAddress }, () => 200), 429]);
  expect((await api.guest.get('/health')).status).toBe(200);
});

it('counts refused callers too: by address without a session, by key without the scope', async () => {
  const admin = await signIn();
  const made = createCaller(api.app, { ...admin, token: 'made-up-token' });
  const refused: number[] = [];
  for (let index = 0; index < perAddress + 1; index += 1)
    refused.push((await made.get('/users?limit=1')).status);
  expect(refused).toEqual([...Array.from({ length: perAddress }, () => 401), 429]);
  const { body } = await admin.post('/api-keys', { name: 'Reports', scopes: ['notes:read'], days: 30 });
  const key = createCaller(api.app, { ...admin, token: body.key });
  const statuses = await Promise.all(Array.from({ length: perMinute }, () => key.get('/users?limit=1')));
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([403]));
  expect((await key.get('/users?limit=1')).status).toBe(429);
});

it('writes no counter for usual callers, and those of busy ones in one statement', async () => {
  const [usual, busy, busier] = [await signIn(), await signIn(), await signIn()];
  await call(usual, perMinute / 10 - 1);
  expect(await countStatements(getFirstLimits().share)).toBe(0);
  await call(busy, perMinute / 10);
  await call(busier, perMinute / 5);
  expect(await countStatements(getFirstLimits().share)).toBe(1);
  const counters = await api.db.selectFrom('rate_limits').select(['key', 'hits']).execute();
  const hitsOf = ({ userId }: Caller) => counters.find(({ key }) => key.endsWith(userId))?.hits;
  expect([usual, busy, busier].map(hitsOf)).toEqual([undefined, perMinute / 10, perMinute / 5]);
});

async function countStatements(act: () => Promise<void>): Promise<number> {
  let count = 0;
  const stop = recordStatements(() => (count += 1));
  await act().finally(stop);
  return count;
}

it('refuses the live streams of a user above a hundred, counted each minute', async () => {
  const admin = await signIn();
  for (let index = 0; index < 100; index += 1) getSecondLimits().countStream(admin.userId);
  await getSecondLimits().share();
  for (let index = 0; index < 10; index += 1) getFirstLimits().countStream(admin.userId);
  await getFirstLimits().share();
  expect(await admin.get('/events')).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
});
