import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture } from '#test/import-fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

async function exportAll(admin: Caller): Promise<string> {
  const { body } = await admin.post('/users/export', { filter: {}, sort: 'name' });
  return (await api.app.inject({ url: body.ticket.url })).body;
}

it('makes the same customers of an export in an empty workspace', async () => {
  const source = await createImportFixture(api);
  const broker = await api.signIn({
    role: 'STAFF',
    workspaceId: source.workspaceId,
    displayName: 'Bo Broker',
  });
  await api.makePlan('Basic');
  const add = async (body: object): Promise<string> => (await source.admin.post('/users', body)).body.user.id;
  await add({
    name: 'Ada King',
    email: 'ada@x.test',
    contactPoints: [
      { kind: 'email', label: '', value: 'ada2@x.test' },
      { kind: 'phone', label: 'Cell', value: '(308) 555-0101' },
      { kind: 'phone', label: '', value: '(308) 555-0102' },
      { kind: 'address', label: 'Second office', value: '9 Elm St, Lincoln, NE 68502' },
    ],
    phone: '(308) 865-2512',
    company: 'King LLC',
    npi: '1234567893',
    isVerified: true,
    planName: 'Basic',
    joiningDate: '2024-02-29',
    brokerId: broker.userId,
    source: 'Referral',
    title: 'DDS',
    website: 'https://king.test',
    addressLine1: '1 NW Main St',
    addressLine2: 'Ste 4',
    city: 'Kearney',
    region: 'NE',
    postalCode: '68845',
    country: 'US',
    taxonomyCode: '1223G0001X',
  });
  await add({ name: 'MERCY', accountType: 'Corporate', ccn: '010001', joiningDate: null });
  const banned = await add({ name: 'Cy', joiningDate: null });
  await source.admin.post(`/users/${banned}/ban`, { version: 1, reason: 'Spam' });
  await source.admin.post(`/users/${await add({ name: 'Di', email: 'di@x.test' })}/unsubscribe`);
  await api.db
    .updateTable('customers')
    .set({ created_at: new Date('2020-05-06T07:08:09.123Z') })
    .where('workspace_id', '=', source.workspaceId)
    .execute();

  const file = await exportAll(source.admin);
  const target = await createImportFixture(api);
  await api.signIn({ role: 'STAFF', workspaceId: target.workspaceId, displayName: 'Bo Broker' });
  expect(await target.take(file)).toMatchObject({ run: { counts: { created: 4 } }, reasons: [] });
  expect(file).toContain('Cell: (308) 555-0101; (308) 555-0102');
  const rowsOf = (text: string): unknown => parse(text, { columns: true, bom: true });
  expect(rowsOf(await exportAll(target.admin))).toEqual(rowsOf(file));

  expect((await target.take(file)).run.counts).toMatchObject({ created: 0, updated: 4 });
  expect(rowsOf(await exportAll(target.admin))).toEqual(rowsOf(file));
});

it('adds phones and addresses that a customer does not have, once, and removes them with the undo', async () => {
  const fixture = await createImportFixture(api);
  await fixture.take('Name,Email,Phone\nAda,ada@x.test,308 865 2512\n');
  const { id } = await fixture.customer('Ada');
  const points = async (): Promise<object[]> =>
    (await fixture.admin.get(`/users/${id}`)).body.user.contactPoints;
  const file =
    'Email,Other phones,Other addresses\nada@x.test,"(308) 865-2512; Cell: 308 555 0101",Office: 9 Elm St; 4 Oak Ave\n';
  const run = await fixture.take(file);
  const added = [
    { kind: 'phone', label: 'Cell', value: '(308) 555-0101' },
    { kind: 'address', label: 'Office', value: '9 Elm St' },
    { kind: 'address', label: '', value: '4 Oak Ave' },
  ];
  expect(await points()).toEqual(added);
  expect((await fixture.admin.get('/users?q=5550101')).body.users).toHaveLength(1);
  await fixture.take(file);
  expect(await points()).toEqual(added);
  await fixture.admin.post(`/imports/${run.id}/undo`);
  await fixture.undo(run.id);
  expect(await points()).toEqual([]);
});

