import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { newId } from '#lib/ids.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let fixture: MailFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createMailFixture(api);
  // Each test searches for its own words in all tables.
  const letters = newId()
    .slice(-8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
  secret = `Quill${letters}`;
  patient = `Patient: Ruth ${secret}, SSN ${ssn}. The balance is $412.`;
});

let secret: string;
const ssn = '512-33-9087';
let patient: string;
const line = 'Quarantined: this message may contain patient information (SSN, patient details).';

const postMail = async (raw: string) =>
  api.guest.upload(fixture.inboundPath, raw, { headers: { 'content-type': 'message/rfc822' } });
const receiveMail = async (headers: Record<string, string> = {}, body: string = patient) => {
  await postMail(createRawMail({ From: fixture.address, Subject: `About ${secret}`, ...headers }, body));
  return (await fixture.admin.get(`/users/${fixture.customerId}/emails`)).body.emails[0];
};
const withAttachment = (content: string) => ({
  headers: { 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=b' },
  body: `--b\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n--b\r\nContent-Type: text/csv; name=list.csv\r\nContent-Disposition: attachment; filename=list.csv\r\n\r\n${content}\r\n--b--`,
});
const open = (id: string, caller = fixture.admin) => caller.post(`/quarantines/${id}/open`);
const release = (id: string, version = 1, caller = fixture.admin) =>
  caller.post(`/quarantines/${id}/release`, { version, reason: 'Sent by mistake, deleted at the clinic' });
const addNote = async (body: string, caller = fixture.staff) =>
  (await caller.post(`/users/${fixture.customerId}/notes`, { body })).body.note;

/** Every table with a row of this workspace, or a job, that contains the text. */
async function listTablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`.execute(api.db);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.raw(name)} AS t WHERE t::text ILIKE ${`%${text}%`}`.execute(
      api.db,
    );
    if ((hits[0]?.count ?? 0) > 0) found.push(name.replace('public.', ''));
  }
  return found;
}

/** The responses of all endpoints that show or find emails and notes. */
async function readEverywhere(): Promise<string> {
  const { staff, admin, customerId } = fixture;
  const paths = [
    `/users/${customerId}/emails`,
    `/users/${customerId}/emails?q=${secret}`,
    `/users/${customerId}/notes`,
    `/users/${customerId}/activities`,
    `/emails/search?q=${secret}`,
    `/search?q=${secret}`,
    `/search?q=${ssn}`,
    '/dashboard/unanswered',
    '/dashboard/activities',
    '/notifications',
    '/triage',
    '/quarantines',
    '/audit',
  ];
  const answers: string[] = [];
  for (const caller of [staff, admin])
    for (const path of paths) {
      const { status, body } = await caller.get(path);
      if (![200, 403].includes(status)) throw new Error(`${path}: ${String(status)} ${JSON.stringify(body)}`);
      answers.push(JSON.stringify(body));
    }
  return answers.join('\n');
}

