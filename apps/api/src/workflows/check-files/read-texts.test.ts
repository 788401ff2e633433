import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';
import { createExtractTextTask, readTextJob } from './read-texts.ts';

let api: TestApi;
let workspaceId: string;
let staff: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.background));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  await api.db.deleteFrom('unread_files').execute();
});

type Upload = { readonly caller?: Caller; readonly ofWorkspace?: string; readonly content?: string | Buffer };

const upload = async (
  name: string,
  { caller = staff, ofWorkspace = workspaceId, content = 'The lease' }: Upload = {},
): Promise<string> => {
  const { document } = (await caller.upload(`/documents?name=${name}`, content)).body;
  const { rows } = await sql<{ id: string }>`
    SELECT file_id AS id FROM documents WHERE workspace_id = ${ofWorkspace} AND id = ${document.id}`.execute(
    api.db,
  );
  return String(rows[0]?.id);
};
const findState = async (fileId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM file_texts WHERE workspace_id = ${workspaceId} AND file_id = ${fileId}`.execute(api.db);
  return rows[0]?.state;
};
const readWithin = (timeoutMs: number, fileId: string, nextQueue: string | null) =>
  runJob(readTextJob(api.booted.background, { queue: 'document-text', timeoutMs, nextQueue }), {
    workspaceId,
    fileId,
  });

it('a file that takes long is read again in a queue of its own, and not once more after that', async () => {
  const fileId = await upload('lease.txt');
  await readWithin(1, fileId, 'document-text.slow');
  expect(await findState(fileId)).toBeUndefined();
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM pgboss.job WHERE data->>'fileId' = ${fileId}`.execute(api.db);
  expect(rows).toEqual([{ name: 'document-text.slow' }]);
  await readWithin(1, fileId, null);
  expect(await findState(fileId)).toBe('unfinished');
  await readWithin(60_000, fileId, null);
  expect(await findState(fileId)).toBe('unfinished');
});

it('a file that takes long is read where that finishes in the other queue', async () => {
  const fileId = await upload('lease.txt');
  await readWithin(1, fileId, 'document-text.slow');
  await readWithin(60_000, fileId, null);
  expect(await findState(fileId)).toBe('ready');
});

it('text that was stored as binary is read by its content', async () => {
  const content = Buffer.from('Patient;SSN\r\nJosé;078-05-1120', 'latin1');
  const fileId = await upload('patients.csv', { content });
  const setType = sql`UPDATE files SET content_type = 'application/octet-stream' WHERE workspace_id = ${workspaceId} AND id = ${fileId}`;
  await setType.execute(api.db);
  await readWithin(60_000, fileId, null);
  expect(await findState(fileId)).toBe('ready');
  const { rows } = await sql<{ type: string; blocked: number }>`
    SELECT content_type AS type, (SELECT count(*)::int FROM quarantines WHERE workspace_id = files.workspace_id AND file_id = files.id) AS blocked
    FROM files WHERE workspace_id = ${workspaceId} AND id = ${fileId}`.execute(api.db);
  expect(rows).toEqual([{ type: 'text/plain; charset=windows-1252', blocked: 1 }]);
});

it('the first file of each workspace is read before the second of any, and those of earlier emails last', async () => {
  const otherId = await api.makeWorkspace();
  const other = await api.signIn({ role: 'STAFF', workspaceId: otherId });
  const files = [
    await upload('a.txt'),
    await upload('b.txt'),
    await upload('c.txt', { caller: other, ofWorkspace: otherId }),
  ];
  const old = await upload('old.txt', { caller: other, ofWorkspace: otherId });
  await sql`UPDATE unread_files SET priority = -1000 WHERE file_id = ${old}`.execute(api.db);
  await createExtractTextTask(api.booted.background).act();
  const { rows } = await sql<{ id: string }>`
    SELECT data->>'fileId' AS id FROM pgboss.job WHERE name = 'document-text' AND data->>'fileId' = ANY(${[...files, old]})
    ORDER BY priority DESC, data->>'fileId'`.execute(api.db);
  expect(rows.map(({ id }) => id)).toEqual([files[0], files[2], files[1], old]);
});
