import { countRegister, createRegisterText } from '@handover/testing/provider-register.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { withCrashes, createImportFixture, type ImportFixture } from '#test/import-fixture.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let desk: ImportFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.background));
});
afterAll(() => api.close());
beforeEach(async () => {
  desk = await createImportFixture(api);
});

const listProblems = async (id: string, query = '') =>
  (await desk.admin.get(`/imports/${id}/problems?limit=100${query}`)).body;

const listGroups = async (id: string) => (await desk.admin.get(`/imports/${id}/problem-groups`)).body;

/** People who share addresses, numbers and NPIs with one another and with existing customers. */
function createTangledRows(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const person = `P${String(index % 217)}`;
    const email = index % 3 === 0 ? `e${String(index % 311)}@x.test` : '';
    const npi = index % 7 === 0 ? '1234567893' : index % 11 === 0 ? '1558598797' : '';
    const phone = index % 4 === 0 ? `308865${String(2000 + (index % 53))}` : '';
    return `${person},${email},${npi},${phone},${index % 29 === 0 ? '99/99/2020' : ''}`;
  });
  return `Name,Email,NPI,Phone,Joined\n${rows.join('\n')}\n`;
}
const mapping = { 0: 'name', 1: 'email', 2: 'npi', 3: 'phone', 4: 'joiningDate' };

