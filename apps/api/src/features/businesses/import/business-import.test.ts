import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
/** Changes all businesses of the workspace. */
const setStage = (stage: 'valuation' | 'engaged') =>
  api.db.updateTable('businesses').set({ stage }).where('workspace_id', '=', fixture.workspaceId).execute();
const findBusiness = async (name: string) =>
  (await fixture.businesses()).find((business) => business.name === name);

describe('importing businesses', () => {
  it('creates them with every field of the form, and makes them searchable', async () => {
    const ownerId = await api.makeCustomer(fixture.workspaceId, { name: 'Ann Lee', email: 'ann@x.test' });
    const { id: fieldId } = (
      await fixture.admin.post('/custom-fields', {
        name: 'Chairs',
        kind: 'number',
        choices: [],
        recordType: 'business',
      })
    ).body.customField;
    const { id, run, reasons } = await fixture.take(
      [
        'Name,Public title,Type,Stage,Owner email,Listing number,Asking price,Reduced price,Revenue,SDE,EBITDA,Street address,City,State,ZIP code,Phone,Email,Website,Lease end,Description,Chairs',
        'Smile Dental,Dental practice in Kearney,DENTAL,On market,ANN@x.test,L-1,"$1,200,000",$1.1MM,900000.00000000001,250000,"(5,000)",12 Elm St,Kearney,nebraska,688471234,3088652512,hi@smile.test,smile.test,12/31/2027,Two floors,6',
        'Plain,,Medical practice,,,,,,,,,,,,,,,,,,',
      ].join('\n'),
    );
    expect(reasons).toEqual([]);
    expect(run).toMatchObject({
      recordType: 'business',
      counts: { created: 2, updated: 0, rejected: 0, individuals: 0, organizations: 0 },
    });
    expect(await findBusiness('Smile Dental')).toMatchObject({
      public_title: 'Dental practice in Kearney',
      type: 'dental',
      stage: 'on_market',
      owner_id: ownerId,
      listing_number: 'L-1',
      asking_price_cents: 120_000_000,
      reduced_price_cents: 110_000_000,
      revenue_cents: 90_000_000,
      sde_cents: 25_000_000,
      ebitda_cents: -500_000,
      street: '12 Elm St',
      city: 'Kearney',
      region: 'NE',
      postal_code: '68847-1234',
      phone: '(308) 865-2512',
      email: 'hi@smile.test',
      website: 'https://smile.test',
      lease_end: '2027-12-31',
      description: 'Two floors',
      currency: 'USD',
      custom: { [fieldId]: 6 },
      version: 1,
    });
    expect(await findBusiness('Plain')).toMatchObject({ type: 'medical', stage: 'lead', stage_reason: null });
    const { body } = await fixture.admin.get('/businesses?q=kearney');
    expect(body.total).toBe(1);
    const timeline = await fixture.admin.get(`/businesses/${String(body.businesses[0].id)}/activities`);
    expect(timeline.body.activities).toMatchObject([
      { type: 'business.imported', subject: { kind: 'import', id, label: 'people.csv' } },
    ]);
  });

  it('takes rows of the provider register, with the type by the taxonomy code', async () => {
    const { reasons } = await fixture.take(
      [
        'NPI,Entity Type Code,Provider Organization Name (Legal Business Name),Provider Business Practice Location Address City Name,Provider Business Practice Location Address State Name,Healthcare Provider Taxonomy Code_1',
        '1234567893.0,2.0,BRIGHT SMILES DENTAL PC,KEARNEY,NE,1223G0001X',
        '1558598797,2,GENERAL HOSPITAL,OMAHA,NE,282N00000X',
      ].join('\n'),
    );
    expect(reasons).toEqual([expect.stringContaining('3: Type: “282N00000X” is not a type. Use one of')]);
    expect(await fixture.businesses()).toMatchObject([
      { name: 'BRIGHT SMILES DENTAL PC', type: 'dental', npi: '1234567893', city: 'KEARNEY', region: 'NE' },
    ]);
  });

  it('takes the usual names of types, and shows them in words in the preview', async () => {
    const { id, mapping } = await fixture.upload(
      'Name,Type\nA,Dental practice\nB,Home health agency\nC,Veterinary Clinics\nD,urgent care center\nE,Dental lab\n',
    );
    const { rows } = (await fixture.admin.post(`/imports/${id}/preview`, { mapping })).body;
    const types = rows.map(({ values }: { values: Record<string, string> }) => values['type']);
    expect(types.slice(0, 4)).toEqual(['dental', 'home health', 'veterinary', 'urgent care']);
    expect(rows[4]).toMatchObject({ outcome: 'reject' });
  });

  it('takes facts by type, the payer mix, and labels as exported; fills only what is empty when asked', async () => {
    await create({
      name: 'A',
      type: 'pharmacy',
      listingNumber: 'L-1',
      typeFacts: { scriptsPerDay: 100 },
    });
    const head =
      'Name,Type,Listing number,Market label,Scripts per day,340B,Inventory at cost,Medicare (%),Commercial (%)';
    const { reasons } = await fixture.take(
      `${head}\nA,pharmacy,L-1,Reduced,180.5,contract pharmacy,$12k,40%,60\n`,
      { overwrite: 'empty' },
    );
    expect(reasons).toEqual([]);
    expect(await findBusiness('A')).toMatchObject({
      market_label: 'sale',
      type_facts: { scriptsPerDay: 100, is340b: 'contract', inventoryCents: 1_200_000 },
      payer_mix: { medicare: 40, commercial: 60, selfPay: 0 },
    });
    const again = await fixture.take(`${head}\nA,pharmacy,L-1,,200,,,,\n`);
    expect(again.run.counts).toMatchObject({ updated: 1 });
    expect(await findBusiness('A')).toMatchObject({
      type_facts: { scriptsPerDay: 200, is340b: 'contract' },
      payer_mix: { medicare: 40 },
    });
    const bad = await fixture.take(
      [
        `${head},Operatories`,
        'B,pharmacy,,,lots,,,,,',
        'C,pharmacy,,,,,,40,50,',
        'D,pharmacy,,,,,,,,6',
        'E,pharmacy,,,,maybe,,,,',
      ].join('\n'),
    );
    expect(bad.reasons).toEqual([
      '2: Scripts per day: “lots” is not a number such as 12 or 37.5.',
      '3: Medicare (%): Payer shares must add up to 100%, within 0.1.',
      '4: Operatories: businesses of this type do not have this field.',
      expect.stringContaining('5: 340B: “maybe” is not an option. Use one of: Contract pharmacy'),
    ]);
  });

  it('matches by listing number, NPI, and name with place, and updates', async () => {
    const listed = await create({ name: 'Old name', listingNumber: 'L-1' });
    await create({ name: 'By NPI', npi: '1234567893' });
    await create({ name: 'By Place', city: 'Omaha', region: 'NE' });
    await create({ name: 'By Place', city: 'Lincoln', region: 'NE' });
    const { run, reasons } = await fixture.take(
      'Name,Type,Listing number,NPI,City,State,Revenue\nNew name,,l-1,,,,1\n,,,1234567893,,,2\nby place,,,,OMAHA,Nebraska,3\nBy Place,dental,,,Boston,MA,4\n',
    );
    expect(reasons).toEqual([]);
    expect(run.counts).toMatchObject({ created: 1, updated: 3 });
    const rows = await fixture.businesses();
    expect(rows.find(({ id }) => id === listed)).toMatchObject({ name: 'New name', version: 2 });
    expect(rows.map(({ name, city, revenue_cents }) => [name, city, revenue_cents]).sort()).toEqual([
      ['By NPI', null, 200],
      ['By Place', 'Boston', 400],
      ['By Place', 'Lincoln', null],
      ['By Place', 'OMAHA', 300],
      ['New name', null, 100],
    ]);
  });

  it('follows the mode, and fills empty fields only when asked', async () => {
    await create({ name: 'A', listingNumber: 'L-1', city: 'Omaha' });
    const file = 'Name,Type,Listing number,City,Revenue\nA,dental,L-1,Boston,5\nB,dental,L-2,,\n';
    const { reasons } = await fixture.take(file, { mode: 'create' });
    expect(reasons).toEqual(['2: “A” already has this listing number.']);
    const { run } = await fixture.take(file, { mode: 'update', overwrite: 'empty' });
    expect(run.counts).toMatchObject({ created: 0, updated: 2 });
    expect(await findBusiness('A')).toMatchObject({ city: 'Omaha', revenue_cents: 500 });
  });

  it('skips rows with bad cells and says why', async () => {
    await api.makeCustomer(fixture.workspaceId, { name: 'Twin', email: 'one@x.test' });
    await api.makeCustomer(fixture.workspaceId, { name: 'Twin', email: 'two@x.test' });
    await create({ name: 'Lead', listingNumber: 'L-9' });
    const offered = await create({ name: 'Offered', listingNumber: 'L-8' });
    await api.db
      .updateTable('businesses')
      .set({ stage: 'under_offer' })
      .where('workspace_id', '=', fixture.workspaceId)
      .where('id', '=', offered)
      .execute();
    const { reasons } = await fixture.take(
      [
        'Name,Type,Stage,Owner,Broker,Asking price,Reduced price,Listing number,EIN',
        'A,bakery,,,,,,,',
        'B,dental,someday,,,,,,',
        'C,dental,,nobody@x.test,,,,,',
        'D,dental,,Twin,,,,,',
        'E,dental,,,Nobody,,,,',
        'F,dental,,,,lots,,,',
        'G,dental,,,,100,200,,',
        'H,,,,,,,,',
        'Lead,dental,On market,,,,,L-9,',
        'I,dental,,,,,,,12',
        'Offered,dental,Sold,,,,,L-8,',
      ].join('\n'),
    );
    expect(reasons).toEqual([
      expect.stringContaining('2: Type: “bakery” is not a type. Use one of: dental, medical, home health'),
      expect.stringContaining('3: Stage: “someday” is not a stage. Use one of: Lead, Valuation'),
      '4: Owner: no customer has the email address, NPI, or exact name “nobody@x.test”.',
      '5: Owner: 2 customers match “Twin”. Use the email address.',
      '6: Broker: no team member has the email address or name “Nobody”.',
      '7: Asking price: “lots” is not an amount such as $1.25M or 1,250,000.',
      '8: Reduced price: must be below the asking price.',
      '9: Type: a new business needs a type.',
      '10: Stage: a business cannot move from Lead to On market.',
      '11: EIN: An EIN looks like 12-3456789.',
      '12: Stage: close the deal. The business then moves to Sold.',
    ]);
    expect(await fixture.businesses()).toHaveLength(2);
  });

  it('withdraws and expires new businesses, but not existing ones, whose letter would continue', async () => {
    await create({ name: 'Old', listingNumber: 'L-1' });
    const head = 'Name,Type,Listing number,Stage\n';
    const { reasons } = await fixture.take(`${head}Old,dental,L-1,Withdrawn\nNew,dental,L-2,Expired\n`);
    expect(reasons).toEqual(['2: Stage: move the business to Withdrawn on its page, with a reason.']);
    expect(await findBusiness('Old')).toMatchObject({ stage: 'lead', version: 1 });
    expect(await findBusiness('New')).toMatchObject({ stage: 'expired', end_reason: 'other' });
    const again = await fixture.take(`${head}New,medical,L-2,Expired\n`);
    expect(again.reasons).toEqual([]);
    expect(await findBusiness('New')).toMatchObject({
      type: 'medical',
      stage: 'expired',
      end_reason: 'other',
    });
  });

  it('moves existing businesses back, but not past the requirements of their stage', async () => {
    await create({ name: 'Old', listingNumber: 'L-1' });
    const head = 'Name,Type,Listing number,Stage\n';
    const { reasons } = await fixture.take(`${head}Old,dental,L-1,Valuation\n`);
    expect(reasons).toEqual([
      '2: Stage: move the business to Valuation on its page, where its requirements are checked.',
    ]);
    await setStage('engaged');
    expect((await fixture.take(`${head}Old,dental,L-1,Valuation\n`)).reasons).toEqual([]);
    expect(await findBusiness('Old')).toMatchObject({ stage: 'valuation' });
  });

  it('can be undone without a trace', async () => {
    await create({ name: 'Old', listingNumber: 'L-1', revenueCents: 100 });
    await setStage('valuation');
    const before = await fixture.dump();
    const { id } = await fixture.take(
      'Name,Type,Stage,Listing number,Revenue\nRenamed,dental,Lead,L-1,9\nNew,medical,Sold,L-2,5\n',
    );
    expect(await findBusiness('New')).toMatchObject({
      stage: 'sold',
      stage_reason: 'Imported from people.csv',
    });
    expect((await fixture.admin.post(`/imports/${id}/undo`)).status).toBe(202);
    await fixture.undo(id);
    expect(await fixture.get(id)).toMatchObject({ status: 'undone', counts: { undone: 2, kept: 0 } });
    expect(await fixture.dump()).toEqual(before);
  });

  it('leaves a business without a broker when undone, if the one before has left', async () => {
    const { admin, workspaceId } = fixture;
    const sam = await api.signIn({ role: 'STAFF', workspaceId });
    await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Kim Roe' });
    await create({ name: 'A', listingNumber: 'L-1', brokerId: sam.userId });
    const { id } = await fixture.take('Name,Type,Listing number,Broker\nA,dental,L-1,Kim Roe\n');
    await admin.post(`/people/${sam.userId}/deactivate`, { version: 1, handOverTo: null });
    await admin.post(`/imports/${id}/undo`);
    await fixture.undo(id);
    expect((await fixture.businesses()).map((row) => row.broker_id)).toEqual([null]);
  });

  it('keeps the owner that a business has after a merge, or the merge of an imported owner', async () => {
    const { admin, workspaceId } = fixture;
    const [ann, twin, kim] = [
      await api.makeCustomer(workspaceId, { name: 'Ann Lee' }),
      await api.makeCustomer(workspaceId, { name: 'Ann Lee DDS' }),
      await api.makeCustomer(workspaceId, { name: 'Kim Roe' }),
    ];
    await create({ name: 'Same owner', listingNumber: 'L-1', ownerId: twin });
    await create({ name: 'New owner', listingNumber: 'L-2', ownerId: twin });
    const rows = ['Listing number,City,Owner', 'L-1,Reno,', 'L-2,Reno,Kim Roe'];
    const { id } = await fixture.take(rows.join('\n'));
    expect(await findBusiness('New owner')).toMatchObject({ owner_id: kim });
    const versions = { version: 1, otherId: twin, otherVersion: 1 };
    expect((await admin.post(`/users/${ann}/merge`, versions)).status).toBe(201);
    await admin.post(`/imports/${id}/undo`);
    await fixture.undo(id);
    expect(await findBusiness('Same owner')).toMatchObject({ city: null, owner_id: ann });
    expect(await findBusiness('New owner')).toMatchObject({ city: null, owner_id: ann });
  });

  it('keeps the owner to whom an undone merge returned a business', async () => {
    const { admin, workspaceId } = fixture;
    const [ann, twin] = [
      await api.makeCustomer(workspaceId, { name: 'Ann Lee' }),
      await api.makeCustomer(workspaceId, { name: 'Ann Lee DDS' }),
    ];
    await create({ name: 'Old', listingNumber: 'L-1', ownerId: twin });
    const versions = { version: 1, otherId: twin, otherVersion: 1 };
    const { body } = await admin.post(`/users/${ann}/merge`, versions);
    const { id } = await fixture.take('Listing number,City\nL-1,Reno\n');
    expect((await admin.post(`/merges/${body.merge.id}/undo`)).status).toBe(200);
    await admin.post(`/imports/${id}/undo`);
    await fixture.undo(id);
    expect(await findBusiness('Old')).toMatchObject({ city: null, owner_id: twin });
  });

  it('keeps businesses that somebody has worked on since, with the reason', async () => {
    const { id } = await fixture.take('Name,Type\nA,dental\nB,dental\n');
    const changed = await findBusiness('A');
    await fixture.admin.patch(`/businesses/${String(changed?.id)}`, { version: 1, city: 'Omaha' });
    await fixture.admin.post(`/imports/${id}/undo`);
    await fixture.undo(id);
    expect((await fixture.admin.get(`/imports/${id}/kept`)).body.rows).toMatchObject([
      { row: 2, recordId: changed?.id, name: 'A', reason: 'Changed after the import.' },
    ]);
    expect((await fixture.businesses()).map(({ name }) => name)).toEqual(['A']);
  });
});

