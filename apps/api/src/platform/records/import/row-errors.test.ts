import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture, type ImportFixture } from '#test/import-fixture.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let desk: ImportFixture;
let id: string;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.background));
});
afterAll(() => api.close());
beforeEach(async () => {
  desk = await createImportFixture(api);
});

const mapping = { 0: 'name', 1: 'email', 2: 'joiningDate' };
async function open(rows: string): Promise<void> {
  ({ id } = await desk.upload(`Name,Email,Joined\n${rows}`));
  await desk.admin.patch(`/imports/${id}`, { mapping });
  await desk.check(id);
}
const getProblems = async (query = '') => (await desk.admin.get(`/imports/${id}/problems?${query}`)).body;
const getGroups = async () => (await desk.admin.get(`/imports/${id}/problem-groups`)).body;
const edit = (body: object) => desk.admin.post(`/imports/${id}/edits`, body);
const listRowNumbers = (page: { rows: { row: number }[] }) => page.rows.map(({ row }) => row);

const threeBad = 'Ann,a@x.test,soon\nBob,bob,soon\nCy,c@x.test,later\nDi,d@x.test,2020-01-31\n';

describe('fixing a cell', () => {
  it('rereads its row immediately, and the import uses the new value', async () => {
    await open(threeBad);
    const { body } = await edit({ row: 3, column: '2', value: '2021-02-03' });
    expect(body).toMatchObject({
      changedRows: 1,
      row: {
        row: 3,
        cells: { 0: 'Bob', 1: 'bob', 2: '2021-02-03' },
        editedColumns: ['2'],
        problems: [{ column: '1', kind: 'invalid' }],
      },
    });
    expect((await edit({ row: 3, column: '1', value: 'bob@x.test' })).body.row.problems).toEqual([]);
    expect(listRowNumbers(await getProblems())).toEqual([2, 4]);
    await desk.check(id);
    expect((await desk.get(id)).check.counts).toMatchObject({ created: 2, rejected: 2 });
    await desk.admin.post(`/imports/${id}/start`, { mapping });
    await desk.run(id);
    expect(await desk.customer('Bob')).toMatchObject({ email: 'bob@x.test', joining_date: '2021-02-03' });
  });

  it('accepts a plan in the catalog’s spelling, and an archived one only for its customers', async () => {
    await api.makePlan('Gold');
    await api.makePlan('Silver');
    await desk.admin.post('/users', { name: 'Ann', email: 'a@x.test', planName: 'Silver' });
    const archive = { archived_at: new Date() };
    await api.db.updateTable('client_plans').set(archive).where('name', '=', 'Silver').execute();
    const planned = { 0: 'name', 1: 'email', 2: 'planName' };
    ({ id } = await desk.upload(
      'Name,Email,Plan\nAnn,a@x.test,silver\nBob,b@x.test,Silver\nCy,c@x.test,Golden\n',
    ));
    await desk.admin.patch(`/imports/${id}`, { mapping: planned });
    await desk.check(id);
    expect((await getProblems()).rows).toMatchObject([
      {
        row: 3,
        problems: [{ column: '2', message: 'Plan: Silver is archived and cannot be assigned.' }],
      },
      { row: 4, problems: [{ column: '2', message: 'Plan: There is no plan “Golden”. Use one of: Gold.' }] },
    ]);
    expect((await edit({ row: 4, column: '2', value: ' gold' })).body.row.problems).toEqual([]);
    await desk.admin.post(`/imports/${id}/start`, { mapping: planned });
    await desk.run(id);
    expect((await desk.customer('Cy')).plan_name).toBe('Gold');
    expect((await desk.customer('Ann')).plan_name).toBe('Silver');
    expect((await desk.get(id)).counts).toMatchObject({ created: 1, rejected: 1 });
    await api.db.deleteFrom('client_plans').execute();
  });

  it('for all equal values fixes the same bad value of the same column, and nothing else', async () => {
    await open(`${threeBad}soon,e@x.test,soon\n`);
    expect((await getProblems()).rows.at(-1).problems).toMatchObject([{ column: '2', equal: 3 }]);
    const { body } = await edit({ row: 2, column: '2', value: '2022-01-01', isForAllEqual: true });
    expect(body.changedRows).toBe(3);
    expect(await getProblems()).toMatchObject({
      total: 2,
      rows: [
        { row: 3, cells: { 2: '2022-01-01' }, problems: [{ column: '1' }] },
        { row: 4, cells: { 2: 'later' }, problems: [{ column: '2' }] },
      ],
    });
    await desk.check(id);
    expect(listRowNumbers(await getProblems())).toEqual([3, 4]);
    await desk.admin.post(`/imports/${id}/start`, { mapping });
    await desk.run(id);
    expect((await desk.customer('soon')).joining_date).toBe('2022-01-01');
  });

  it('for more equal values than one request fixes names the next row, until all are fixed', async () => {
    const rows = Array.from({ length: 5_002 }, (_, index) => `P${String(index)},,soon`);
    await open(`${rows.join('\n')}\n`);
    const all = { column: '2', value: '2022-01-01', isForAllEqual: true };
    const first = (await edit({ row: 9, ...all })).body;
    expect(first).toMatchObject({ changedRows: 5_000, nextRow: expect.any(Number), row: { row: 9 } });
    expect(await getGroups()).toMatchObject({ open: 2, fixed: 5_000 });
    expect((await edit({ row: first.nextRow, ...all })).body).toMatchObject({
      changedRows: 2,
      nextRow: null,
    });
    expect(await getGroups()).toEqual({ groups: [], open: 0, fixed: 5_002 });
  });

  it('for all equal values without changing it ends', async () => {
    await open(threeBad);
    const same = { row: 2, column: '2', value: 'soon', isForAllEqual: true };
    expect((await edit(same)).body).toMatchObject({ changedRows: 1, nextRow: null });
  });

  it('with another bad value says what is wrong now, for all of them', async () => {
    await open(threeBad);
    const { body } = await edit({ row: 2, column: '2', value: 'tomorrow', isForAllEqual: true });
    expect(body.row.problems[0].message).toContain('“tomorrow” is not a date');
    const { rows } = await getProblems();
    expect(rows[1].problems.at(-1).message).toContain('“tomorrow” is not a date');
    expect(
      (await edit({ row: 3, column: '2', value: '2020-02-02', isForAllEqual: true })).body.changedRows,
    ).toBe(2);
  });

  it('into an address of another row is found by the next check', async () => {
    await open('Ann,a@x.test,\nBob,nope,\n');
    expect((await edit({ row: 3, column: '1', value: 'A@x.test' })).body.row.problems).toEqual([]);
    await desk.check(id);
    expect((await getProblems()).rows).toMatchObject([
      { row: 3, editedColumns: ['1'], problems: [{ column: '1', kind: 'duplicate' }] },
    ]);
  });

  it('survives leaving the page, is listed as fixed, and can be undone', async () => {
    await open(threeBad);
    await edit({ row: 2, column: '2', value: '2022-01-01' });
    expect(await getProblems('state=fixed')).toMatchObject({
      total: 1,
      rows: [{ row: 2, cells: { 2: '2022-01-01' }, editedColumns: ['2'] }],
    });
    expect((await desk.admin.delete(`/imports/${id}/edits/2`)).body).toEqual({ changedRows: 1 });
    expect(listRowNumbers(await getProblems())).toEqual([2, 3, 4]);
    expect((await getProblems('state=fixed')).total).toBe(0);
    expect((await desk.admin.delete(`/imports/${id}/edits/2`)).status).toBe(404);
  });

  it('is refused for rows that are not bad, columns that are not there, broken lines, and once started', async () => {
    await open('Ann,a@x.test,soon\nBob,b@x.test,\nCy,"c@x.test\n');
    expect((await edit({ row: 3, column: '1', value: 'x' })).status).toBe(404);
    expect((await edit({ row: 2, column: '3', value: 'x' })).status).toBe(400);
    expect((await edit({ row: 4, column: '1', value: 'x' })).status).toBe(422);
    await desk.admin.post(`/imports/${id}/start`, { mapping });
    expect((await edit({ row: 2, column: '2', value: '2020-01-01' })).status).toBe(409);
    expect((await desk.admin.post(`/imports/${id}/skips`, { row: 2 })).status).toBe(409);
    expect((await desk.admin.delete(`/imports/${id}/edits/2`)).status).toBe(409);
    expect((await desk.admin.patch(`/imports/${id}`, { mapping })).status).toBe(409);
    expect((await desk.admin.patch(`/imports/${id}/reading`, { delimiter: ';' })).status).toBe(409);
  });
});

