import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { collectGarbage } from '#platform/files/store/collect-garbage.ts';
import { listJobs } from '#registry.ts';
import { purgeDocuments } from './purge-documents.ts';

const start = new Date('2026-11-02T15:00:00.000Z');
const getTimeDaysLater = (days: number) => new Date(start.getTime() + days * 86_400_000);

let api: TestApi;
let workspaceId: string;
let businessId: string;
let customerId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ areFilesChecked: true });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(start);
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  customerId = await api.makeCustomer(workspaceId, { brokerId: admin.userId });
  const business = { name: 'Abbott Dental', type: 'dental', ownerId: customerId };
  businessId = (await admin.post('/businesses', business)).body.business.id;
});
afterEach(() => api.clock.set(new Date()));

const setRetention = async (settings: {
  trashRetentionDays?: number | null;
  closedDealRetentionYears?: number;
}) => {
  const { version } = (await admin.get('/workspace')).body.workspace;
  return admin.patch('/workspace', { version, ...settings });
};
const getQuery = () => `&recordType=business&recordId=${businessId}`;
const createDeletedDocument = async (name: string, where = '') => {
  const { document } = (await admin.upload(`/documents?name=${name}${where}`, `bytes of ${name}`)).body;
  await admin.upload(`/documents/${String(document.id)}/versions`, `second of ${name}`);
  expect((await admin.delete(`/documents/${String(document.id)}`)).status).toBe(204);
  return document.id;
};
const purge = async (days: number) => {
  api.clock.set(getTimeDaysLater(days));
  await purgeDocuments(api.booted.platform);
  // Test sessions expire after a day, so the clock is set back.
  api.clock.set(start);
};
/** Makes deleting documents of one workspace fail. */
const withStuck = async (stuckId: string, act: () => Promise<void>) => {
  const owner = new Client({ connectionString: api.connectionString });
  await owner.connect();
  await owner.query(`
    CREATE FUNCTION be_stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stuck'; END $$;
    CREATE TRIGGER be_stuck BEFORE DELETE ON documents FOR EACH ROW
      WHEN (OLD.workspace_id = '${stuckId}') EXECUTE FUNCTION be_stuck();`);
  try {
    await act();
  } finally {
    await owner.query('DROP TRIGGER be_stuck ON documents; DROP FUNCTION be_stuck');
    await owner.end();
  }
};
const listRemainingNames = async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM documents WHERE workspace_id = ${workspaceId} ORDER BY name`.execute(api.db);
  return rows.map(({ name }) => name);
};
const countFiles = async () => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM files WHERE workspace_id = ${workspaceId}`.execute(api.db);
  return rows[0]?.count;
};
/** A deal that closed on the first day. */
const createClosedDeal = async () => {
  const buyerId = await api.makeCustomer(workspaceId, { brokerId: admin.userId });
  const { deal } = (await admin.post('/deals', { businessId, buyerId })).body;
  await sql`UPDATE deals SET stage = 'closed', stage_entered_at = ${start}
    WHERE workspace_id = ${workspaceId} AND id = ${deal.id}`.execute(api.db);
  return deal.id;
};

