import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { malware, startClamd, type TestClamd } from '#test/malware/clamd.ts';
import { createClamav } from '#adapters/malware/clamav.ts';
import { addMinutes } from '#lib/clock.ts';
import { publishScanned } from '#workflows/check-files/quarantine-file.ts';
import { recordScanner } from './blocked-files.queries.ts';
import { scanFiles } from './scan-files.ts';

let api: TestApi;
let clamd: TestClamd;
let workspaceId: string;
let staff: Caller;
beforeAll(async () => {
  clamd = await startClamd({ maxBytes: 100_000 });
  api = await startApi({ env: { CLAMAV_URL: clamd.url } });
});
afterAll(async () => {
  await api.close();
  await clamd.stop();
});
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  await recordScanner(api.db);
  await api.db.deleteFrom('removed_objects').execute();
});

const scan = () => scanFiles(api.booted.background, publishScanned);
const addDocument = async (content: string) => {
  const { status, body } = await staff.upload('/documents?name=lease.txt', content);
  expect(status).toBe(201);
  return body.document;
};
const download = async (id: string) => {
  const { status, body } = await staff.post(`/documents/${id}/ticket`);
  if (status !== 201) return { statusCode: status, body: JSON.stringify(body), json: () => body };
  return api.app.inject({ url: String(body.ticket.url) });
};
const findDocument = async (id: string) =>
  (await staff.get('/documents')).body.documents.find((row: { id: string }) => row.id === id);

describe('a new file, where a malware scanner is configured', () => {
  it('cannot be opened until it is scanned, and is shown as not scanned', async () => {
    const { id, blocked } = await addDocument('The lease');
    expect(blocked).toBe('waiting');
    const before = await download(id);
    expect(before.statusCode).toBe(422);
    expect(before.json().detail).toMatch(/not been scanned/);
    await scan();
    expect((await download(id)).body).toBe('The lease');
    expect(await findDocument(id)).not.toHaveProperty('blocked');
  });

  it('stays closed when malware is found, which the audit log names', async () => {
    const { id } = await addDocument(`invoice ${malware}`);
    await scan();
    const answer = await download(id);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().detail).toMatch(/Malware was found/);
    expect((await findDocument(id)).blocked).toBe('infected');
    const entries = await api.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'detail'])
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', 'malwareFound')
      .execute();
    expect(entries).toEqual([
      { action: 'malwareFound', actor_id: null, detail: { finding: 'Handover.Test' } },
    ]);
  });

  it('waits while the scanner is down, and is scanned when it is back', async () => {
    const { id } = await addDocument('The plan');
    const down = { ...api.booted.background, scanner: createClamav('tcp://127.0.0.1:9') };
    await expect(scanFiles(down, publishScanned)).rejects.toThrow(/does not answer/);
    expect((await findDocument(id)).blocked).toBe('waiting');
    expect((await download(id)).statusCode).toBe(422);
    await scan();
    expect((await download(id)).body).toBe('The plan');
  });

  it('is shown as too large if the scanner does not accept it, and is not sent again', async () => {
    const large = await addDocument('x'.repeat(150_000));
    const { id } = await addDocument('The small one');
    await scan();
    expect((await findDocument(large.id)).blocked).toBe('too-large');
    const refused = await download(large.id);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      422,
      expect.stringContaining('too large for the malware scanner'),
    ]);
    expect((await download(id)).body).toBe('The small one');
    const scanned = clamd.scanned.length;
    await scan();
    expect(clamd.scanned.length).toBe(scanned);
  });

  it('is closed as an attachment too', async () => {
    const { body } = await staff.upload('/files?name=a.txt', `a ${malware}`);
    await scan();
    expect((await staff.post(`/files/${String(body.file.id)}/ticket`)).status).toBe(422);
  });

  it('stays closed while another server runs without the scanner', async () => {
    const { id } = await addDocument('The offer');
    await scanFiles({ ...api.booted.background, scanner: null }, publishScanned);
    expect((await download(id)).statusCode).toBe(422);
  });

  it('can be opened an hour after the operator has removed the scanner from all servers', async () => {
    const { id } = await addDocument('The contract');
    await api.db
      .updateTable('installation')
      .set({ scanner_seen_at: addMinutes(new Date(), -61) })
      .execute();
    await scanFiles({ ...api.booted.background, scanner: null }, publishScanned);
    expect((await download(id)).body).toBe('The contract');
  });
});

it('a server without the scanner does not open the files it receives while another one has it', async () => {
  const other = await startApi();
  try {
    const member = await other.signIn({ role: 'STAFF', workspaceId: await other.makeWorkspace() });
    const upload = async () =>
      (await member.upload('/documents?name=lease.txt', 'The lease')).body.document.blocked;
    expect(await upload()).toBeUndefined();
    await recordScanner(other.db);
    expect(await upload()).toBe('waiting');
  } finally {
    await other.close();
  }
});
