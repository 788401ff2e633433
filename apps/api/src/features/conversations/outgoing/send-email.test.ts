import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailFixture } from '#test/mail/mail-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { allJobs } from '#registry.ts';
import { newId } from '#lib/ids.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(allJobs(api.booted.platform), { isWorker: false });
});
afterAll(() => api.close());

const mail = { subject: 'Your practice', text: 'Hello Ann' };

describe('writing an e-mail', () => {
  it('queues it to the customer with its activity and its job', async () => {
    const desk = await createMailFixture(api);
    const answer = await desk.staff.post(`/users/${desk.customerId}/send-email`, {
      ...mail,
      cc: ['bo@x.test', desk.address.toUpperCase()],
      bcc: ['bo@x.test', 'cy@x.test'],
    });
    expect(answer.status).toBe(202);
    expect(answer.body.email).toMatchObject({
      status: 'queued',
      direction: 'outbound',
      to: [desk.address],
      cc: ['bo@x.test'],
      bcc: ['cy@x.test'],
      subject: 'Your practice',
      text: 'Hello Ann',
      hasHtml: false,
      author: { id: desk.staff.userId, displayName: 'Sam Staff' },
    });
    const row = await api.db
      .selectFrom('messages')
      .selectAll()
      .where('workspace_id', '=', desk.workspaceId)
      .executeTakeFirstOrThrow();
    expect(row.message_id).toBe(`<${row.id}@crm.test>`);
    expect(row.from_address).toMatch(/@crm\.test$/);
    const timeline = await desk.staff.get(`/users/${desk.customerId}/activities?type=emails`);
    expect(timeline.body.activities).toMatchObject([
      { type: 'email.queued', subject: { kind: 'message', id: row.id, label: 'Your practice' } },
    ]);
    const customer = await desk.staff.get(`/users/${desk.customerId}`);
    expect(customer.body.user.counts.emails).toBe(1);
  });

  it('makes HTML safe on the way out, and its plain text from it', async () => {
    const desk = await createMailFixture(api);
    const { body } = await desk.staff.post(`/users/${desk.customerId}/send-email`, {
      subject: 'a',
      html: '<p onclick="x()">Hello <b>Ann</b></p><script>alert(1)</script><img src="https://x.test/a.png">',
    });
    expect(body.email).toMatchObject({ text: 'Hello Ann', hasHtml: true, hasRemoteImages: true });
    const row = await api.db
      .selectFrom('messages')
      .select('html')
      .where('workspace_id', '=', desk.workspaceId)
      .executeTakeFirstOrThrow();
    expect(row.html).toBe('<p>Hello <b>Ann</b></p><img src="https://x.test/a.png" alt="" />');
  });

  it('goes to any of the customer’s addresses and to no other', async () => {
    const desk = await createMailFixture(api);
    await api.db
      .insertInto('customer_emails')
      .values({
        workspace_id: desk.workspaceId,
        customer_id: desk.customerId,
        position: 0,
        email: 'Ann@home.test',
        email_key: 'ann@home.test',
      })
      .execute();
    const own = await desk.staff.post(`/users/${desk.customerId}/send-email`, {
      ...mail,
      to: 'ann@HOME.test',
    });
    expect(own.body.email.to).toEqual(['Ann@home.test']);
    const other = await desk.staff.post(`/users/${desk.customerId}/send-email`, {
      ...mail,
      to: 'somebody@else.test',
    });
    expect(other).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN', errors: [{ path: 'to' }] } });
  });

  it('says that a customer has no address', async () => {
    const desk = await createMailFixture(api);
    const nameless = await api.makeCustomer(desk.workspaceId, { email: null });
    const answer = await desk.staff.post(`/users/${nameless}/send-email`, mail);
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'to', message: expect.stringContaining('no e-mail address') }] },
    });
  });

  it('can still write to somebody who is banned', async () => {
    const desk = await createMailFixture(api);
    const { body } = await desk.admin.get(`/users/${desk.customerId}`);
    await desk.admin.post(`/users/${desk.customerId}/ban`, { version: body.user.version, reason: 'test' });
    expect((await desk.staff.post(`/users/${desk.customerId}/send-email`, mail)).status).toBe(202);
  });

  it.each([
    ['nothing written', { subject: 'a' }, 'text'],
    ['HTML without content', { subject: 'a', html: '<script>1</script>' }, 'text'],
    ['HTML without end', { subject: 'a', html: '<i>'.repeat(20_001) }, 'html'],
    ['a subject of two lines', { ...mail, subject: 'a\r\nBcc: x@y.test' }, 'subject'],
    ['a copy to no address', { ...mail, cc: ['x@y.test, z@y.test'] }, 'cc.0'],
    ['a time in the past', { ...mail, scheduledAt: '2020-01-01T00:00:00Z' }, 'scheduledAt'],
    ['a time too far off', { ...mail, scheduledAt: '2999-01-01T00:00:00Z' }, 'scheduledAt'],
  ])('refuses %s', async (_name, input, path) => {
    const desk = await createMailFixture(api);
    const answer = await desk.staff.post(`/users/${desk.customerId}/send-email`, input);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', errors: [{ path }] } });
    expect(
      await api.db.selectFrom('messages').select('id').where('workspace_id', '=', desk.workspaceId).execute(),
    ).toEqual([]);
  });

  it('attaches what its sender uploaded, and nothing else', async () => {
    const desk = await createMailFixture(api);
    const upload = async (caller = desk.staff): Promise<string> =>
      (await caller.upload('/files?name=a.txt', 'file bytes')).body.file.id;
    const mine = await upload();
    const answer = await desk.staff.post(`/users/${desk.customerId}/send-email`, {
      ...mail,
      attachments: [mine, mine],
    });
    expect(answer.body.email.attachments).toMatchObject([{ id: mine, name: 'a.txt', sizeBytes: 10 }]);
    const elsewhere = await createMailFixture(api);
    for (const foreign of [await upload(desk.admin), await upload(elsewhere.staff), newId()]) {
      const refused = await desk.staff.post(`/users/${desk.customerId}/send-email`, {
        ...mail,
        attachments: [foreign],
      });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'attachments' }] } });
    }
  });

  it('refuses attachments of more than 25 MB in all', async () => {
    const desk = await createMailFixture(api);
    const id = (await desk.staff.upload('/files?name=a.txt', 'file bytes')).body.file.id;
    await api.db
      .updateTable('files')
      .set({ size_bytes: 25 * 1024 * 1024 + 1 })
      .where('workspace_id', '=', desk.workspaceId)
      .where('id', '=', id)
      .execute();
    const answer = await desk.staff.post(`/users/${desk.customerId}/send-email`, {
      ...mail,
      attachments: [id],
    });
    expect(answer).toMatchObject({ status: 413, body: { errors: [{ path: 'attachments' }] } });
  });

  it('answers in the thread of a message with this customer only', async () => {
    const desk = await createMailFixture(api);
    const other = await api.makeCustomer(desk.workspaceId);
    const first = (await desk.staff.post(`/users/${desk.customerId}/send-email`, mail)).body.email;
    const reply = (
      await desk.staff.post(`/users/${desk.customerId}/send-email`, { ...mail, inReplyTo: first.id })
    ).body.email;
    expect(reply.threadId).toBe(first.threadId);
    const row = await api.db
      .selectFrom('messages')
      .select(['in_reply_to', 'reference_ids'])
      .where('workspace_id', '=', desk.workspaceId)
      .where('id', '=', reply.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ in_reply_to: `<${first.id}@crm.test>`, reference_ids: [`<${first.id}@crm.test>`] });
    for (const [customerId, inReplyTo] of [
      [other, first.id],
      [desk.customerId, newId()],
    ]) {
      const refused = await desk.staff.post(`/users/${String(customerId)}/send-email`, {
        ...mail,
        inReplyTo,
      });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'inReplyTo' }] } });
    }
  });

  it('sends once for one idempotency key', async () => {
    const desk = await createMailFixture(api);
    const headers = { 'idempotency-key': newId() };
    const first = await desk.staff.post(`/users/${desk.customerId}/send-email`, mail, { headers });
    const second = await desk.staff.post(`/users/${desk.customerId}/send-email`, mail, { headers });
    expect(second.body).toEqual(first.body);
    expect((await desk.staff.get(`/users/${desk.customerId}/emails`)).body.total).toBe(1);
  });
});

