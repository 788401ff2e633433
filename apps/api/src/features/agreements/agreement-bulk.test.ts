import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';
import { listJobs } from '#registry.ts';
import { listSystemMails } from '#test/account/system-mails.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let businessId: string;
let templateId: string;
beforeAll(async () => {
  api = await startApi({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  businessId = (await admin.post('/businesses', { name: 'Smiles', type: 'dental' })).body.business.id;
  templateId = (await admin.get('/agreement-templates')).body.templates[0].id;
});

async function send(
  name: string,
  email: string | null,
): Promise<{ id: string; link: string; customerId: string }> {
  const customerId = await api.makeCustomer(workspaceId, { name, email });
  const input = { customerId, templateId, businessIds: [businessId], delivery: 'link' };
  const { status, body } = await admin.post('/agreements', input);
  expect(status).toBe(201);
  return { id: body.agreement.id, link: body.link.split('#')[1], customerId };
}
const getState = async (id: string) => (await admin.get(`/agreements/${id}`)).body.agreement.state;

/** The result of each agreement, by the name of the buyer. */
async function run(input: object): Promise<Record<string, string>> {
  const answer = await admin.post('/bulk-runs', {
    recordType: 'agreement',
    selection: { filter: {} },
    input,
  });
  expect(answer.status, answer.text).toBe(202);
  const { id } = answer.body.bulkRun;
  const [job] = bulkJobs(api.booted.platform);
  await runJob(job, { workspaceId, runId: id });
  expect((await admin.get(`/bulk-runs/${id}`)).body.bulkRun).toMatchObject({
    status: 'done',
    canUndo: false,
  });
  const { rows } = (await admin.get(`/bulk-runs/${id}/rows?limit=100`)).body;
  return Object.fromEntries(
    rows.map((row: { name: string; outcome: string; reason: string | null }) => [
      row.name,
      row.reason ?? row.outcome,
    ]),
  );
}

it('signers are reminded by a new link, but not of what is answered, without an address, or once barred', async () => {
  const email = `jane-${workspaceId}@buyers.test`;
  const jane = await send('Jane', email);
  await send('No Mail', null);
  const blocked = await send('Blocked', `blocked-${workspaceId}@buyers.test`);
  const { customer } = (await admin.get(`/agreements/${blocked.id}`)).body.agreement;
  const { buyer } = (await admin.post('/buyers', { customerId: customer.id })).body;
  await admin.put(`/buyers/${buyer.id}/block`, { version: buyer.version, reason: 'Broke an NDA' });
  const gone = await send('Gone', `gone-${workspaceId}@buyers.test`);
  await admin.post(`/agreements/${gone.id}/revoke`);
  expect(await run({ action: 'remind' })).toEqual({
    Jane: 'done',
    'No Mail': 'No email address.',
    Blocked: expect.stringContaining('blocked, or excluded from this business'),
    Gone: 'Not waiting for a signature.',
  });
  expect(await admin.post(`/agreements/${blocked.id}/link`, { delivery: 'link' })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('blocked, or excluded from this business') },
  });
  const mails = await listSystemMails(api, email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Please sign: Non-Disclosure Agreement']);
  expect((await api.guest.post('/signing/open', { token: jane.link })).body.detail).toContain('newer one');
  expect(await getState(jane.id)).toBe('pending');
});

it('buyers who are banned, deleted, or excluded from the business are not asked to sign', async () => {
  const emailOf = (name: string) => `${name}-${workspaceId}@buyers.test`;
  const banned = await send('Banned', emailOf('banned'));
  const deleted = await send('Deleted', emailOf('deleted'));
  const excluded = await send('Excluded', emailOf('excluded'));
  await admin.post(`/users/${banned.customerId}/ban`, { version: 1, reason: 'Fraud' });
  await admin.delete(`/users/${deleted.customerId}`);
  const { buyer } = (await admin.post('/buyers', { customerId: excluded.customerId })).body;
  await admin.put(`/buyers/${buyer.id}/exclusions/${businessId}`, { reason: 'Competitor' });
  expect(await run({ action: 'remind' })).toEqual({
    Banned: expect.stringContaining('This buyer is banned.'),
    Deleted: expect.stringContaining('in the trash'),
    Excluded: expect.stringContaining('excluded from this business'),
  });
  for (const name of ['banned', 'deleted', 'excluded'])
    expect(await listSystemMails(api, emailOf(name))).toEqual([]);
  const { customerId } = banned;
  const input = { customerId, templateId, businessIds: [businessId], delivery: 'link' };
  for (const path of [`/agreements/${banned.id}/link`, '/agreements'])
    expect(await admin.post(path, path === '/agreements' ? input : { delivery: 'link' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('This buyer is banned.') },
    });
});

it('withdraws those that wait for a signature', async () => {
  const [jane, signed] = [await send('Jane', null), await send('Signed', null)];
  const { textSha256 } = (await admin.get(`/agreements/${signed.id}`)).body.agreement;
  await api.guest.post('/signing/sign', {
    token: signed.link,
    textSha256,
    hasConsented: true,
    signature: { kind: 'typed', name: 'Signed' },
  });
  expect(await run({ action: 'withdraw' })).toEqual({
    Jane: 'done',
    Signed: 'Not waiting for a signature.',
  });
  expect([await getState(jane.id), await getState(signed.id)]).toEqual(['revoked', 'in_force']);
});
