import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { startMailServer, type MailServer } from '#test/mail/mail-server.ts';
import { runJob } from '#test/run-job.ts';
import { listJobs } from '#registry.ts';
import { mailJobs } from '#features/conversations/outgoing/delivery.ts';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';

let server: MailServer;
let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
beforeAll(async () => {
  server = await startMailServer();
  api = await startApi({ env: { SMTP_URL: server.url } });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(async () => {
  await api.close();
  await server.close();
});
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
});

type Run = { id: string };

const everybody = { filter: {} };

async function ask(caller: Caller, input: object): Promise<Run> {
  const { status, body } = await caller.post('/bulk-runs', { selection: everybody, input });
  expect(status, JSON.stringify(body)).toBe(202);
  return body.bulkRun;
}

/** Processes a run like a worker. */
async function runBulk(run: Run): Promise<Run> {
  await runJob(bulkJobs(api.booted.platform)[0], { workspaceId, runId: run.id });
  return run;
}

/** Acts as the worker for every pending message. */
async function deliverAll(): Promise<void> {
  for (const { id: messageId } of await listMessages())
    await runJob(mailJobs(api.booted.platform)[0], { workspaceId, messageId });
}

const listMessages = () =>
  api.db
    .selectFrom('messages')
    .select(['id', 'status', 'status_detail'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'queued')
    .execute();

async function getOutcomes(run: Run): Promise<Record<string, string | null>> {
  const { body } = await admin.get(`/bulk-runs/${run.id}/rows?limit=100`);
  return Object.fromEntries(
    body.rows.map((row: { name: string; outcome: string; reason: string | null }) => [
      row.name,
      row.reason ?? row.outcome,
    ]),
  );
}

const make = (name: string, parts: object = {}): Promise<string> =>
  api.makeCustomer(workspaceId, { name, ...parts });

/** The message that the server accepted for an address, with soft line breaks removed. */
const findMail = (address: string): string =>
  (server.received.find(({ to }) => to.includes(address))?.raw ?? '')
    .replace(/=\r\n/g, '')
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/=3D/g, '=');

const email = { action: 'email', subject: 'News', html: '<p>Hello</p>' };

describe('a mail with fields', () => {
  it('fills in the fields for each customer, and skips those without an address or unsubscribed', async () => {
    await make('Ann <b>', { company: 'Harbor & Co' });
    await make('Bob');
    const unsubscribed = await make('Cy', { company: 'Cy Co' });
    await staff.post(`/users/${unsubscribed}/unsubscribe`);
    const html = '<p>For {{customer.company}}, {{customer.name}}</p>';
    const done = await runBulk(
      await ask(staff, { action: 'email', subject: 'Hi {{customer.firstName|you}}', html }),
    );
    expect(await getOutcomes(done)).toEqual({
      'Ann <b>': 'done',
      Bob: 'No value for {{customer.company}}.',
      Cy: 'Unsubscribed from bulk email.',
    });
    const messages = await api.db
      .selectFrom('messages')
      .select(['subject', 'html', 'text', 'is_bulk'])
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(messages).toEqual([
      {
        subject: 'Hi Ann',
        html: '<p>For Harbor &amp; Co, Ann &lt;b&gt;</p>',
        text: 'For Harbor & Co, Ann <b>',
        is_bulk: true,
      },
    ]);
  });

  it('sends personal email first', async () => {
    const ann = await make('Ann');
    await runBulk(await ask(staff, { action: 'email', subject: 'To all', html: '<p>Hello</p>' }));
    await staff.post(`/users/${ann}/send-email`, { subject: 'To you', text: 'Hello Ann' });
    const { rows } = await sql<{ subject: string }>`
      SELECT messages.subject FROM pgboss.job JOIN messages ON messages.id = (job.data ->> 'messageId')::uuid
      WHERE job.name = 'mail.deliver' AND messages.workspace_id = ${workspaceId}
      ORDER BY job.priority DESC, job.created_on`.execute(api.db);
    expect(rows).toEqual([{ subject: 'To you' }, { subject: 'To all' }]);
  });

  it('previews the email for the first customer, or why it would not be sent', async () => {
    await make('Ann', { company: 'Harbor' });
    await make('Bob', { email: null, company: 'B' });
    await make('Cy');
    const mail = { subject: 'Hi {{customer.name}}', html: '<p>{{customer.company}}</p>' };
    const { status, body } = await staff.post('/bulk-runs/preview', { selection: everybody, ...mail });
    expect(status).toBe(200);
    expect(body.previews).toMatchObject([
      { subject: 'Hi Ann', refusal: null, missing: [] },
      { subject: 'Hi Bob', refusal: 'No email address.' },
      { subject: 'Hi Cy', refusal: 'No value for {{customer.company}}.' },
    ]);
    const page = await api.guest.get(String(body.previews[0].url).replace('/api', ''));
    expect(page.text).toContain('<p>Harbor</p>');
  });

  it('rejects an unknown field and an email without a body', async () => {
    const refused = async (mail: object): Promise<object> =>
      (await staff.post('/bulk-runs', { selection: everybody, input: { action: 'email', ...mail } })).body
        .errors;
    expect(await refused({ subject: 'Hi {{name}}', text: 'x' })).toEqual([
      { path: 'input.subject', message: 'There is no field {{name}}.' },
    ]);
    expect(await refused({ subject: 'Hi', html: '<p>{{today</p>' })).toMatchObject([{ path: 'input.html' }]);
    expect(await refused({ subject: 'Hi' })).toEqual([{ path: 'input.html', message: 'Write a message' }]);
  });

  it('is refused while the workspace has no postal address', async () => {
    await make('Ann');
    await api.db
      .updateTable('workspaces')
      .set({ postal_address: ' ' })
      .where('id', '=', workspaceId)
      .execute();
    const { status, body } = await staff.post('/bulk-runs', { selection: everybody, input: email });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'RULE_BROKEN', detail: expect.stringMatching(/postal address/) });
    expect((await admin.get('/bulk-runs?recordType=customer')).body.bulkRuns).toEqual([]);
  });

  it('counts a use of its template', async () => {
    await make('Ann');
    const template = { name: 'News', subject: 'News', html: '<p>Hello</p>' };
    const { id } = (await staff.post('/mail-templates', template)).body.mailTemplate;
    const { name: _name, ...mail } = template;
    await ask(staff, { action: 'email', ...mail, templateId: id });
    expect((await staff.get('/mail-templates')).body.mailTemplates[0].useCount).toBe(1);
    const others = { action: 'email', ...mail, templateId: id };
    expect((await admin.post('/bulk-runs', { selection: everybody, input: others })).status).toBe(404);
  });
});