describe('canceling and sending again', () => {
  it('cancels what has not left, once', async () => {
    const desk = await createMailFixture(api);
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const { email } = (
      await desk.staff.post(`/users/${desk.customerId}/send-email`, { ...mail, scheduledAt })
    ).body;
    expect(email).toMatchObject({ status: 'scheduled', scheduledAt });
    const canceled = await desk.staff.post(`/emails/${email.id}/cancel`);
    expect(canceled).toMatchObject({ status: 200, body: { email: { status: 'canceled' } } });
    expect(await desk.staff.post(`/emails/${email.id}/cancel`)).toMatchObject({
      status: 422,
      body: { code: 'RULE_BROKEN' },
    });
    expect(await desk.staff.post(`/emails/${email.id}/resend`)).toMatchObject({ status: 422 });
  });

  it.each(['failed', 'uncertain', 'undelivered'] as const)('sends what is %s again', async (status) => {
    const desk = await createMailFixture(api);
    const { email } = (await desk.staff.post(`/users/${desk.customerId}/send-email`, mail)).body;
    await api.db
      .updateTable('messages')
      .set({ status, status_detail: 'x', attempts: 9 })
      .where('workspace_id', '=', desk.workspaceId)
      .where('id', '=', email.id)
      .execute();
    const answer = await desk.staff.post(`/emails/${email.id}/resend`);
    expect(answer).toMatchObject({
      status: 202,
      body: { email: { status: 'queued', statusDetail: null, version: email.version + 1 } },
    });
  });

  it.each(['scheduled', 'queued', 'sent', 'received', 'canceled'] as const)(
    'does not send again what is %s',
    async (status) => {
      const desk = await createMailFixture(api);
      const { email } = (await desk.staff.post(`/users/${desk.customerId}/send-email`, mail)).body;
      await api.db
        .updateTable('messages')
        .set({ status })
        .where('workspace_id', '=', desk.workspaceId)
        .where('id', '=', email.id)
        .execute();
      expect(await desk.staff.post(`/emails/${email.id}/resend`)).toMatchObject({
        status: 422,
        body: { code: 'RULE_BROKEN' },
      });
    },
  );
});
