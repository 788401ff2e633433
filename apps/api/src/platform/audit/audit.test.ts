import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { sealAudit, verifyAudit } from './seal.ts';

let api: TestApi;
let owner: pg.Client;
beforeAll(async () => {
  api = await startApi();
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

async function write(times: number): Promise<void> {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  for (let index = 0; index < times; index += 1)
    await admin.post('/users', { name: `Customer ${String(index)}` });
}

it('seals every committed entry once, in a chain that verifies', async () => {
  await write(3);
  expect(await sealAudit(api.db, new Date())).toBe(3);
  await write(2);
  const both = await Promise.all([sealAudit(api.db, new Date()), sealAudit(api.db, new Date())]);
  expect(both.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(await sealAudit(api.db, new Date())).toBe(0);
  expect(await verifyAudit(api.db)).toMatchObject({ isIntact: true, seals: 2, entries: 5 });
});

it('cannot be changed or emptied by the app’s own role', async () => {
  await expect(api.db.updateTable('audit_entries').set({ action: 'x' }).execute()).rejects.toThrow(
    /permission denied/,
  );
  await expect(api.db.deleteFrom('audit_entries').execute()).rejects.toThrow(/permission denied/);
  await expect(api.db.deleteFrom('audit_seals').execute()).rejects.toThrow(/permission denied/);
});

it('shows which seal breaks when the owner of the database changes an entry', async () => {
  await owner.query(
    "UPDATE audit_entries SET action = 'forged' WHERE id = (SELECT entry_ids[1] FROM audit_seals WHERE seq = 2)",
  );
  expect(await verifyAudit(api.db)).toMatchObject({ isIntact: false, firstBadSeal: 2 });
});