it('keeps a second address of a row as a further address, once, through an export', async () => {
  const fixture = await createImportFixture(api);
  const columns = ['Address', 'City', 'State', 'Zip'];
  const headings = ['Practice', 'Mailing'].flatMap((kind) => columns.map((name) => `${kind} ${name}`));
  const practice = '1 Main St,Avon,CT,06001';
  const file = `Name,${headings.join()}
Ada,${practice},9 Elm St,Lincoln,Nebraska,68502
Bo,${practice},1 MAIN STREET,AVON,CT,06001-1234
Cy,,,,,9 Elm St,Lincoln,NE,68502
`;
  await fixture.take(file);
  const addressesOf = async (name: string) => {
    const { id } = await fixture.customer(name);
    const { addressLine1, contactPoints } = (await fixture.admin.get(`/users/${id}`)).body.user;
    return [addressLine1, ...contactPoints.map(({ value }: { value: string }) => value)];
  };
  expect(await addressesOf('Ada')).toEqual(['1 Main St', '9 Elm St, Lincoln, NE 68502']);
  expect(await addressesOf('Bo')).toEqual(['1 Main St']);
  expect(await addressesOf('Cy')).toEqual(['9 Elm St']);
  await fixture.take(await exportAll(fixture.admin));
  expect(await addressesOf('Ada')).toEqual(['1 Main St', '9 Elm St, Lincoln, NE 68502']);
});

it('imports an opt-out, and never clears one', async () => {
  const fixture = await createImportFixture(api);
  await fixture.take('Name,Email,Unsubscribed\nAda,ada@x.test,2024-01-31\nBo,bo@x.test,\nCy,cy@x.test,no\n');
  expect((await fixture.customer('Ada')).unsubscribed_at).toEqual(new Date('2024-01-31T05:00:00.000Z'));
  const { id } = await fixture.take(
    'Name,Email,City,Unsubscribed\nAda,ada@x.test,Avon,no\nBo,bo@x.test,Avon,yes\nCy,cy@x.test,Avon,\n',
  );
  expect((await fixture.customer('Ada')).unsubscribed_at).toEqual(new Date('2024-01-31T05:00:00.000Z'));
  expect((await fixture.customer('Bo')).unsubscribed_at).not.toBeNull();
  expect((await fixture.customer('Cy')).unsubscribed_at).toBeNull();
  await fixture.admin.post(`/imports/${id}/undo`);
  await fixture.undo(id);
  expect(await fixture.customer('Bo')).toMatchObject({ city: null, unsubscribed_at: expect.any(Date) });
});

it('reports an unknown broker, and one that the importer may not choose', async () => {
  const fixture = await createImportFixture(api);
  expect((await fixture.take('Name,Broker\nAda,Nobody\n')).reasons).toEqual([
    '2: Broker: no team member has the email address or name “Nobody”.',
  ]);
});

it('finds a broker by email address or name, and refuses a name that two people have', async () => {
  const fixture = await createImportFixture(api);
  const { workspaceId } = fixture;
  const hire = async (displayName: string, email: string): Promise<string> =>
    (await api.signIn({ role: 'STAFF', workspaceId, displayName, email })).userId;
  const bo = await hire('Bo Broker', 'bo@brokers.test');
  await hire('Bo Broker', 'bo2@brokers.test');
  const cy = await hire('Cy Clerk', 'cy@brokers.test');
  const { reasons } = await fixture.take(
    'Name,Broker\nAda,BO@brokers.test\nBea,Cy Clerk\nDot,Bo Broker\nEve,\n',
  );
  expect(reasons).toEqual(['4: Broker: 2 team members match “Bo Broker”. Use the email address.']);
  expect((await fixture.customer('Ada')).broker_id).toBe(bo);
  expect((await fixture.customer('Bea')).broker_id).toBe(cy);
  expect((await fixture.customer('Eve')).broker_id).toBeNull();
});
