import { afterEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../test/harness.ts';
import { listRunners } from '#features/installation/backups.queries.ts';
import { prepareFirstStart } from './first-start.ts';

let api: TestApi | null = null;
afterEach(() => api?.close());

it('without sample data makes a workspace and a link for the first administrator, a new one at each start', async () => {
  api = await startApi();
  const [first, second] = [await prepareFirstStart(api.booted), await prepareFirstStart(api.booted)];
  expect(first[1]).toMatch(/\/first-admin#[A-Za-z0-9_-]{43}$/);
  const use = (lines: string[]) =>
    api?.guest.post('/auth/first-admin', {
      token: lines[1]?.split('#')[1],
      brokerage: 'Sunrise Practice Brokers',
      email: 'root@people.test',
      displayName: 'Root',
      password: 'a real long password',
    });
  expect((await use(first))?.status).toBe(410);
  expect((await use(second))?.body.user).toMatchObject({
    role: 'SUPERADMIN',
    workspaces: [{ name: 'Main office' }],
    isMember: true,
  });
  const { installation } = (await api.guest.get('/installation')).body;
  expect(installation.name).toBe('Sunrise Practice Brokers');
  expect(await listRunners(api.db)).toHaveLength(1);
  expect(await prepareFirstStart(api.booted)).toEqual([]);
});

it('makes one workspace when two servers start at once', async () => {
  api = await startApi();
  await Promise.all([prepareFirstStart(api.booted), prepareFirstStart(api.booted)]);
  expect(await api.db.selectFrom('workspaces').select('name').execute()).toEqual([{ name: 'Main office' }]);
});

it('makes a superadmin without a workspace an administrator of the first one, so that failed backups reach them', async () => {
  api = await startApi();
  const boss = await api.signIn({ role: 'SUPERADMIN' });
  expect(await listRunners(api.db)).toEqual([]);
  await prepareFirstStart(api.booted);
  expect(await listRunners(api.db)).toMatchObject([{ user_id: boss.userId }]);
});

it('writes the sample data at the next start when the first one was killed before it', async () => {
  api = await startApi({ env: { SAMPLE_DATA: 'true', SAMPLE_PASSWORD: 'sample-password-1' } });
  await api.startJobs();
  // The installation's row already exists: it was created when the app booted, before the sample data.
  expect(await prepareFirstStart(api.booted)).toEqual([
    'Sample logins: superadmin@, admin@, staff@ and client@handover.test',
    'Password:      sample-password-1',
  ]);
  expect(await prepareFirstStart(api.booted)).toEqual([]);
}, 180_000);
