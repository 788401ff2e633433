import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, rawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { allJobs } from '#registry.ts';
import { openFile } from '#platform/files/files.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(allJobs(api.booted.platform), { isWorker: false });
});
afterAll(() => api.close());

const messagesOf = (desk: MailFixture) =>
  api.db
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', desk.workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

const post = (desk: MailFixture, raw: string | Buffer, contentType = 'message/rfc822') =>
  api.guest.upload(desk.inboundPath, raw, { headers: { 'content-type': contentType } });

async function conversationOf(desk: MailFixture, customerId = desk.customerId) {
  return (await desk.staff.get(`/users/${customerId}/emails`)).body.emails;
}

/** A message of ours that has left. */
async function sent(desk: MailFixture, customerId = desk.customerId) {
  const { email } = (
    await desk.staff.post(`/users/${customerId}/send-email`, { subject: 'Your practice', text: 'Hello' })
  ).body;
  await api.db
    .updateTable('messages')
    .set({ status: 'sent' })
    .where('workspace_id', '=', desk.workspaceId)
    .where('id', '=', email.id)
    .execute();
  return { ...email, messageId: `<${String(email.id)}@crm.test>` };
}

describe('mail that comes in', () => {
  it('starts a conversation with the customer whose address it comes from', async () => {
    const desk = await createMailFixture(api);
    const raw = rawMail(
      {
        From: `"Ann A." <${desk.address.toUpperCase()}>`,
        To: 'office@crm.test',
        Cc: 'bo@x.test',
        Subject: 'A question',
      },
      'How much?',
    );
    expect(await post(desk, raw)).toMatchObject({ status: 202, body: { result: 'filed' } });
    const [email] = await conversationOf(desk);
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
    const timeline = await desk.staff.get(`/users/${desk.customerId}/activities?type=emails`);
    expect(timeline.body.activities).toMatchObject([
      { type: 'email.received', actor: null, subject: { id: email.id } },
    ]);
    expect((await desk.staff.get(`/users/${desk.customerId}`)).body.user.counts.emails).toBe(1);
  });

  it('is in the audit log', async () => {
    const desk = await createMailFixture(api);
    await post(desk, rawMail({ From: desk.address }));
    const [message] = await messagesOf(desk);
    const entries = await api.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'subject_id', 'detail'])
      .where('workspace_id', '=', desk.workspaceId)
      .where('action', '=', 'receiveEmail')
      .execute();
    expect(entries).toEqual([{ actor_id: null, subject_id: message?.id, detail: { result: 'filed' } }]);
  });

  it('keeps the original as it came', async () => {
    const desk = await createMailFixture(api);
    const raw = rawMail({ From: desk.address });
    await post(desk, raw);
    const [message] = await messagesOf(desk);
    const file = await api.db
      .selectFrom('files')
      .selectAll()
      .where('workspace_id', '=', desk.workspaceId)
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

  it('lands in the thread it answers, by In-Reply-To or by any reference, whatever the sender’s address', async () => {
    const desk = await createMailFixture(api);
    const ours = await sent(desk);
    const private_ = 'ann@private.test';
    expect(
      (await post(desk, rawMail({ From: private_, Subject: 'Re: 1', 'In-Reply-To': ours.messageId }))).body
        .result,
    ).toBe('filed');
    expect(
      (
        await post(
          desk,
          rawMail({
            From: private_,
            Subject: 'Re: 2',
            References: `${String(ours.messageId)} <unknown@x.test>`,
            'In-Reply-To': '<unknown@x.test>',
          }),
        )
      ).body.result,
    ).toBe('filed');
    expect(
      (await conversationOf(desk)).map((email: { subject: string; threadId: string }) => [
        email.subject,
        email.threadId,
      ]),
    ).toEqual([
      ['Re: 2', ours.threadId],
      ['Re: 1', ours.threadId],
      ['Your practice', ours.threadId],
    ]);
  });

  it('keeps a thread together over several replies', async () => {
    const desk = await createMailFixture(api);
    const ours = await sent(desk);
    await post(
      desk,
      rawMail({
        From: desk.address,
        Subject: 'Re: 1',
        'Message-ID': '<theirs@x.test>',
        'In-Reply-To': ours.messageId,
      }),
    );
    await post(
      desk,
      rawMail({ From: 'somebody@x.test', Subject: 'Re: 2', 'In-Reply-To': '<theirs@x.test>' }),
    );
    const emails = await conversationOf(desk);
    expect(new Set(emails.map((email: { threadId: string }) => email.threadId)).size).toBe(1);
    expect(emails).toHaveLength(3);
  });

  it('joins the sender’s own conversation to the one that is answered', async () => {
    const desk = await createMailFixture(api);
    const other = await api.makeCustomer(desk.workspaceId, { email: 'bo@clients.test' });
    const ours = await sent(desk);
    await post(desk, rawMail({ From: 'bo@clients.test', Subject: 'From Bo', 'In-Reply-To': ours.messageId }));
    expect((await conversationOf(desk))[0]).toMatchObject({ subject: 'From Bo' });
    expect(await conversationOf(desk, other)).toMatchObject([{ subject: 'From Bo' }]);
  });

  it('belongs to every customer who shares the address, as their own or a further one, unless in the bin', async () => {
    const desk = await createMailFixture(api);
    const shared = await api.makeCustomer(desk.workspaceId, { email: desk.address });
    const further = await api.makeCustomer(desk.workspaceId, { email: null });
    const deleted = await api.makeCustomer(desk.workspaceId, { email: desk.address });
    await api.db
      .insertInto('customer_emails')
      .values({
        workspace_id: desk.workspaceId,
        customer_id: further,
        position: 0,
        email: desk.address,
        email_key: desk.address,
      })
      .execute();
    await desk.admin.delete(`/users/${deleted}`);
    await post(desk, rawMail({ From: desk.address, Subject: 'All of us' }));
    const links = await api.db
      .selectFrom('message_customers')
      .select('customer_id')
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
    expect(links.map((link) => link.customer_id).toSorted()).toEqual(
      [desk.customerId, shared, further].toSorted(),
    );
  });

  it('goes to triage when nobody knows its sender', async () => {
    const desk = await createMailFixture(api);
    expect((await post(desk, rawMail({ From: 'stranger@x.test' }))).body.result).toBe('triage');
    expect(await messagesOf(desk)).toMatchObject([{ is_triage: true, from_address: 'stranger@x.test' }]);
    expect(await conversationOf(desk)).toEqual([]);
  });

  it('does not mix with threads and customers of another workspace', async () => {
    const desk = await createMailFixture(api);
    const elsewhere = await createMailFixture(api);
    const theirs = await sent(elsewhere);
    expect(
      (await post(desk, rawMail({ From: elsewhere.address, 'In-Reply-To': theirs.messageId }))).body.result,
    ).toBe('triage');
    expect(await conversationOf(elsewhere)).toHaveLength(1);
  });

  it('is filed once, however often it comes', async () => {
    const desk = await createMailFixture(api);
    const raw = rawMail({ From: desk.address });
    const withoutId = `From: ${desk.address}\r\nSubject: no id\r\n\r\nHello\r\n`;
    const answers = await Promise.all([
      post(desk, raw),
      post(desk, raw),
      post(desk, raw),
      post(desk, withoutId),
      post(desk, withoutId),
    ]);
    expect(answers.map((answer) => answer.body.result).toSorted()).toEqual([
      'duplicate',
      'duplicate',
      'duplicate',
      'filed',
      'filed',
    ]);
    expect(await conversationOf(desk)).toHaveLength(2);
    const files = await api.db
      .selectFrom('files')
      .select('id')
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
    expect(files).toHaveLength(2);
  });

  it('brings its attachments, but not the images it shows, to download', async () => {
    const desk = await createMailFixture(api);
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
    await post(desk, rawMail({ From: desk.address, 'Content-Type': 'multipart/mixed; boundary=x' }, body));
    const [email] = await conversationOf(desk);
    expect(email).toMatchObject({ hasHtml: true, text: 'Hi', attachments: [{ sizeBytes: 25 }] });
    const [{ id, name }] = email.attachments;
    expect(name).toMatch(/^[^/\u202E]+\.html$/);
    const { ticket } = (await desk.staff.post(`/files/${String(id)}/ticket`)).body;
    const download = await api.guest.get(String(ticket.url).replace('/api', ''));
    expect(download.text).toBe('<script>alert(1)</script>');
    expect(download.headers['content-disposition']).toMatch(/^attachment/);
  });

  it('marks a message of ours that came back', async () => {
    const desk = await createMailFixture(api);
    const ours = await sent(desk);
    const report = [
      '--x',
      '',
      'Failed',
      '--x',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; x.test',
      '',
      `Final-Recipient: rfc822; ${desk.address}`,
      'Action: failed',
      'Status: 5.1.1',
      '--x',
      'Content-Type: message/rfc822',
      '',
      `Message-ID: ${String(ours.messageId)}`,
      '',
      'body',
      '--x--',
    ].join('\r\n');
    await post(
      desk,
      rawMail(
        {
          From: 'MAILER-DAEMON@x.test',
          'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x',
        },
        report,
      ),
    );
    const emails = await conversationOf(desk);
    expect(emails.find((email: { id: string }) => email.id === ours.id)).toMatchObject({
      status: 'sent',
      statusDetail: `Came back: it could not be delivered to ${desk.address} (5.1.1).`,
    });
    expect(emails[0]).toMatchObject({ direction: 'inbound', threadId: ours.threadId });
  });
});

