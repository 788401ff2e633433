import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { listJobs } from '#registry.ts';
import { checkDuplicates } from '../duplicates/check-duplicates.ts';
import { createImportFixture, type ImportFixture } from '#test/import-fixture.ts';

let api: TestApi;
let fixture: ImportFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createImportFixture(api);
});

describe('duplicates', () => {
  it('are found by email address, NPI, and phone number with the same name; a shared switchboard alone is none', async () => {
    await api.makeCustomer(fixture.workspaceId, { name: 'By Mail', email: 'mail@x.test' });
    await api.makeCustomer(fixture.workspaceId, { name: 'By Npi', email: null, npi: '1234567893' });
    await api.makeCustomer(fixture.workspaceId, { name: 'By Phone', email: null, phone: '(308) 865-2512' });
    const { run: done } = await fixture.take(
      'Name,Email,NPI,Phone,City\nBy Mail,MAIL@x.test,,,A\nBy Npi,,1234567893.0,,B\nby  phone,,,+1 308-865-2512,C\nColleague,,,3088652512,D\n',
    );
    expect(done.counts).toMatchObject({ created: 1, updated: 3 });
    for (const [name, city] of [
      ['By Mail', 'A'],
      ['By Npi', 'B'],
      ['By Phone', 'C'],
      ['Colleague', 'D'],
    ] as const)
      expect((await fixture.customer(name)).city).toBe(city);
  });

  it('with different NPIs are different providers, whatever else they share', async () => {
    await api.makeCustomer(fixture.workspaceId, {
      name: 'Hospital',
      email: 'office@x.test',
      npi: '1234567893',
    });
    const { run: done } = await fixture.take('Name,Email,NPI\nHospital,office@x.test,1558598797\n');
    expect(done.counts).toMatchObject({ created: 1, updated: 0 });
  });

  it('are not branches with one name and one phone number at different streets', async () => {
    const branches = Array.from(
      { length: 600 },
      (_, index) => `Corner Drug,(308) 865-2512,${String(index)} Main St,Kearney,NE`,
    );
    const file = `Name,Phone,Address,City,State\n${branches.join('\n')}\n`;
    expect((await fixture.take(file)).run.counts).toMatchObject({ created: 600, rejected: 0 });
    expect((await fixture.take(file)).run.counts).toMatchObject({ created: 0, updated: 600 });
    const { reasons } = await fixture.take(
      'Name,Phone,Address,City,State\nCorner Drug,3088652512,"7 MAIN STREET",KEARNEY,Nebraska\n',
      { mode: 'create' },
    );
    expect(reasons).toEqual(['2: “Corner Drug” already has this name, phone number, and address.']);
  });

  it('are found by name and phone number, or name and address, when one record lacks the other', async () => {
    const file = 'Name,Phone,Address,City\nAda,3088652512,,\nBo,,1 Elm St,Kearney\n';
    await fixture.take(file);
    const { run: done } = await fixture.take(
      'Name,Phone,Address,City\nAda,308-865-2512,9 Oak St,Kearney\nBo,308-865-2513,1 Elm Street,KEARNEY\nBo,,2 Elm St,Kearney\n',
    );
    expect(done.counts).toMatchObject({ created: 1, updated: 2, rejected: 0 });
    const { reasons } = await fixture.take(
      'Name,Phone,Address,City\nAda,308-865-2512,,\nBo,,1 Elm St,Kearney\nAda,3088652512,9 Oak St,Kearney\nBo,,1 Elm St,Kearney\n',
      { mode: 'update' },
    );
    expect(reasons).toEqual([
      '4: Row 2 of this file has the same name, phone number, and address.',
      '5: Row 3 of this file has the same name and address.',
    ]);
  });

  it('are found by name alone where nothing else is known on both sides', async () => {
    await api.makeCustomer(fixture.workspaceId, { name: 'Ada', email: 'ada@x.test' });
    const file = 'Name,Phone,Notes\nAda,,x\nBo,,y\nBo,,z\n';
    expect(await fixture.take(file)).toMatchObject({
      run: { counts: { created: 2, rejected: 1 } },
      reasons: ['4: Row 3 of this file has the same name.'],
    });
    expect((await fixture.take(file)).run.counts).toMatchObject({ created: 0 });
  });

  it('are found by CCN, and different CCNs are different facilities at one address', async () => {
    const head = 'Name,CCN,Phone,Address,City\n';
    const file = `${head}Mercy,010001,3088652512,1 Main St,Kearney\nMercy,01S001,3088652512,1 Main St,Kearney\n`;
    expect((await fixture.take(file)).run.counts).toMatchObject({ created: 2, rejected: 0 });
    expect(await fixture.take(`${head}Mercy Health,010001,,,\n`)).toMatchObject({
      run: { counts: { updated: 1 } },
    });
    expect((await fixture.customer('Mercy Health')).ccn).toBe('010001');
    expect((await fixture.take(file)).run.counts).toMatchObject({ created: 0, updated: 2 });
  });

  it('within the file are skipped and name the earlier row, also in another batch', async () => {
    const filler = Array.from(
      { length: 700 },
      (_, index) => `Filler ${String(index)},f${String(index)}@x.test`,
    );
    const { reasons } = await fixture.take(
      `Name,Email\nAda,ada@x.test\nAda L,ADA@x.test\n${filler.join('\n')}\nAda again,ada@x.test\n`,
    );
    expect(reasons).toEqual([
      '3: Row 2 of this file has the same email address.',
      '704: Row 2 of this file has the same email address.',
    ]);
  });

  it('in the trash are reported, not created again', async () => {
    const id = await api.makeCustomer(fixture.workspaceId, { name: 'Gone', email: 'gone@x.test' });
    expect((await fixture.admin.delete(`/users/${id}`)).status).toBe(204);
    const { reasons, run: done } = await fixture.take('Name,Email\nGone,gone@x.test\n');
    expect(done.counts).toMatchObject({ created: 0, updated: 0, rejected: 1 });
    expect(reasons).toEqual([
      '2: “Gone” in the trash has this email address. Restore that customer, then import this row again.',
    ]);
    const staff = await api.signIn({ role: 'STAFF', workspaceId: fixture.workspaceId });
    expect((await fixture.take('Name,Email\nNew,gone@x.test\n', { caller: staff })).reasons).toEqual([
      '2: A customer in the trash has this email address. Ask an administrator to restore that customer, then import this row again.',
    ]);
  });

  it('that match several customers are left to a person', async () => {
    await api.makeCustomer(fixture.workspaceId, { name: 'One', email: 'twin@x.test' });
    await api.makeCustomer(fixture.workspaceId, { name: 'Two', email: 'twin@x.test' });
    expect((await fixture.take('Name,Email\nThree,twin@x.test\n')).reasons).toEqual([
      '2: 2 customers have this email address: One, Two. Merge or correct them first.',
    ]);
  });

  it('follow the mode', async () => {
    await api.makeCustomer(fixture.workspaceId, { name: 'Known', email: 'known@x.test' });
    const file = 'Name,Email,City\nKnown,known@x.test,Boston\nNew,new@x.test,Boston\n';
    expect(await fixture.take(file, { mode: 'create' })).toMatchObject({
      run: { counts: { created: 1, updated: 0, rejected: 1 } },
      reasons: ['2: “Known” already has this email address.'],
    });
    expect(
      await fixture.take('Name,Email,City\nKnown,known@x.test,Chicago\nOther,other@x.test,Chicago\n', {
        mode: 'update',
      }),
    ).toMatchObject({
      run: { counts: { created: 0, updated: 1, rejected: 1 } },
      reasons: ['3: No customer matches this row.'],
    });
    expect((await fixture.customer('Known')).city).toBe('Chicago');
  });
});

describe('possible duplicates', () => {
  it('are searched for after the import of customers', async () => {
    const importId = await fixture.start('Name,Email\nAnn Lee,ann@x.test\n');
    for (const name of ['Bea Wu', 'Cy Fox'])
      await api.makeCustomer(fixture.workspaceId, { name, email: null, phone: '212 555 0101' });
    const countPairs = async (): Promise<number> => {
      await checkDuplicates(api.booted.platform.runner, { budgetMs: 10_000 });
      return (await fixture.admin.get('/duplicates')).body.total;
    };
    expect(await countPairs()).toBe(0);
    await fixture.run(importId);
    expect(await countPairs()).toBe(1);
  });
});
