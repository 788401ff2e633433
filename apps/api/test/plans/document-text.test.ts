import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '#db/statements/prepared-statement.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { recordStatements } from '#test/statement-recorder.ts';
import { explain, vacuum } from './explain.ts';

const files = 10_000;
const rareFiles = 5;

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  const workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const { document } = (await admin.upload('/documents?name=Lease.txt', 'text')).body;
  await fill(workspaceId, document.id);
  await vacuum(api.connectionString);
});
afterAll(() => api.close());

/** Files with a page of text each; all of them say “lease”, few “zebrafish”. */
async function fill(workspaceId: string, firstId: string): Promise<void> {
  await sql`
    WITH first AS (
      SELECT files.*, documents.audience, documents.updated_at FROM documents
      JOIN files ON files.workspace_id = documents.workspace_id AND files.id = documents.file_id
      WHERE documents.workspace_id = ${workspaceId} AND documents.id = ${firstId}
    ), added AS (
      INSERT INTO files (workspace_id, id, sha256, size_bytes, content_type, name, purpose, object_id, created_by, created_at)
      SELECT workspace_id, gen_random_uuid(), sha256, size_bytes, content_type, 'Return ' || place, purpose, object_id, created_by, created_at
      FROM first, generate_series(1, ${files}) AS place RETURNING workspace_id, id, name, created_by, created_at
    ), filed AS (
      INSERT INTO documents (workspace_id, id, name, file_id, created_by, created_at, updated_at)
      SELECT workspace_id, gen_random_uuid(), name, id, created_by, created_at, created_at FROM added
    )
    INSERT INTO file_texts (workspace_id, file_id, state, page_count, is_cut)
    SELECT workspace_id, id, 'ready', 1, false FROM added`.execute(api.db);
  await sql`
    INSERT INTO file_text_pages (workspace_id, file_id, page, text, words)
    SELECT workspace_id, file_id, 1, text, to_tsvector('simple', text) FROM (
      SELECT workspace_id, file_id, repeat('The lease of the premises. ', 40)
        || CASE WHEN row_number() OVER (ORDER BY file_id) <= ${rareFiles} THEN 'zebrafish' ELSE '' END AS text
      FROM file_texts WHERE workspace_id = ${workspaceId} AND state = 'ready') AS texts`.execute(api.db);
}

/** The total buffers of 8 kB read by the statements of a search that reads texts. */
async function countBuffers(q: string): Promise<{ hits: number; buffers: number }> {
  const taken: Statement[] = [];
  const stop = recordStatements((statement) => taken.push(statement));
  const { body } = await admin.get(`/documents/text-search?q=${q}`);
  stop();
  const reading = taken.filter(({ text }) => text.includes('file_text_pages'));
  expect(reading).toHaveLength(1);
  const plans = await explain(api.connectionString, reading);
  return { hits: body.hits.length, buffers: plans.reduce((sum, { buffers }) => sum + buffers, 0) };
}

describe('the list of what is on legal hold among 10,000 files', () => {
  it('reads only the files on hold', async () => {
    const [first, second] = (await admin.get('/documents?limit=2')).body.documents;
    for (const { id } of [first, second])
      await admin.post(`/documents/${String(id)}/legal-hold`, { reason: 'Subpoena' });
    const taken: Statement[] = [];
    const stop = recordStatements((statement) => taken.push(statement));
    const { body } = await admin.get('/documents?isOnLegalHold=true');
    stop();
    expect(body).toMatchObject({ total: 2, documents: [{}, {}] });
    const reading = taken.filter(({ text }) => text.includes('held_documents'));
    expect(reading.length).toBeGreaterThan(0);
    const plans = await explain(api.connectionString, reading);
    for (const { buffers, text } of plans) expect(buffers, text).toBeLessThan(150);
  });
});

describe('a search in the text of 10,000 files', () => {
  it('reads the few files that have a rare word', async () => {
    const { hits, buffers } = await countBuffers('zebrafish');
    expect(hits).toBe(rareFiles);
    expect(buffers).toBeLessThan(300);
  });

  it('reads the text of no file that is not shown, also for a word that all have', async () => {
    const { hits, buffers } = await countBuffers('lease');
    expect(hits).toBe(20);
    // Enough to look at each page, document, and file, but not to read their texts.
    expect(buffers).toBeLessThan(files * 15);
  });
});