describe('the check of a whole file', () => {
  it.each(['both', 'create', 'update'] as const)(
    'counts what the import then comes to, row for row: %s',
    async (mode) => {
      await api.makeCustomer(desk.workspaceId, { name: 'P3', email: 'e3@x.test', phone: '3088652003' });
      await api.makeCustomer(desk.workspaceId, { name: 'Known', email: 'e6@x.test', npi: '1234567893' });
      await api.makeCustomer(desk.workspaceId, { name: 'Twin', email: 'e9@x.test' });
      await api.makeCustomer(desk.workspaceId, { name: 'Other Twin', email: 'e9@x.test' });
      const bin = await api.makeCustomer(desk.workspaceId, { name: 'Gone', email: 'e12@x.test' });
      await desk.admin.delete(`/users/${bin}`);
      const { id } = await desk.upload(createTangledRows(1_300));
      await desk.admin.patch(`/imports/${id}`, { mapping, mode });
      await desk.check(id);
      const { check } = await desk.get(id);
      expect(check).toMatchObject({ isComplete: true, failure: null, progress: 1 });
      expect(check.counts.rows).toBe(1_300);
      const expected = await api.db
        .selectFrom('import_bad_rows')
        .select('row_number')
        .where('workspace_id', '=', desk.workspaceId)
        .where('import_id', '=', id)
        .orderBy('row_number')
        .execute();

      await desk.admin.post(`/imports/${id}/start`, { mapping, mode });
      await desk.run(id);
      const { counts } = await desk.get(id);
      expect(counts).toEqual({ ...check.counts, undone: 0, kept: 0 });
      const left = await api.db
        .selectFrom('import_rejections')
        .select('row_number')
        .where('workspace_id', '=', desk.workspaceId)
        .where('import_id', '=', id)
        .orderBy('row_number')
        .execute();
      expect(left).toEqual(expected);
    },
  );

  it('does not change the preview, and leaves nothing behind after the import', async () => {
    const { id, mapping: guessed } = await desk.upload('Name,Email\nAnn,a@x.test\nBob,nope\nCy,A@x.test\n');
    await desk.check(id);
    const { rows } = (await desk.admin.post(`/imports/${id}/preview`, { mapping: guessed })).body;
    expect(rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['create', 'reject', 'reject']);
    expect(await listGroups(id)).toMatchObject({ open: 2 });
    await desk.admin.post(`/imports/${id}/start`, { mapping: guessed });
    await desk.run(id);
    expect(await listGroups(id)).toEqual({ groups: [], open: 0, fixed: 0 });
  });

  it('shows every bad cell of a row, with its column and its reason, and writes no customer', async () => {
    await api.makeCustomer(desk.workspaceId, { name: 'Twin', email: 'twin@x.test' });
    await api.makeCustomer(desk.workspaceId, { name: 'Twin', email: 'twin@x.test' });
    const { id } = await desk.upload(
      'Name,Email,NPI,Phone,Joined\nAnn,nope,1234567890,,yesterday\nBob,b@x.test,,,\nBob 2,B@x.test,,,\n,,,,x\nTwin,twin@x.test,,,\nCut,"c\n',
    );
    await desk.admin.patch(`/imports/${id}`, { mapping });
    await desk.check(id);
    const { rows, total } = await listProblems(id);
    expect(total).toBe(5);
    expect(rows).toMatchObject([
      {
        row: 2,
        name: 'Ann',
        cells: { 0: 'Ann', 1: 'nope', 2: '1234567890', 3: '', 4: 'yesterday' },
        editedColumns: [],
        isSkipped: false,
        problems: [
          { column: '1', kind: 'invalid', message: expect.stringContaining('Email: ') },
          { column: '2', kind: 'invalid', message: expect.stringContaining('NPI: ') },
          { column: '4', kind: 'invalid', message: expect.stringContaining('“yesterday” is not a date') },
        ],
      },
      {
        row: 4,
        problems: [
          { column: '1', kind: 'duplicate', message: 'Row 3 of this file has the same email address.' },
        ],
      },
      {
        row: 5,
        problems: [
          { column: '0', kind: 'no_name' },
          { column: '4', kind: 'invalid' },
        ],
      },
      { row: 6, problems: [{ column: '1', kind: 'ambiguous' }] },
      { row: 7, problems: [{ column: null, kind: 'broken' }] },
    ]);
    expect((await desk.customers()).length).toBe(2);
  });

  it('resumes after the last batch', async () => {
    const { id } = await desk.upload(createRegisterText({ rows: 1_600 }));
    await expect(
      desk.check(id, { platform: withCrashes(api.booted.platform, { from: 3, when: 'at commit' }) }),
    ).rejects.toThrow('crash');
    expect((await desk.get(id)).check).toMatchObject({ isComplete: false, counts: { rows: 1_000 } });
    await desk.check(id);
    expect((await desk.get(id)).check).toMatchObject({
      isComplete: true,
      failure: null,
      counts: { rows: 1_600, rejected: countRegister({ rows: 1_600 }).deactivated },
    });
  });

  it('restarts when the mapping changes and stops the running check', async () => {
    const { id } = await desk.upload(createRegisterText({ rows: 1_100 }));
    await desk.check(id);
    const before = await desk.get(id);
    await desk.admin.patch(`/imports/${id}`, { mapping: before.mapping, mode: 'update' });
    expect((await desk.get(id)).check).toMatchObject({ isComplete: false, counts: { rows: 0 } });
    await desk.check(id);
    expect((await desk.get(id)).check.counts).toMatchObject({ created: 0, updated: 0, rejected: 1_100 });
  });

  it('reports a file store that is down, and continues later', async () => {
    const { id } = await desk.upload('Name\nAnn\n');
    const { platform } = api.booted;
    const storage = { ...platform.storage, read: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    await expect(desk.check(id, { platform: { ...platform, storage } })).rejects.toThrow('is not responding');
    expect((await desk.get(id)).check).toMatchObject({
      isComplete: false,
      failure: 'File storage is not responding. Try again in a minute.',
    });
    await desk.check(id);
    expect((await desk.get(id)).check).toMatchObject({ isComplete: true, failure: null });
  });

  it('does nothing once the import has started', async () => {
    const { id, mapping: guessed } = await desk.upload('Name\nAnn\nAnn\n');
    await desk.admin.post(`/imports/${id}/start`, { mapping: guessed });
    await desk.check(id);
    expect((await desk.get(id)).check).toMatchObject({ isComplete: false });
    expect((await listProblems(id)).total).toBe(0);
  });
});
