import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { unzip } from '#test/zip-entries.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const add = async (name: string, content = name): Promise<string> =>
  (await admin.upload(`/documents?name=${encodeURIComponent(name)}`, content)).body.document.id;
const ask = (selection: object, caller = admin) => caller.post('/documents/archive', selection);
const open = (url: string) => api.app.inject({ url });
const download = async (selection: object): Promise<Record<string, string>> => {
  const { status, body } = await ask(selection);
  expect(status, JSON.stringify(body)).toBe(201);
  const parts = unzip((await open(body.ticket.url)).rawPayload);
  return Object.fromEntries([...parts].map(([path, bytes]) => [path, String(bytes)]));
};

describe('a ZIP of several files', () => {
  it('contains the selected files under names valid on every system, and is recorded in the audit log', async () => {
    const ids = [
      await add('Lease.txt', 'one'),
      await add('lease.txt', 'two'),
      await add('../up/a:b.txt', 'three'),
    ];
    await add('other.txt');
    const files = await download({ filter: {}, ids });
    const names = Object.keys(files);
    expect(Object.values(files).sort()).toEqual(['one', 'three', 'two']);
    expect(names.map((name) => name.toLowerCase())).toContain('lease (2).txt');
    for (const name of names) expect(name).not.toMatch(/[:/\\]/);
    const entry = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', 'downloadDocuments')
      .executeTakeFirstOrThrow();
    expect(entry.detail).toMatchObject({ documentIds: expect.arrayContaining(ids) });
    expect(Object.keys(await download({ filter: { q: 'other' } }))).toEqual(['other.txt']);
  });

  it('excludes blocked files, files deleted since, and those of another workspace', async () => {
    const [first, second] = [await add('a.txt'), await add('b.txt')];
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await ask({ filter: {}, ids: [first] }, elsewhere)).status).toBe(422);
    const { ticket } = (await ask({ filter: {}, ids: [first, second] })).body;
    await admin.delete(`/documents/${second}`);
    expect([...unzip((await open(ticket.url)).rawPayload).keys()]).toEqual(['a.txt']);
    await api.db
      .updateTable('stored_objects')
      .set({ blocked: 'infected' })
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect((await open(ticket.url)).statusCode).toBe(422);
    expect((await ask({ filter: {} })).status).toBe(422);
    await add('c.txt');
    const parts = unzip((await open((await ask({ filter: {} })).body.ticket.url)).rawPayload);
    expect([...parts.keys()].toSorted()).toEqual(['Skipped files.csv', 'c.txt']);
    expect(parts.get('Skipped files.csv')?.toString()).toContain('a.txt,5,Skipped: malware');
  });

  it('is for staff only, and refuses an unknown filter', async () => {
    await add('a.txt');
    const customerId = await api.makeCustomer(workspaceId);
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
    expect((await ask({ filter: {} }, client)).status).toBe(403);
    expect((await ask({ filter: { nothing: 'x' } })).status).toBe(400);
  });
});
