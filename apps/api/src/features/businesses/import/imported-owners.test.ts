import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture, type ImportFixture } from '#test/import-fixture.ts';

let api: TestApi;
let fixture: ImportFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createImportFixture(api, 'business');
});

const create = async (parts: object): Promise<string> =>
  (await fixture.admin.post('/businesses', { type: 'dental', ...parts })).body.business.id;
const findBusiness = async (name: string) =>
  (await fixture.businesses()).find((business) => business.name === name);

it('an import refuses a main owner who is one of the other owners', async () => {
  const { workspaceId } = fixture;
  const [ownerId, customerId] = [
    await api.makeCustomer(workspaceId, { name: 'Ann Lee' }),
    await api.makeCustomer(workspaceId, { name: 'Ben Ray' }),
  ];
  const coOwners = [{ customerId, shareBasisPoints: 4_000 }];
  await create({ name: 'Old', listingNumber: 'L-1', ownerId, coOwners });
  const file = 'Name,Listing number,Owner,City\nOld,L-1,Ben Ray,Omaha\n';
  expect((await fixture.take(file)).reasons).toEqual([
    '2: Owner: this customer is one of the other owners. Change the main owner on the business page.',
  ]);
  expect((await fixture.take(file, { overwrite: 'empty' })).reasons).toEqual([]);
  expect(await findBusiness('Old')).toMatchObject({ owner_id: ownerId, city: 'Omaha' });
});

it('an import refuses a main owner who has an open deal on the business', async () => {
  const buyerId = await api.makeCustomer(fixture.workspaceId, { name: 'Ben Ray' });
  const businessId = await create({ name: 'Old', listingNumber: 'L-1' });
  const { deal } = (await fixture.admin.post('/deals', { businessId, buyerId })).body;
  const file = 'Name,Listing number,Owner\nOld,L-1,Ben Ray\n';
  expect((await fixture.take(file)).reasons).toEqual([
    '2: Owner: this customer has an open deal on the business. End that deal first.',
  ]);
  await fixture.admin.delete(`/deals/${String(deal.id)}`);
  expect((await fixture.take(file)).reasons).toEqual([]);
  expect(await findBusiness('Old')).toMatchObject({ owner_id: buyerId });
});

it('an import removes the share that a merge gave to the former main owner, and an undo returns it', async () => {
  const { workspaceId, admin } = fixture;
  const make = (name: string) => api.makeCustomer(workspaceId, { name });
  const [ownerId, twin] = [await make('Ann Lee'), await make('Anne Lee')];
  await make('Ben Ray');
  const coOwners = [{ customerId: twin, shareBasisPoints: 4_000 }];
  const businessId = await create({ name: 'Old', listingNumber: 'L-1', ownerId, coOwners });
  const merge = { version: 1, otherId: twin, otherVersion: 1 };
  const { body } = await admin.post(`/users/${ownerId}/merge`, merge);
  const listOwners = async () => (await admin.get(`/businesses/${businessId}`)).body.business.owners;
  const { id } = await fixture.take('Name,Listing number,Owner\nOld,L-1,Ben Ray\n');
  expect(await listOwners()).toMatchObject([{ name: 'Ben Ray', shareBasisPoints: 10_000 }]);
  expect((await admin.post(`/imports/${id}/undo`)).status).toBe(202);
  await fixture.undo(id);
  expect(await listOwners()).toMatchObject([{ id: ownerId, shareBasisPoints: 10_000 }]);
  expect((await admin.post(`/merges/${body.merge.id}/undo`)).status).toBe(200);
  expect(await listOwners()).toMatchObject([
    { id: ownerId, shareBasisPoints: 6_000 },
    { id: twin, shareBasisPoints: 4_000 },
  ]);
});
