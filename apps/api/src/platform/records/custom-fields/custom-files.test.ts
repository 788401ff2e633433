import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture, type ImportFixture } from '#test/import-fixture.ts';
import { createMergeFixture } from '#test/merge-fixture.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let desk: ImportFixture;
let ids: { worth: string; renewal: string; type: string; beds: string; solo: string };
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.background));
});
afterAll(() => api.close());
beforeEach(async () => {
  desk = await createImportFixture(api);
  const make = async (name: string, kind: string, labels: string[] = []) => {
    const choices = labels.map((label) => ({ label }));
    return (await desk.admin.post('/custom-fields', { name, kind, choices })).body.customField;
  };
  const type = await make('Buyer type', 'choice', ['Solo', 'Group']);
  ids = {
    worth: (await make('Net worth', 'money')).id,
    renewal: (await make('License renewal', 'date')).id,
    beds: (await make('Chairs', 'number')).id,
    type: type.id,
    solo: type.choices[0].id,
  };
});

const header = 'Name,Email,net-worth,License Renewal,Buyer type,Chairs';
const exportCustomers = async (): Promise<string> => {
  const { body } = await desk.admin.post('/users/export', { filter: {} });
  return (await api.app.inject({ url: body.ticket.url })).body;
};

it('a file fills custom fields by their headings, and its bad cells say why', async () => {
  const { reasons } = await desk.take(
    `${header}\nAnn,ann@x.test,$1.25M,1/31/2026,solo,"1,250.5"\nBad,bad@x.test,lots,someday,Both,many\n`,
  );
  expect((await desk.customer('Ann')).custom).toEqual({
    [ids.worth]: 125_000_000,
    [ids.renewal]: '2026-01-31',
    [ids.type]: ids.solo,
    [ids.beds]: 1250.5,
  });
  expect(reasons).toEqual([
    '3: Buyer type: “Both” is not a choice. Use one of: Solo, Group. ' +
      'Net worth: “lots” is not an amount such as $1.25M or 1,250,000. ' +
      'License renewal: “someday” is not a date such as 2026-01-31 or 01/31/2026. ' +
      'Chairs: “many” is not a number such as 1,250.5.',
  ]);
});

it('a bad cell is fixed in the grid before the import', async () => {
  const { id, mapping } = await desk.upload(`${header}\nAnn,ann@x.test,lots,,,\n`);
  await desk.check(id);
  const { rows } = (await desk.admin.get(`/imports/${id}/problems`)).body;
  expect(rows).toMatchObject([{ row: 2, problems: [{ column: '2', kind: 'invalid' }] }]);
  await desk.admin.post(`/imports/${id}/edits`, { row: 2, column: '2', value: '850k' });
  const { body } = await desk.admin.post(`/imports/${id}/preview`, { mapping });
  expect(body.rows).toMatchObject([{ outcome: 'create', values: { [`custom.${ids.worth}`]: '850000.00' } }]);
});

it('an import overwrites existing values, or fills only empty fields', async () => {
  const before = { [ids.worth]: 100, [ids.beds]: 4 };
  await desk.admin.post('/users', { name: 'Ann', email: 'ann@x.test', custom: before });
  await desk.take(`${header}\nAnn,ann@x.test,5,2026-01-31,,\n`, { overwrite: 'empty' });
  expect((await desk.customer('Ann')).custom).toEqual({ ...before, [ids.renewal]: '2026-01-31' });
  await desk.take(`${header}\nAnn,ann@x.test,5,,,\n`);
  expect((await desk.customer('Ann')).custom).toEqual({
    ...before,
    [ids.worth]: 500,
    [ids.renewal]: '2026-01-31',
  });
});