describe('skipping', () => {
  it('skips a row by choice', async () => {
    await open(threeBad);
    expect((await desk.admin.post(`/imports/${id}/skips`, { row: 2 })).body).toEqual({
      changedRows: 1,
      isMore: false,
    });
    expect((await desk.admin.post(`/imports/${id}/skips`, { row: 5 })).status).toBe(404);
    await desk.check(id);
    expect(listRowNumbers(await getProblems())).toEqual([3, 4]);
    expect(await getProblems('state=fixed')).toMatchObject({ rows: [{ row: 2, isSkipped: true }] });
    await desk.admin.post(`/imports/${id}/start`, { mapping });
    await desk.run(id);
    expect((await desk.rejections(id)).rejections[0]).toMatchObject({
      row: 2,
      name: 'Ann',
      reason: 'Skipped before the import.',
    });
  });

  it('takes all rows with one kind of problem in a column', async () => {
    await open(threeBad);
    expect(
      (await desk.admin.post(`/imports/${id}/skips`, { column: '2', kind: 'invalid' })).body.changedRows,
    ).toBe(3);
    expect(await getGroups()).toEqual({ groups: [], open: 0, fixed: 3 });
  });

  it('skips a limited number of rows at once and reports whether there are more', async () => {
    const rows = Array.from({ length: 5_001 }, (_, index) => `P${String(index)},,soon`);
    await open(`${rows.join('\n')}\n`);
    const skipAll = async () =>
      (await desk.admin.post(`/imports/${id}/skips`, { column: '2', kind: 'invalid' })).body;
    expect(await skipAll()).toEqual({ changedRows: 5_000, isMore: true });
    expect(await skipAll()).toEqual({ changedRows: 1, isMore: false });
  });
});