describe('a message with patient information', () => {
  it('stays in its conversation as one line, and its content is stored in the quarantine only', async () => {
    const { headers, body } = withAttachment(`Name,SSN\r\nRuth ${secret},${ssn}`);
    const email = await receiveMail({ ...headers, Subject: 'The list' }, body);
    expect(email).toMatchObject({
      subject: 'Quarantined message',
      text: 'Quarantined: this message may contain patient information (SSN).',
      hasHtml: false,
      attachments: [],
      quarantineId: expect.any(String),
    });
    const note = await addNote(patient);
    expect(note).toMatchObject({
      body: 'Quarantined: this note may contain patient information (SSN, patient details).',
      quarantineId: expect.any(String),
    });
    await receiveMail();
    expect(await listTablesWith(secret)).toEqual(['quarantines']);
  });

  it('is in no list, search, timeline, dashboard, notification, or log', async () => {
    await receiveMail();
    await addNote(patient);
    const answers = await readEverywhere();
    expect(answers).toContain(line);
    expect(answers).not.toContain(secret);
    expect(answers).not.toContain(ssn);
  });

  it('keeps the raw email as it came, and gives no file of it to anybody', async () => {
    const { headers, body } = withAttachment(patient);
    const email = await receiveMail(headers, body);
    const files = await api.db
      .selectFrom('files')
      .select(['id', 'purpose', 'size_bytes'])
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    expect(files.map(({ purpose }) => purpose).toSorted()).toEqual(['attachment', 'raw-mail']);
    for (const { id } of files)
      for (const caller of [fixture.staff, fixture.admin])
        expect((await caller.post(`/files/${id}/ticket`)).status).toBe(404);
    const html = await fixture.admin.post(`/emails/${email.id}/html-ticket`, { withRemoteImages: false });
    expect(html.status).toBe(422);
  });

  it('finds it in the HTML form and in the subject as well', async () => {
    const html = await receiveMail(
      { 'MIME-Version': '1.0', 'Content-Type': 'text/html', Subject: 'Hello' },
      `<p>The SSN is <b>${ssn}</b></p>`,
    );
    expect(html.text).toContain('(SSN)');
    expect((await receiveMail({ Subject: `MRN 448812 for patient Ruth Vale` }, 'See above.')).text).toContain(
      'medical record number',
    );
    expect((await receiveMail({ Subject: 'Tour' }, 'Can we visit on Friday?')).quarantineId).toBeNull();
  });

  it('is opened by an administrator or the broker, recorded in the audit log', async () => {
    const { quarantineId } = await receiveMail();
    expect(await open(quarantineId, fixture.staff)).toMatchObject({ status: 403 });
    expect(await open(quarantineId)).toMatchObject({
      status: 200,
      body: {
        quarantine: { state: 'waiting', record: { name: 'Ann Abbott' }, abilities: { canRelease: true } },
        content: {
          subject: `About ${secret}`,
          text: expect.stringContaining(patient),
          findings: expect.arrayContaining([{ kind: 'ssn', part: 'text', excerpt: '•••-••-••••' }]),
        },
      },
    });
    const entries = await api.db
      .selectFrom('audit_entries')
      .select(['subject_id', 'detail'])
      .where('workspace_id', '=', fixture.workspaceId)
      .where('action', '=', 'openQuarantine')
      .execute();
    expect(entries).toMatchObject([{ subject_id: quarantineId, detail: { kinds: ['ssn', 'patient'] } }]);
    const broker = await api.signIn({ role: 'STAFF', workspaceId: fixture.workspaceId });
    await api.db
      .updateTable('customers')
      .set({ broker_id: broker.userId })
      .where('workspace_id', '=', fixture.workspaceId)
      .where('id', '=', fixture.customerId)
      .execute();
    expect(await open(quarantineId, broker)).toMatchObject({ status: 200 });
  });

  it('is listed by a customer whom the reader may see', async () => {
    const { id } = await receiveMail();
    const { workspaceId, staff } = fixture;
    const own = await api.makeCustomer(workspaceId, { name: 'Own Customer', brokerId: staff.userId });
    await sql`INSERT INTO message_customers (workspace_id, message_id, customer_id, created_at)
      VALUES (${workspaceId}, ${id}, ${own}, now())`.execute(api.db);
    const record = async () => (await staff.get('/quarantines')).body.quarantines[0].record;
    expect(await record()).toMatchObject({ id: fixture.customerId });
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    expect(await record()).toEqual({ type: 'customer', id: own, name: 'Own Customer' });
  });

  it('can be read, found, and downloaded once released, with a log of who released it', async () => {
    const { headers, body } = withAttachment(patient);
    const { quarantineId, id } = await receiveMail(headers, body);
    const { content } = (await open(quarantineId)).body;
    expect(content.text).toBe(`See the file.\n\nlist.csv\n\n${patient}`);
    expect(content.findings[0]).toMatchObject({ part: 'attachment', place: 'list.csv' });
    expect(
      (await fixture.staff.post(`/quarantines/${quarantineId}/release`, { version: 1, reason: 'x' })).status,
    ).toBe(403);
    expect(
      (await fixture.admin.post(`/quarantines/${quarantineId}/release`, { version: 1, reason: ' ' })).status,
    ).toBe(400);
    expect(await release(quarantineId, 7)).toMatchObject({ status: 409 });
    expect(await release(quarantineId)).toMatchObject({
      status: 200,
      body: {
        quarantine: { state: 'released', decision: { reason: 'Sent by mistake, deleted at the clinic' } },
      },
    });
    const { emails } = (await fixture.staff.get(`/users/${fixture.customerId}/emails?q=${secret}`)).body;
    expect(emails).toMatchObject([
      { id, subject: `About ${secret}`, quarantineId: null, attachments: [{ name: 'list.csv' }], version: 2 },
    ]);
    expect((await fixture.staff.get(`/emails/search?q=${secret}`)).body.total).toBe(1);
    expect(
      JSON.stringify((await fixture.staff.get(`/users/${fixture.customerId}/activities`)).body),
    ).toContain(secret);
    expect((await fixture.staff.post(`/files/${emails[0].attachments[0].id}/ticket`)).status).toBe(201);
    const thread = await api.db
      .selectFrom('threads')
      .select('subject')
      .where('workspace_id', '=', fixture.workspaceId)
      .executeTakeFirstOrThrow();
    expect(thread.subject).toBe(`About ${secret}`);
    expect(await listTablesWith(secret)).not.toContain('quarantines');
    expect(await release(quarantineId, 2)).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN' } });
    const log = (await fixture.staff.get('/quarantines?state=released')).body;
    expect(log).toMatchObject({
      total: 1,
      quarantines: [{ id: quarantineId, decision: { by: expect.any(String) } }],
    });
  });

  it('stays quarantined after a review, and can still be released', async () => {
    const { quarantineId } = await receiveMail();
    const keep = await fixture.admin.post(`/quarantines/${quarantineId}/keep`, {
      version: 1,
      reason: 'Real SSN',
    });
    expect(keep).toMatchObject({ status: 200, body: { quarantine: { state: 'kept', version: 2 } } });
    expect((await fixture.admin.get('/quarantines')).body.total).toBe(0);
    expect((await fixture.admin.get('/quarantines?state=kept')).body.total).toBe(1);
    expect(await readEverywhere()).not.toContain(ssn);
    expect(await release(quarantineId, 2)).toMatchObject({ status: 200 });
  });

  it('waits in triage when its sender is unknown', async () => {
    await postMail(createRawMail({ From: 'nobody@elsewhere.test', Subject: 'Chart' }, patient));
    const [mail] = (await fixture.admin.get('/triage')).body.mails;
    expect(mail).toMatchObject({ text: line, snippet: line, quarantineId: expect.any(String) });
    const { quarantines } = (await fixture.admin.get('/quarantines')).body;
    expect(quarantines).toMatchObject([
      { id: mail.quarantineId, from: 'nobody@elsewhere.test', record: null },
    ]);
    expect(await release(mail.quarantineId)).toMatchObject({ status: 200 });
    expect((await fixture.admin.get('/triage')).body.mails[0].text).toContain(secret);
  });
});