describe('deleted documents', () => {
  it('are kept until a retention period is set, and then removed with versions and bytes', async () => {
    const id = await createDeletedDocument('lease.txt', getQuery());
    await admin.upload('/documents?name=active.txt', 'bytes');
    await purge(3000);
    expect(await listRemainingNames()).toEqual(['active.txt', 'lease.txt']);
    expect((await setRetention({ trashRetentionDays: 30 })).body.workspace.trashRetentionDays).toBe(30);
    await purge(29);
    expect(await listRemainingNames()).toEqual(['active.txt', 'lease.txt']);
    await purge(31);
    expect(await listRemainingNames()).toEqual(['active.txt']);
    expect(await countFiles()).toBe(1);
    expect((await admin.get(`/documents/${String(id)}`)).status).toBe(404);
    expect((await admin.get('/documents?q=lease&deleted=true')).body.documents).toEqual([]);
    await collectGarbage(api.booted.platform);
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM stored_objects WHERE workspace_id = ${workspaceId}`.execute(api.db);
    expect(rows[0]?.count).toBe(1);
  });

  it('leave an entry without a person in the timeline and in the audit log', async () => {
    await setRetention({ trashRetentionDays: 1 });
    const id = await createDeletedDocument('lease.txt', getQuery());
    await purge(2);
    const { activities } = (await admin.get(`/businesses/${businessId}/activities?type=files`)).body;
    expect(activities[0]).toMatchObject({ type: 'document.purged', actor: null, subject: { label: null } });
    const { entries } = (await admin.get(`/audit?subjectId=${String(id)}`)).body;
    expect(entries[0]).toMatchObject({ action: 'purgeDocument', actor: null, detail: { name: 'lease.txt' } });
  });

  it('stay while they are on legal hold, by themselves or with their business', async () => {
    await setRetention({ trashRetentionDays: 1, closedDealRetentionYears: 0 });
    const id = await createDeletedDocument('held.txt');
    await createDeletedDocument('of-business.txt', getQuery());
    await createDeletedDocument('free.txt');
    await admin.post(`/documents/${String(id)}/legal-hold`, { reason: 'Audit' });
    await admin.post(`/businesses/${businessId}/legal-hold`, { reason: 'Subpoena' });
    await purge(400);
    expect(await listRemainingNames()).toEqual(['held.txt', 'of-business.txt']);
    expect(await countFiles()).toBe(4);
    await admin.delete(`/documents/${String(id)}/legal-hold`);
    await admin.delete(`/businesses/${businessId}/legal-hold`);
    await purge(400);
    expect(await listRemainingNames()).toEqual([]);
  });

  it('of a closed deal and its business stay for the years that the workspace has set', async () => {
    await setRetention({ trashRetentionDays: 1, closedDealRetentionYears: 3 });
    const dealId = await createClosedDeal();
    await createDeletedDocument('loi.txt', `&recordType=deal&recordId=${String(dealId)}`);
    await createDeletedDocument('lease.txt', getQuery());
    await createDeletedDocument('free.txt');
    await purge(3 * 365 - 5);
    expect(await listRemainingNames()).toEqual(['lease.txt', 'loi.txt']);
    await purge(3 * 365 + 5);
    expect(await listRemainingNames()).toEqual([]);
  });

  it('stay if something else refers to them, such as a proof of funds', async () => {
    await setRetention({ trashRetentionDays: 1 });
    const path = `/documents?recordType=customer&recordId=${customerId}&name=proof.txt`;
    const { document } = (await admin.upload(path, 'proof')).body;
    await sql`INSERT INTO buyer_profiles (workspace_id, id, customer_id, proof_document_id, created_at, updated_at)
      SELECT workspace_id, gen_random_uuid(), id, ${document.id}::uuid, ${start}, ${start} FROM customers
      WHERE workspace_id = ${workspaceId} AND id = ${customerId}`.execute(api.db);
    await admin.delete(`/documents/${String(document.id)}`);
    await purge(2);
    expect(await listRemainingNames()).toEqual(['proof.txt']);
  });

  it('stay while a reader of a shared link has signed an NDA for them', async () => {
    await setRetention({ trashRetentionDays: 1 });
    const signedId = await createDeletedDocument('signed.txt');
    await createDeletedDocument('unsigned.txt');
    await sql`
      WITH links AS (
        INSERT INTO shared_links (workspace_id, id, document_id, token_hash, allowed, denied, can_download, created_by, created_at, expires_at)
        SELECT workspace_id, gen_random_uuid(), id, sha256(id::text::bytea), '{}', '{}', false, created_by, ${start}, ${start}
        FROM documents WHERE workspace_id = ${workspaceId} RETURNING *)
      INSERT INTO shared_link_signatures (workspace_id, link_id, email, name, ip_address, user_agent, signed_at)
      SELECT workspace_id, id, 'ann@law.example', 'Ann Lawyer', '::1', '', ${start} FROM links
      WHERE workspace_id = ${workspaceId} AND document_id = ${signedId}`.execute(api.db);
    await purge(2);
    expect(await listRemainingNames()).toEqual(['signed.txt']);
  });

  it('of other workspaces are removed although those of one cannot be, which are tried again', async () => {
    await setRetention({ trashRetentionDays: 1 });
    const [first, second] = [workspaceId, await api.makeWorkspace()];
    await createDeletedDocument('stuck.txt');
    admin = await api.signIn({ role: 'ADMIN', workspaceId: second });
    workspaceId = second;
    await setRetention({ trashRetentionDays: 1 });
    await createDeletedDocument('free.txt');
    await withStuck(first, () => purge(2));
    expect(await listRemainingNames()).toEqual([]);
    workspaceId = first;
    expect(await listRemainingNames()).toEqual(['stuck.txt']);
    await purge(2);
    expect(await listRemainingNames()).toEqual([]);
  });

  it('of other workspaces and of archived ones stay', async () => {
    await setRetention({ trashRetentionDays: 1 });
    await createDeletedDocument('archived.txt');
    await api.db
      .updateTable('workspaces')
      .set({ archived_at: start })
      .where('id', '=', workspaceId)
      .execute();
    await purge(2);
    expect(await listRemainingNames()).toEqual(['archived.txt']);
  });
});

describe('the settings', () => {
  it('keep deleted documents for 1 to 3,650 days or without end, and documents of closed deals for 7 years', async () => {
    expect((await admin.get('/workspace')).body.workspace).toMatchObject({
      trashRetentionDays: null,
      closedDealRetentionYears: 7,
    });
    for (const trashRetentionDays of [0, 3651, 1.5])
      expect(await setRetention({ trashRetentionDays })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'trashRetentionDays' }] },
      });
    for (const closedDealRetentionYears of [-1, 101])
      expect((await setRetention({ closedDealRetentionYears })).status).toBe(400);
    expect((await setRetention({ trashRetentionDays: 3650 })).status).toBe(200);
    expect((await setRetention({ trashRetentionDays: null })).body.workspace.trashRetentionDays).toBeNull();
    const { entries } = (await admin.get('/audit?action=updateWorkspaceSettings')).body;
    expect(entries[0].detail.retention).toMatchObject({ from: { trashDays: 3650 }, to: { trashDays: null } });
  });
});