describe('what should not come in', () => {
  it('is refused without the right secret, and after it was replaced', async () => {
    const desk = await createMailFixture(api);
    const raw = rawMail({ From: desk.address });
    expect((await api.guest.upload(`/inbound/${'A'.repeat(43)}`, raw)).status).toBe(404);
    const answer = await desk.admin.post('/mailboxes/inbound-token');
    expect(answer.body.inbound.url).toMatch(/^http:\/\/localhost:3000\/api\/inbound\/[\w-]{43}$/);
    expect((await post(desk, raw)).status).toBe(404);
    expect(
      (await api.guest.upload(new URL(answer.body.inbound.url).pathname.replace('/api', ''), raw)).status,
    ).toBe(202);
    const tokens = await api.db
      .selectFrom('inbound_tokens')
      .select('token_hash')
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
    expect(tokens).toHaveLength(1);
    expect(JSON.stringify(tokens)).not.toContain(desk.inboundPath.slice(-43));
  });

  it('is refused when it is empty, no mail, or too large', async () => {
    const desk = await createMailFixture(api);
    expect(await post(desk, '')).toMatchObject({ status: 400 });
    expect(await post(desk, '{}', 'application/json')).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_MEDIA' },
    });
    expect(await post(desk, Buffer.alloc(30 * 1024 * 1024 + 1, 'a'))).toMatchObject({ status: 413 });
    expect(await messagesOf(desk)).toEqual([]);
  });

  it('is kept and put to triage when it cannot be read', async () => {
    const desk = await createMailFixture(api);
    const nested = Array.from(
      { length: 3_000 },
      (_value, depth) =>
        `Content-Type: multipart/mixed; boundary=b${String(depth)}\r\n\r\n--b${String(depth)}\r\n`,
    ).join('');
    expect(await post(desk, nested)).toMatchObject({ status: 202, body: { result: 'triage' } });
    expect(await post(desk, nested)).toMatchObject({ status: 202, body: { result: 'duplicate' } });
    expect(await messagesOf(desk)).toMatchObject([
      { is_triage: true, subject: '(unreadable message)', raw_file_id: expect.any(String) },
    ]);
  });

  it('takes any bytes without failing', async () => {
    const desk = await createMailFixture(api);
    const junk = [
      Buffer.from([0]),
      Buffer.from('\r\n\r\n'),
      Buffer.from('From: \0@\0\r\nSubject: =?x?q?\r\n\r\n\ud800'),
      Buffer.from(Array.from({ length: 5_000 }, (_value, index) => (index * 7919) % 256)),
    ];
    for (const bytes of junk) expect((await post(desk, bytes, 'application/octet-stream')).status).toBe(202);
  });
});
