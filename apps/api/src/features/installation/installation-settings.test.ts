import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { aPng } from '#test/pictures.ts';
import { newId } from '#lib/ids.ts';
import { findPublicWorkspaceId } from '#platform/installation/installation.ts';

let api: TestApi;
let workspaceId: string;
let boss: Caller;
beforeAll(async () => {
  api = await startApi();
  workspaceId = await api.makeWorkspace({ name: 'Oldest' });
  boss = await api.signIn({ role: 'SUPERADMIN', workspaceId });
});
afterAll(() => api.close());

const getInstallation = async () => (await api.guest.get('/installation')).body.installation;
const save = async (change: Record<string, unknown>) => {
  const { version } = (await boss.get('/installation/settings')).body.installation;
  return boss.patch('/installation/settings', { version, ...change });
};

it('shows name, tagline, and contact to guests immediately', async () => {
  const change = {
    name: 'Harbor Practice Sales',
    tagline: 'Sold with care',
    supportEmail: 'help@harbor.test',
    supportPhone: '+1 207 555 0100',
  };
  expect((await save(change)).body.installation).toMatchObject(change);
  expect(await getInstallation()).toMatchObject(change);
  await save({ supportPhone: null });
  expect((await getInstallation()).supportPhone).toBeNull();
});

it('reports whether a password reset link can be sent', async () => {
  expect((await getInstallation()).canSendEmail).toBe(false);
  const own = await startApi({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  expect((await own.guest.get('/installation')).body.installation.canSendEmail).toBe(true);
  await own.close();
});

it('shows the logo to guests until it is removed', async () => {
  const url = (await boss.upload('/installation/logo', aPng())).body.installation.logoUrl;
  expect((await getInstallation()).logoUrl).toBe(url);
  expect((await api.guest.get(url.replace('/api', ''))).headers).toMatchObject({
    'content-type': 'image/png',
  });
  await boss.delete('/installation/logo');
  expect((await getInstallation()).logoUrl).toBeNull();
});

it('names the workspace that receives leads from the public pages', async () => {
  const other = await api.makeWorkspace({ name: 'Leads' });
  expect(await findPublicWorkspaceId(api.db)).toBe(workspaceId);
  await save({ publicWorkspaceId: other });
  expect(await findPublicWorkspaceId(api.db)).toBe(other);
  expect(await save({ publicWorkspaceId: newId() })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'publicWorkspaceId' }] },
  });
  await save({ publicWorkspaceId: null });
  expect(await findPublicWorkspaceId(api.db)).toBe(workspaceId);
});

it('rejects a change based on an older version', async () => {
  await save({ tagline: 'First' });
  const answer = await boss.patch('/installation/settings', { version: 1, tagline: 'Second' });
  expect(answer).toMatchObject({ status: 409, body: { current: { tagline: 'First' } } });
});
