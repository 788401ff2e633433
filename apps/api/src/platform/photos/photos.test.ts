import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { aPng, createPngChunk } from '#test/pictures.ts';

let api: TestApi;
let workspaceId: string;
let staff: Caller;
let customerId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  customerId = await api.makeCustomer(workspaceId, { brokerId: staff.userId });
});

const open = (url: string) => api.guest.get(url.replace('/api', ''));

describe('the own photo', () => {
  it('is shown in the profile, to colleagues and to the own clients, and served as what it is', async () => {
    const url = (await staff.upload('/auth/photo', aPng(1))).body.user.photoURL;
    expect((await staff.get('/auth/profile')).body.user.photoURL).toBe(url);
    const { members } = (await staff.get('/members')).body;
    expect(members).toMatchObject([{ id: staff.userId, photoURL: url }]);
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
    expect((await client.get('/auth/profile')).body.user.customers[0].broker.photoURL).toBe(url);
    const photo = await open(url);
    expect(photo).toMatchObject({ status: 200, text: aPng(1).toString() });
    expect(photo.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  });

  it('ends the address of the one before when it is replaced or removed', async () => {
    const first = (await staff.upload('/auth/photo', aPng(1))).body.user.photoURL;
    const second = (await staff.upload('/auth/photo', aPng(2))).body.user.photoURL;
    expect((await open(first)).status).toBe(404);
    expect((await staff.delete('/auth/photo')).body.user.photoURL).toBeNull();
    expect((await open(second)).status).toBe(404);
    const keys = [first, second].map((url: string) => url.split('/').at(-1) ?? '');
    expect(await api.db.selectFrom('photos').select('key').where('key', 'in', keys).execute()).toEqual([]);
  });

  it('is stored without the camera’s location data', async () => {
    const located = aPng(1, [createPngChunk('eXIf', Buffer.from('40.7128 N 74.0060 W'))]);
    const url = (await staff.upload('/auth/photo', located)).body.user.photoURL;
    expect((await open(url)).text).toBe(aPng(1).toString());
  });

  it.each([
    ['a drawing that would run', Buffer.from('<svg onload="alert(1)">'), 415],
    ['a moving picture', Buffer.from('GIF89a'), 415],
    ['nothing', Buffer.alloc(0), 415],
    ['a picture that breaks off', aPng().subarray(0, 40), 400],
    ['more than 5 MB', Buffer.concat([aPng(), Buffer.alloc(5 * 1024 * 1024)]), 413],
  ])('is not %s', async (_what, bytes, status) => {
    expect((await staff.upload('/auth/photo', bytes)).status).toBe(status);
    expect((await staff.get('/auth/profile')).body.user.photoURL).toBeNull();
  });
});

describe('the photo of a customer', () => {
  it('is shown in list and record, without a new version of the record', async () => {
    const { avatarUrl, version } = (await staff.upload(`/users/${customerId}/photo`, aPng(3))).body.user;
    expect((await open(avatarUrl)).status).toBe(200);
    expect((await staff.get('/users')).body.users).toMatchObject([{ avatarUrl, version: 1 }]);
    expect(version).toBe(1);
    expect((await staff.delete(`/users/${customerId}/photo`)).body.user.avatarUrl).toBeNull();
  });

  it('is processed once for a repeated request', async () => {
    const extras = { headers: { 'idempotency-key': 'photo-key-1' } };
    const first = await staff.upload(`/users/${customerId}/photo`, aPng(3), extras);
    expect((await staff.upload(`/users/${customerId}/photo`, aPng(3), extras)).body).toEqual(first.body);
    const other = await staff.upload(`/users/${customerId}/photo`, aPng(4), extras);
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  it('cannot be changed for a customer in the trash', async () => {
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    await admin.delete(`/users/${customerId}`);
    expect((await admin.upload(`/users/${customerId}/photo`, aPng(3))).status).toBe(422);
    expect((await admin.delete(`/users/${customerId}/photo`)).status).toBe(422);
  });
});
