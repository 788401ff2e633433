import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { listJobs } from '#registry.ts';
import { openFile } from '#platform/files/files.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

const listMessages = (fixture: MailFixture) =>
  api.db
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', fixture.workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

const postMail = (fixture: MailFixture, raw: string | Buffer, contentType = 'message/rfc822') =>
  api.guest.upload(fixture.inboundPath, raw, { headers: { 'content-type': contentType } });

async function listConversationMessages(fixture: MailFixture, customerId = fixture.customerId) {
  return (await fixture.staff.get(`/users/${customerId}/emails`)).body.emails;
}

/** An email that was sent from the workspace. */
async function sendEmail(fixture: MailFixture, customerId = fixture.customerId) {
  const { email } = (
    await fixture.staff.post(`/users/${customerId}/send-email`, { subject: 'Your practice', text: 'Hello' })
  ).body;
  await api.db
    .updateTable('messages')
    .set({ status: 'sent' })
    .where('workspace_id', '=', fixture.workspaceId)
    .where('id', '=', email.id)
    .execute();
  return { ...email, messageId: `<${String(email.id)}@crm.test>` };
}

describe('incoming mail', () => {
  it('starts a conversation with the customer who has the sender’s address', async () => {
    const fixture = await createMailFixture(api);
    const raw = createRawMail(
      {
        From: `"Ann A." <${fixture.address.toUpperCase()}>`,
        To: 'office@crm.test',
        Cc: 'bo@x.test',
        Subject: 'A question',
      },
      'How much?',
    );
    expect(await postMail(fixture, raw)).toMatchObject({ status: 202, body: { result: 'filed' } });
    const [email] = await listConversationMessages(fixture);
    expect(email).toMatchObject({
      direction: 'inbound',
      status: 'received',
      subject: 'A question',
      from: { name: 'Ann A.' },
      to: ['office@crm.test'],
      cc: ['bo@x.test'],
      text: 'How much?\n',
      hasHtml: false,
      author: null,
    });
    const timeline = await fixture.staff.get(`/users/${fixture.customerId}/activities?type=emails`);
    expect(timeline.body.activities).toMatchObject([
      { type: 'email.received', actor: null, subject: { id: email.id } },
    ]);
    expect((await fixture.staff.get(`/users/${fixture.customerId}`)).body.user.counts.emails).toBe(1);
  });

  it('is recorded in the audit log', async () => {
    const fixture = await createMailFixture(api);
    await postMail(fixture, createRawMail({ From: fixture.address }));
    const [message] = await listMessages(fixture);
    const entries = await api.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'subject_id', 'detail'])
      .where('workspace_id', '=', fixture.workspaceId)
      .where('action', '=', 'receiveEmail')
      .execute();
    expect(entries).toEqual([{ actor_id: null, subject_id: message?.id, detail: { result: 'filed' } }]);
  });

  it('keeps the original as it came', async () => {
    const fixture = await createMailFixture(api);
    const raw = createRawMail({ From: fixture.address });
    await postMail(fixture, raw);
    const [message] = await listMessages(fixture);
    const file = await api.db
      .selectFrom('files')
      .selectAll()
      .where('workspace_id', '=', fixture.workspaceId)
      .where('id', '=', String(message?.raw_file_id))
      .executeTakeFirstOrThrow();
    expect(file).toMatchObject({
      purpose: 'raw-mail',
      content_type: 'message/rfc822',
      sha256: createHash('sha256').update(raw).digest('hex'),
    });
    expect(
      Buffer.concat(await (await openFile(api.booted.platform.storage, file)).toArray()).toString(),
    ).toBe(raw);
  });

  it('joins the thread of any referenced message, regardless of the sender’s address', async () => {
    const fixture = await createMailFixture(api);
    const ours = await sendEmail(fixture);
    const private_ = 'ann@private.test';
    expect(
      (
        await postMail(
          fixture,
          createRawMail({ From: private_, Subject: 'Re: 1', 'In-Reply-To': ours.messageId }),
        )
      ).body.result,
    ).toBe('filed');
    expect(
      (
        await postMail(
          fixture,
          createRawMail({
            From: private_,
            Subject: 'Re: 2',
            References: `${String(ours.messageId)} <unknown@x.test>`,
            'In-Reply-To': '<unknown@x.test>',
          }),
        )
      ).body.result,
    ).toBe('filed');
    expect(
      (await listConversationMessages(fixture)).map((email: { subject: string; threadId: string }) => [
        email.subject,
        email.threadId,
      ]),
    ).toEqual([
      ['Re: 2', ours.threadId],
      ['Re: 1', ours.threadId],
      ['Your practice', ours.threadId],
    ]);
  });

  it('stays in one thread over several replies', async () => {
    const fixture = await createMailFixture(api);
    const ours = await sendEmail(fixture);
    await postMail(
      fixture,
      createRawMail({
        From: fixture.address,
        Subject: 'Re: 1',
        'Message-ID': '<theirs@x.test>',
        'In-Reply-To': ours.messageId,
      }),
    );
    await postMail(
      fixture,
      createRawMail({ From: 'somebody@x.test', Subject: 'Re: 2', 'In-Reply-To': '<theirs@x.test>' }),
    );
    const emails = await listConversationMessages(fixture);
    expect(new Set(emails.map((email: { threadId: string }) => email.threadId)).size).toBe(1);
    expect(emails).toHaveLength(3);
  });

  it('appears in the conversations of both the sender and the original recipient', async () => {
    const fixture = await createMailFixture(api);
    const other = await api.makeCustomer(fixture.workspaceId, { email: 'bo@clients.test' });
    const ours = await sendEmail(fixture);
    await postMail(
      fixture,
      createRawMail({ From: 'bo@clients.test', Subject: 'From Bo', 'In-Reply-To': ours.messageId }),
    );
    expect((await listConversationMessages(fixture))[0]).toMatchObject({ subject: 'From Bo' });
    expect(await listConversationMessages(fixture, other)).toMatchObject([{ subject: 'From Bo' }]);
  });

  it('appears under every active customer with the address, main or additional', async () => {
    const fixture = await createMailFixture(api);
    const shared = await api.makeCustomer(fixture.workspaceId, { email: fixture.address });
    const further = await api.makeCustomer(fixture.workspaceId, { email: null });
    const deleted = await api.makeCustomer(fixture.workspaceId, { email: fixture.address });
    await api.db
      .insertInto('customer_contact_points')
      .values({
        workspace_id: fixture.workspaceId,
        customer_id: further,
        position: 0,
        value: fixture.address,
        value_key: fixture.address,
      })
      .execute();
    await fixture.admin.delete(`/users/${deleted}`);
    await postMail(fixture, createRawMail({ From: fixture.address, Subject: 'All of us' }));
    const links = await api.db
      .selectFrom('message_customers')
      .select('customer_id')
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    expect(links.map((link) => link.customer_id).toSorted()).toEqual(
      [fixture.customerId, shared, further].toSorted(),
    );
  });

  it('goes to triage when more than 50 customers have the address', async () => {
    const fixture = await createMailFixture(api);
    const email = 'office@group.test';
    for (let count = 0; count < 50; count += 1) await api.makeCustomer(fixture.workspaceId, { email });
    const receive = async () => (await postMail(fixture, createRawMail({ From: email }))).body.result;
    expect(await receive()).toBe('filed');
    await api.makeCustomer(fixture.workspaceId, { email });
    expect(await receive()).toBe('triage');
  });

  it('goes to triage when the name of the sender’s address says that programs use it', async () => {
    const fixture = await createMailFixture(api);
    const form = 'noreply@forms.test';
    await api.makeCustomer(fixture.workspaceId, { email: form });
    expect((await postMail(fixture, createRawMail({ From: form }))).body.result).toBe('triage');
  });

  it.each([
    ['Reply-To', 'assistant@x.test'],
    ['Auto-Submitted', 'auto-generated'],
  ])('is filed with the customer whose address it comes from, also with %s: %s', async (name, value) => {
    const fixture = await createMailFixture(api);
    const mail = createRawMail({ From: fixture.address, [name]: value });
    expect((await postMail(fixture, mail)).body.result).toBe('filed');
  });

  it('goes to triage when the sender is unknown', async () => {
    const fixture = await createMailFixture(api);
    expect((await postMail(fixture, createRawMail({ From: 'stranger@x.test' }))).body.result).toBe('triage');
    expect(await listMessages(fixture)).toMatchObject([{ is_triage: true, from_address: 'stranger@x.test' }]);
    expect(await listConversationMessages(fixture)).toEqual([]);
  });

  it('does not join threads or customers of another workspace', async () => {
    const fixture = await createMailFixture(api);
    const elsewhere = await createMailFixture(api);
    const theirs = await sendEmail(elsewhere);
    expect(
      (await postMail(fixture, createRawMail({ From: elsewhere.address, 'In-Reply-To': theirs.messageId })))
        .body.result,
    ).toBe('triage');
    expect(await listConversationMessages(elsewhere)).toHaveLength(1);
  });

  it('is filed once when it arrives repeatedly', async () => {
    const fixture = await createMailFixture(api);
    const raw = createRawMail({ From: fixture.address });
    const withoutId = `From: ${fixture.address}\r\nSubject: no id\r\n\r\nHello\r\n`;
    const answers = await Promise.all([
      postMail(fixture, raw),
      postMail(fixture, raw),
      postMail(fixture, raw),
      postMail(fixture, withoutId),
      postMail(fixture, withoutId),
    ]);
    expect(answers.map((answer) => answer.body.result).toSorted()).toEqual([
      'duplicate',
      'duplicate',
      'duplicate',
      'filed',
      'filed',
    ]);
    expect(await listConversationMessages(fixture)).toHaveLength(2);
    const files = await api.db
      .selectFrom('files')
      .select('id')
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    expect(files).toHaveLength(2);
  });

  it('has downloadable attachments, without inline images', async () => {
    const fixture = await createMailFixture(api);
    const body = [
      '--x',
      'Content-Type: text/html',
      '',
      '<p>Hi <img src="cid:logo"></p>',
      '--x',
      'Content-Type: image/png',
      'Content-ID: <logo>',
      'Content-Disposition: inline; filename=logo.png',
      '',
      'PNG',
      '--x',
      'Content-Type: text/html',
      'Content-Disposition: attachment; filename="../../evil\u202Efdp.html"',
      '',
      '<script>alert(1)</script>',
      '--x--',
    ].join('\r\n');
    await postMail(
      fixture,
      createRawMail({ From: fixture.address, 'Content-Type': 'multipart/mixed; boundary=x' }, body),
    );
    const [email] = await listConversationMessages(fixture);
    expect(email).toMatchObject({ hasHtml: true, text: 'Hi', attachments: [{ sizeBytes: 25 }] });
    const [{ id, name }] = email.attachments;
    expect(name).toMatch(/^[^/\u202E]+\.html$/);
    const { ticket } = (await fixture.staff.post(`/files/${String(id)}/ticket`)).body;
    const download = await api.guest.get(String(ticket.url).replace('/api', ''));
    expect(download.text).toBe('<script>alert(1)</script>');
    expect(download.headers['content-disposition']).toMatch(/^attachment/);
  });
});