describe('the list of bad rows', () => {
  it('counts each column and kind, filters by them, and pages in the order of the file', async () => {
    const rows = Array.from(
      { length: 70 },
      (_, index) => `P${String(index)},${index % 2 === 0 ? 'no' : `p${String(index)}@x.test`},x`,
    );
    await open(`${rows.join('\n')}\nCut,"c\n`);
    expect(await getGroups()).toEqual({
      groups: [
        { column: '2', kind: 'invalid', count: 70 },
        { column: '1', kind: 'invalid', count: 35 },
        { column: null, kind: 'broken', count: 1 },
      ],
      open: 71,
      fixed: 0,
    });
    const first = await getProblems('column=1&limit=20');
    const second = await getProblems(`column=1&limit=20&cursor=${String(first.nextCursor)}`);
    expect(first.total).toBe(35);
    expect([...listRowNumbers(first), ...listRowNumbers(second)]).toEqual(
      Array.from({ length: 35 }, (_, index) => 2 + 2 * index),
    );
    expect(listRowNumbers(await getProblems('kind=broken'))).toEqual([72]);
    expect((await getProblems('column=x')).status).toBe(400);
  });

  it('is empty for a file without a fault', async () => {
    await open('Ann,a@x.test,\n');
    expect(await getProblems()).toMatchObject({ rows: [], total: 0, nextCursor: null });
  });
});
