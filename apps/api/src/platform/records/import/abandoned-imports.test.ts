import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { listJobs } from '#registry.ts';
import { deleteAbandonedImports } from './abandoned-imports.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

it('deletes an import that was never started after 30 days, with the rows of its check', async () => {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const upload = async () =>
    (await admin.upload('/imports?name=a.csv', 'First name,Email\nBo,not an address\n')).body.import
      .id as string;
  const [abandoned, recent, started] = [await upload(), await upload(), await upload()];
  await admin.post(`/imports/${started}/check`, {});
  await api.db
    .insertInto('import_keys')
    .values({ workspace_id: workspaceId, import_id: abandoned, key: 'k', row_number: 2, identifiers: '{}' })
    .execute();
  const isOld = (ids: readonly string[], changes: object = {}) =>
    api.db
      .updateTable('imports')
      .set({ created_at: new Date('2026-01-01'), ...changes })
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute();
  await isOld([abandoned]);
  await isOld([started], { status: 'done' });
  await deleteAbandonedImports(api.booted.platform.runner);
  const list = await admin.get('/imports');
  expect(list.body.imports.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [recent, started].toSorted(),
  );
  const keys = await api.db
    .selectFrom('import_keys')
    .select('key')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', abandoned)
    .execute();
  expect(keys).toEqual([]);
});