describe('unsubscribing', () => {
  it('is offered by header and in the mail itself, which ends with the postal address', async () => {
    const name = 'Harbor & Co';
    await api.db
      .updateTable('workspaces')
      .set({ name, postal_address: '1 Main St\nBoston, MA' })
      .where('id', '=', workspaceId)
      .execute();
    const address = `ann-${workspaceId}@clients.test`;
    const id = await make('Ann', { email: address });
    await runBulk(await ask(staff, email));
    await deliverAll();
    const raw = findMail(address);
    const [, url = ''] =
      /List-Unsubscribe: ?<(http:\/\/localhost:3000\/api\/unsubscribe\/[\w.-]+)>/.exec(raw) ?? [];
    expect(url).not.toBe('');
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(raw).toContain(`Unsubscribe: ${url}`);
    expect(raw).toContain('Harbor &amp; Co<br>1 Main St<br>Boston, MA');
    expect(raw).toContain(`href="${url}"`);
    const { emails } = (await staff.get(`/users/${id}/emails`)).body;
    expect(emails[0].text).toBe('Hello');

    await api.guest.upload(url.replace('http://localhost:3000/api', ''), 'List-Unsubscribe=One-Click');
    expect(await getOutcomes(await runBulk(await ask(staff, email)))).toEqual({
      Ann: 'Unsubscribed from bulk email.',
    });
  });

  it('stops bulk email already queued, but no personal email', async () => {
    const address = `bob-${workspaceId}@clients.test`;
    const id = await make('Bob', { email: address });
    const run = await runBulk(await ask(staff, email));
    await staff.post(`/users/${id}/unsubscribe`);
    await deliverAll();
    expect(await getOutcomes(run)).toEqual({
      Bob: 'Not sent: the customer has unsubscribed from bulk email.',
    });
    expect(findMail(address)).toBe('');
    await staff.post(`/users/${id}/send-email`, { subject: 'To you', text: 'Hello Bob' });
    await deliverAll();
    expect(findMail(address)).toContain('Hello Bob');
    expect(findMail(address)).not.toContain('nsubscribe');
  });

  it('counts for the address: for other customers who have it, also if the one who asked is in the trash', async () => {
    const address = `lee-${workspaceId}@clients.test`;
    const ann = await make('Ann Lee', { email: address });
    const practice = await make('Lee Dental', { email: address });
    await staff.post(`/users/${ann}/unsubscribe`);
    await admin.delete(`/users/${ann}`);
    expect(await getOutcomes(await runBulk(await ask(staff, email)))).toEqual({
      'Lee Dental': 'Unsubscribed from bulk email.',
    });
    expect((await staff.get(`/users/${practice}`)).body.user.unsubscribedAt).not.toBeNull();
    await staff.post(`/users/${practice}/send-email`, { subject: 'To you', text: 'Hello Lee' });
    await deliverAll();
    expect(findMail(address)).toContain('Hello Lee');

    await staff.post(`/users/${practice}/resubscribe`, { reason: 'Asked by phone' });
    expect(await getOutcomes(await runBulk(await ask(staff, email)))).toEqual({ 'Lee Dental': 'done' });
    await admin.post(`/users/${ann}/restore`);
    const { activities } = (await admin.get(`/users/${ann}/activities`)).body;
    expect(activities.map(({ type }: { type: string }) => type)).toContain('customer.resubscribed');
  });

  it('stops bulk email queued for another customer with the address', async () => {
    const address = `lee-${workspaceId}@clients.test`;
    const ann = await make('Ann Lee');
    await staff.patch(`/users/${ann}`, {
      version: 1,
      contactPoints: [{ kind: 'email', label: '', value: address }],
    });
    await make('Lee Dental', { email: address });
    const run = await runBulk(await ask(staff, email));
    await staff.post(`/users/${ann}/unsubscribe`);
    await deliverAll();
    expect(await getOutcomes(run)).toMatchObject({
      'Lee Dental': 'Not sent: the customer has unsubscribed from bulk email.',
    });
  });
});
