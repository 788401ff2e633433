import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMergeFixture, type MergeFixture } from '#test/merge-fixture.ts';
import { listJobs } from '#registry.ts';
import { newId } from '#lib/ids.ts';

let api: TestApi;
let desk: MergeFixture;
let survivor: string;
let other: string;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  desk = await createMergeFixture(api);
  survivor = await desk.create({ name: 'Ann' });
  other = await desk.create({ name: 'Anne' });
});

const createBody = () => ({ version: 1, otherId: other, otherVersion: 1 });
const countMerges = async (): Promise<number> => {
  const rows = await api.db
    .selectFrom('merges')
    .select('id')
    .where('workspace_id', '=', desk.workspaceId)
    .execute();
  return rows.length;
};

describe('merging', () => {
  it('is for administrators: staff see duplicates and merges, but cannot merge or undo', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId: desk.workspaceId });
    expect((await staff.get(`/users/${survivor}`)).body.user.abilities.canMerge).toBe(false);
    expect((await staff.post(`/users/${survivor}/merge`, createBody())).status).toBe(403);
    expect(await countMerges()).toBe(0);
    const id = await desk.merge(survivor, other);
    expect((await staff.get(`/merges/${id}`)).body.merge).toMatchObject({ canUndo: false, obstacle: null });
    expect((await staff.post(`/merges/${id}/undo`)).status).toBe(403);
    expect((await desk.user(other)).id).toBe(survivor);
  });

  it('returns 404 for customers and merges of another workspace', async () => {
    const elsewhere = await createMergeFixture(api);
    const stranger = await elsewhere.create({ name: 'Anne' });
    const foreign = { ...createBody(), otherId: stranger };
    expect((await desk.admin.post(`/users/${survivor}/merge`, foreign)).status).toBe(404);
    expect((await desk.admin.post(`/users/${stranger}/merge`, createBody())).status).toBe(404);
    expect((await desk.admin.get(`/users/${survivor}/merge-preview/${stranger}`)).status).toBe(404);
    const id = await desk.merge(survivor, other);
    expect((await elsewhere.admin.get(`/merges/${id}`)).status).toBe(404);
    expect((await elsewhere.admin.post(`/merges/${id}/undo`)).status).toBe(404);
    expect((await elsewhere.user(stranger)).id).toBe(stranger);
  });

  it('happens once for a double click, with the same answer', async () => {
    const headers = { 'idempotency-key': newId() };
    const click = () => desk.admin.post(`/users/${survivor}/merge`, createBody(), { headers });
    const [first, second] = await Promise.all([click(), click()]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await countMerges()).toBe(1);
  });

  it.each([
    [
      'deals of both on one business',
      () => other,
      'Both have a deal on Bright Dental. Move one of them to the trash first.',
    ],
    [
      'a deal of one on a business of the other',
      null,
      'Anne owns Bright Dental, and Ann has a deal on it. Move the deal to the trash first.',
    ],
  ])('is rejected for %s, until a deal is in the trash', async (_what, secondBuyer, obstacle) => {
    const ownerId = secondBuyer === null ? other : await desk.create({ name: 'Olive' });
    const input = { name: 'Bright Dental', type: 'dental', ownerId };
    const { id: businessId } = (await desk.admin.post('/businesses', input)).body.business;
    const buyers = [survivor, ...(secondBuyer === null ? [] : [secondBuyer()])];
    const dealIds: string[] = [];
    for (const buyerId of buyers)
      dealIds.push((await desk.admin.post('/deals', { businessId, buyerId })).body.deal.id);
    const preview = async () =>
      (await desk.admin.get(`/users/${survivor}/merge-preview/${other}`)).body.preview;
    expect(await preview()).toMatchObject({ obstacle });
    const refused = await desk.admin.post(`/users/${survivor}/merge`, createBody());
    expect(refused).toMatchObject({ status: 422, body: { detail: obstacle } });
    expect((await desk.admin.delete(`/deals/${String(dealIds[0])}`)).status).toBe(204);
    expect(await preview()).toMatchObject({ obstacle: null });
    await desk.merge(survivor, other);
  });

  it('is rejected, with the name, if either customer is already merged', async () => {
    await desk.merge(survivor, other);
    const third = await desk.create({ name: 'Cy' });
    const pairs = [
      [third, other],
      [other, third],
    ] as const;
    for (const [one, two] of pairs) {
      const { obstacle } = (await desk.admin.get(`/users/${one}/merge-preview/${two}`)).body.preview;
      expect(obstacle).toBe('Anne was already merged into Ann.');
    }
    const refused = await desk.admin.post(`/users/${third}/merge`, { ...createBody(), otherVersion: 2 });
    expect([refused.status, refused.body.code]).toEqual([422, 'RULE_BROKEN']);
    expect(await countMerges()).toBe(1);
  });
});