describe('rejected incoming mail', () => {
  it('includes mail with a wrong or replaced secret', async () => {
    const fixture = await createMailFixture(api);
    const raw = createRawMail({ From: fixture.address });
    expect((await api.guest.upload(`/inbound/${'A'.repeat(43)}`, raw)).status).toBe(404);
    const answer = await fixture.admin.post('/mailboxes/inbound-token');
    expect(answer.body.inbound.url).toMatch(/^http:\/\/localhost:3000\/api\/inbound\/[\w-]{43}$/);
    expect((await postMail(fixture, raw)).status).toBe(404);
    expect(
      (await api.guest.upload(new URL(answer.body.inbound.url).pathname.replace('/api', ''), raw)).status,
    ).toBe(202);
    const tokens = await api.db
      .selectFrom('inbound_tokens')
      .select('token_hash')
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    expect(tokens).toHaveLength(1);
    expect(JSON.stringify(tokens)).not.toContain(fixture.inboundPath.slice(-43));
  });

  it('includes mail that is empty, of another type, or too large', async () => {
    const fixture = await createMailFixture(api);
    expect(await postMail(fixture, '')).toMatchObject({ status: 400 });
    expect(await postMail(fixture, '{}', 'application/json')).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_MEDIA' },
    });
    expect(await postMail(fixture, Buffer.alloc(30 * 1024 * 1024 + 1, 'a'))).toMatchObject({ status: 413 });
    expect(await listMessages(fixture)).toEqual([]);
  });

  it('does not include unreadable mail, which goes to triage', async () => {
    const fixture = await createMailFixture(api);
    const nested = Array.from(
      { length: 3_000 },
      (_value, depth) =>
        `Content-Type: multipart/mixed; boundary=b${String(depth)}\r\n\r\n--b${String(depth)}\r\n`,
    ).join('');
    expect(await postMail(fixture, nested)).toMatchObject({ status: 202, body: { result: 'triage' } });
    expect(await postMail(fixture, nested)).toMatchObject({ status: 202, body: { result: 'duplicate' } });
    expect(await listMessages(fixture)).toMatchObject([
      { is_triage: true, subject: '(unreadable message)', raw_file_id: expect.any(String) },
    ]);
  });

  it('does not include malformed bytes', async () => {
    const fixture = await createMailFixture(api);
    const junk = [
      Buffer.from([0]),
      Buffer.from('\r\n\r\n'),
      Buffer.from('From: \0@\0\r\nSubject: =?x?q?\r\n\r\n\ud800'),
      Buffer.from(Array.from({ length: 5_000 }, (_value, index) => (index * 7919) % 256)),
    ];
    for (const bytes of junk)
      expect((await postMail(fixture, bytes, 'application/octet-stream')).status).toBe(202);
  });
});