describe('a message that a client writes', () => {
  it('is quarantined too, and released to both sides', async () => {
    const { workspaceId, customerId } = fixture;
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
    const written = await client.post(`/users/${customerId}/messages`, { subject: 'Hello', text: patient });
    expect(written.body.email).toMatchObject({ text: line, quarantineId: null });
    const { quarantines } = (await fixture.admin.get('/quarantines')).body;
    expect(quarantines).toMatchObject([{ record: { type: 'customer', id: customerId } }]);
    expect((await open(quarantines[0].id, client)).status).toBe(404);
    expect((await release(quarantines[0].id)).status).toBe(200);
    const { emails } = (await client.get(`/users/${customerId}/emails`)).body;
    expect(emails).toMatchObject([{ subject: 'Hello', text: patient }]);
  });
});

describe('a note with patient information', () => {
  it('is opened and edited by its author, who cannot release it', async () => {
    const { id, quarantineId } = await addNote(patient);
    expect(await open(quarantineId, fixture.staff)).toMatchObject({
      status: 200,
      body: { quarantine: { abilities: { canOpen: true, canRelease: false } }, content: { text: patient } },
    });
    expect((await release(quarantineId, 1, fixture.staff)).status).toBe(403);
    const { body } = await fixture.staff.patch(`/notes/${id}`, { version: 1, body: 'The balance is $412.' });
    expect(body.note).toMatchObject({ body: 'The balance is $412.', quarantineId: null });
    expect(await listTablesWith(secret)).toEqual([]);
    expect((await fixture.staff.get('/quarantines?state=edited')).body.total).toBe(1);
    expect(await open(quarantineId)).toMatchObject({ status: 422 });
  });

  it('is scanned again with each edit', async () => {
    const { id } = await addNote('Call back on Monday.');
    const edited = (await fixture.staff.patch(`/notes/${id}`, { version: 1, body: patient })).body.note;
    expect(edited.body).toMatch(/^Quarantined: this note/);
    const { quarantineId } = edited;
    await fixture.admin.post(`/quarantines/${quarantineId}/keep`, { version: 1, reason: 'Real' });
    const again = (await fixture.staff.patch(`/notes/${id}`, { version: 2, body: `MRN 448812 ${secret}` }))
      .body.note;
    expect(again).toMatchObject({ body: expect.stringContaining('medical record number'), quarantineId });
    // A form that sends the placeholder back changes nothing.
    await fixture.staff.patch(`/notes/${id}`, { version: 3, body: again.body });
    expect((await open(quarantineId)).body).toMatchObject({
      quarantine: { state: 'waiting', kinds: ['record-number'] },
      content: { text: `MRN 448812 ${secret}` },
    });
  });

  it('notifies those it mentions when it is released', async () => {
    const mentioned = `${patient} @[Ada Admin](${fixture.admin.userId})`;
    const { quarantineId } = await addNote(mentioned);
    const mentions = () =>
      api.db
        .selectFrom('notifications')
        .select('title')
        .where('workspace_id', '=', fixture.workspaceId)
        .where('type', '=', 'mention')
        .execute();
    expect(await mentions()).toEqual([]);
    const broker = await api.signIn({ role: 'ADMIN', workspaceId: fixture.workspaceId });
    expect(await release(quarantineId, 1, broker)).toMatchObject({ status: 200 });
    expect(await mentions()).toEqual([{ title: 'Sam Staff mentioned you in a note on Ann Abbott' }]);
    expect((await fixture.staff.get(`/users/${fixture.customerId}/notes`)).body.notes).toMatchObject([
      { body: mentioned, quarantineId: null },
    ]);
  });
});