describe('the rights to import businesses', () => {
  it('are those of the Business Center, apart from customers', async () => {
    const { id } = await fixture.upload('Name,Type\nA,dental\n');
    const { workspaceId } = fixture;
    const areas = { staffAccess: ['users'] };
    await fixture.admin.patch('/workspace', { version: 1, ...areas });
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const upload = (recordType: string) =>
      staff.upload(`/imports?name=a.csv&recordType=${recordType}`, 'Name,Type\nA,dental\n');
    expect((await upload('customer')).status).toBe(201);
    expect((await upload('business')).status).toBe(403);
    expect((await staff.get('/imports?recordType=business')).status).toBe(403);
    expect((await staff.get(`/imports/${id}`)).status).toBe(404);
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await client.get(`/imports/${id}`)).status).toBe(404);
    const other = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await other.get(`/imports/${id}`)).status).toBe(404);
  });

  it('do not extend to record types that cannot be imported, and lists name one type', async () => {
    const { status, body } = await fixture.admin.upload('/imports?name=a.csv&recordType=task', 'Title\nA\n');
    expect([status, body.errors[0].path]).toEqual([400, 'recordType']);
    await fixture.upload('Name,Type\nA,dental\n');
    expect((await fixture.admin.get('/imports')).body.total).toBe(0);
    expect((await fixture.admin.get('/imports?recordType=business')).body.total).toBe(1);
  });

  it('make staff with their own records only the broker, and hide the records of others', async () => {
    const { workspaceId } = fixture;
    await api.makeCustomer(workspaceId, { name: 'Not theirs', email: 'other@x.test' });
    await create({ name: 'Hidden', listingNumber: 'L-1' });
    await fixture.admin.patch('/workspace', { version: 1, recordScope: 'own' });
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const id = await fixture.start(
      'Name,Type,Owner,Listing number\nMine,dental,,L-2\nA,dental,other@x.test,\nB,dental,,L-1\n',
      { caller: staff },
    );
    await fixture.run(id);
    const { body } = await staff.get(`/imports/${id}/rejections`);
    expect(body.rejections.map(({ reason }: { reason: string }) => reason)).toEqual([
      'Owner: no customer has the email address, NPI, or exact name “other@x.test”.',
      'Listing number: another business has this listing number.',
    ]);
    expect(await findBusiness('Mine')).toMatchObject({ broker_id: staff.userId });
  });
});