it('undoing an import restores every table, except for fields deleted since', async () => {
  const custom = { [ids.worth]: 100, [ids.beds]: 4 };
  await desk.admin.post('/users', { name: 'Ann', email: 'ann@x.test', custom });
  const before = await desk.dump();
  const { id } = await desk.take(`${header}\nAnn,ann@x.test,5,,Group,3\nNew,new@x.test,7,,,\n`);
  await desk.admin.post(`/imports/${id}/undo`);
  await desk.undo(id);
  expect(await desk.dump()).toEqual(before);

  const again = await desk.take(`${header}\nAnn,ann@x.test,6,,,9\n`);
  await desk.admin.delete(`/custom-fields/${ids.beds}`);
  await desk.admin.post(`/imports/${again.id}/undo`);
  await desk.undo(again.id);
  expect((await desk.customer('Ann')).custom).toEqual({ [ids.worth]: 100 });
});

it('a mapping to a field that is archived or deleted is refused, and left out where it was remembered', async () => {
  const { mapping } = await desk.upload(`${header}\nAnn,ann@x.test,5,,,\n`);
  await desk.take(`${header}\nAnn,ann@x.test,5,,,\n`);
  await desk.admin.delete(`/custom-fields/${ids.worth}`);
  const { id, mapping: remembered } = await desk.upload(`${header}\nBen,ben@x.test,5,,,\n`);
  expect(remembered).toEqual({
    0: 'name',
    1: 'email',
    3: `custom.${ids.renewal}`,
    4: `custom.${ids.type}`,
    5: `custom.${ids.beds}`,
  });
  expect(await desk.admin.post(`/imports/${id}/start`, { mapping })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'mapping.2' }] },
  });
});

it('the export has a column each, as the import reads it, and runs nothing', async () => {
  const { id: note } = (await desk.admin.post('/custom-fields', { name: '=Note', kind: 'text' })).body
    .customField;
  await desk.admin.post('/users', {
    name: 'Ann',
    email: 'ann@x.test',
    custom: {
      [ids.worth]: -12_345,
      [ids.renewal]: '2026-01-31',
      [ids.type]: ids.solo,
      [ids.beds]: 4.5,
      [note]: '=HYPERLINK("http://evil.test","x")',
    },
  });
  await desk.admin.patch(`/custom-fields/${ids.renewal}`, { version: 1, isArchived: true });
  const text = await exportCustomers();
  const [head = '', row = ''] = text.split('\r\n');
  expect(head.endsWith(",Record created,Buyer type,Net worth,Chairs,'=Note")).toBe(true);
  expect(row.endsWith(`,Solo,-123.45,4.5,"'=HYPERLINK(""http://evil.test"",""x"")"`)).toBe(true);

  const { custom } = await desk.customer('Ann');
  const { run } = await desk.take(text);
  expect(run.counts).toMatchObject({ updated: 1, rejected: 0 });
  expect((await desk.customer('Ann')).custom).toEqual(custom);
});

it('a merge fills blank values and takes chosen ones, and its undo returns them', async () => {
  const merges = await createMergeFixture(api);
  const make = async (name: string): Promise<string> =>
    (await merges.admin.post('/custom-fields', { name, kind: 'number' })).body.customField.id;
  const [one, two, three] = [await make('One'), await make('Two'), await make('Three')];
  const survivor = await merges.create({ name: 'Ann', custom: { [one]: 1, [three]: 3 } });
  const other = await merges.create({ name: 'Ann', custom: { [one]: 10, [two]: 20 } });
  const { body } = await merges.admin.get(`/users/${survivor}/merge-preview/${other}`);
  expect(body.preview.fields).toEqual([
    { field: `custom.${one}`, isFromOther: false },
    { field: `custom.${three}`, isFromOther: false },
    { field: `custom.${two}`, isFromOther: true },
  ]);
  const mergeId = await merges.merge(survivor, other, {
    fromOther: [`custom.${one}`, `custom.${two}`, `custom.${three}`],
  });
  expect((await merges.user(survivor)).custom).toEqual({ [one]: 10, [two]: 20 });
  await merges.admin.patch(`/users/${survivor}`, { version: 2, custom: { [two]: 21 } });
  const undone = await merges.undo(mergeId);
  expect(undone.body.merge.storedFields).toEqual([`custom.${two}`]);
  expect((await merges.user(survivor)).custom).toEqual({ [one]: 1, [two]: 21, [three]: 3 });
  expect((await merges.user(other)).custom).toEqual({ [one]: 10, [two]: 20 });
});
