import type { ContactPoint } from '@handover/contract/customers/contact-points.ts';
import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import type { CreateCustomer } from '@handover/contract/customers/customer-changes.ts';
import type { Merge } from '@handover/contract/records/merges.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMergeFixture, type MergeFixture } from '#test/merge-fixture.ts';
import { createRawMail } from '#test/mail/mail-fixture.ts';
import { checkDuplicates } from '#features/customers/duplicates/check-duplicates.ts';

let api: TestApi;
let fixture: MergeFixture;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createMergeFixture(api);
});

/** A customer with a value in every field; no two of them share any. */
function createFullCustomer(name: string, number: number): CreateCustomer {
  return {
    name,
    email: `${name.toLowerCase()}@lee.test`,
    phone: `+1 212 555 010${String(number)}`,
    company: `${name} Dental`,
    npi: number === 1 ? '1234567893' : '1245319599',
    accountType: 'Individual',
    joiningDate: `2020-01-0${String(number)}`,
    source: `Source ${String(number)}`,
    title: `Title ${String(number)}`,
    website: `https://${name.toLowerCase()}.test`,
    addressLine1: `${String(number)} Main St`,
    addressLine2: `Suite ${String(number)}`,
    city: `City ${String(number)}`,
    region: 'NY',
    postalCode: `1000${String(number)}`,
    country: `Country ${String(number)}`,
    taxonomyCode: `1223G000${String(number)}X`,
    contactPoints: [
      { kind: 'email', label: 'Home', value: `home-${String(number)}@lee.test` },
      { kind: 'phone', label: 'Office', value: `+1 212 555 020${String(number)}` },
      { kind: 'address', label: 'Branch', value: `${String(number)} Side St, Troy` },
    ],
  };
}

const addressKeys = ['addressLine1', 'addressLine2', 'city', 'region', 'postalCode', 'country'] as const;

/** Every value of a record that someone typed. */
function toValues(record: CreateCustomer | CustomerDetail): string[] {
  const { email, phone, contactPoints = [] } = record;
  const single = [email, phone, record.name, record.company, record.npi, record.joiningDate, record.source];
  const address = addressKeys.map((key) => record[key]);
  const points = contactPoints.flatMap(({ label, value }) => [label, value]);
  const more = [record.title, record.website, record.taxonomyCode];
  return [...single, ...address, ...points, ...more].filter(
    (value) => value != null && value !== '',
  ) as string[];
}

it('keeps every value of both, on the customer or among the values not kept, and the undo restores all', async () => {
  const { create, user, merge, undo, admin } = fixture;
  const [ann, bea] = [createFullCustomer('Ann', 1), { ...createFullCustomer('Bea', 2), npi: null }];
  const [survivorId, otherId] = [await create(ann), await create(bea)];
  const before = [await user(survivorId), await user(otherId)];

  const mergeId = await merge(survivorId, otherId, { fromOther: ['company', 'phone'] });
  const survivor: CustomerDetail = await user(survivorId);
  const { merge: made }: { merge: Merge } = (await admin.get(`/merges/${mergeId}`)).body;
  const visible = [...toValues(survivor), ...made.unused.map(({ value }) => value)].join('\n');
  for (const value of [...toValues(ann), ...toValues(bea)]) expect(visible).toContain(value);
  const pointsOf = (kind: ContactPoint['kind']) =>
    survivor.contactPoints.filter((point) => point.kind === kind).map(({ value }) => value);
  expect([survivor.email, ...pointsOf('email')]).toEqual([
    'ann@lee.test',
    'home-1@lee.test',
    'bea@lee.test',
    'home-2@lee.test',
  ]);
  expect([survivor.phone, ...pointsOf('phone')]).toEqual([
    '+1 212 555 0102',
    '+1 212 555 0201',
    '+1 212 555 0101',
    '+1 212 555 0202',
  ]);
  expect(pointsOf('address')).toEqual([
    '1 Side St, Troy',
    '2 Main St, Suite 2, City 2, NY 10002, Country 2',
    '2 Side St, Troy',
  ]);
  expect(survivor.contactPoints).toContainEqual({
    kind: 'phone',
    label: 'Office',
    value: '+1 212 555 0202',
  });
  expect(made.moved).toContainEqual({ one: 'contact detail', many: 'contact details', count: 6 });
  expect(survivor.lastMergeId).toBe(mergeId);

  expect((await undo(mergeId)).status).toBe(200);
  const after = [await user(survivorId), await user(otherId)];
  const comparable = ({ version: _v, updatedAt: _u, counts: _c, ...rest }: CustomerDetail) => rest;
  expect(after.map(comparable)).toEqual(before.map(comparable));
});

it('keeps what was added to the survivor’s contact details since', async () => {
  const { create, user, merge, undo, admin } = fixture;
  const [survivorId, otherId] = [
    await create({ name: 'Ann', phone: '212 555 0101' }),
    await create({ name: 'Bea', phone: '212 555 0102' }),
  ];
  const mergeId = await merge(survivorId, otherId);
  const { version, contactPoints } = await user(survivorId);
  const added = { kind: 'email', label: 'New', value: 'new@lee.test' };
  await admin.patch(`/users/${survivorId}`, { version, contactPoints: [...contactPoints, added] });
  const { body } = await undo(mergeId);
  expect(body.merge.storedFields).toEqual(['contactPoints']);
  expect((await user(survivorId)).contactPoints).toEqual([added]);
});

it('finds customers by further phones and emails: in search, as duplicates, and for received mail', async () => {
  const { create, user, admin, workspaceId } = fixture;
  const points = createFullCustomer('Ann', 1).contactPoints;
  const id = await create({ name: 'Ann Lee', contactPoints: points });
  for (const q of ['home-1@lee', '212 555 0201', '2125550201', '1 side st'])
    expect((await admin.get(`/users?q=${encodeURIComponent(q)}`)).body.total, q).toBe(1);
  const other = await create({ name: 'Zoe Fox', phone: '(212) 555-0201' });
  expect((await admin.get('/users/duplicates?phone=212-555-0201')).body.duplicates).toHaveLength(2);
  await checkDuplicates(api.booted.platform.runner, { budgetMs: 10_000 });
  const { duplicatePairs } = (await admin.get(`/users/${other}/duplicates`)).body;
  expect(duplicatePairs).toMatchObject([{ survivor: { id }, reasons: ['phone'] }]);
  expect((await admin.get('/duplicates')).body.duplicatePairs).toHaveLength(1);
  const { body } = await admin.post('/mailboxes/inbound-token');
  await admin.upload(
    new URL(body.inbound.url).pathname.replace('/api', ''),
    createRawMail({ From: 'home-1@lee.test', To: 'office@crm.test', Subject: 'Hello' }),
    { headers: { 'content-type': 'message/rfc822' } },
  );
  expect((await user(id)).counts.emails).toBe(1);
  expect(workspaceId).not.toBe('');
});

it('rejects invalid contact details', async () => {
  const { admin } = fixture;
  const add = async (point: object): Promise<number> =>
    (await admin.post('/users', { name: 'Ann', contactPoints: [point] })).status;
  expect(await add({ kind: 'email', label: '', value: 'nonsense' })).toBe(400);
  expect(await add({ kind: 'fax', label: '', value: '1' })).toBe(400);
  expect(await add({ kind: 'phone', label: '', value: '' })).toBe(400);
  expect(await add({ kind: 'phone', value: '212 555 0101' })).toBe(201);
});
