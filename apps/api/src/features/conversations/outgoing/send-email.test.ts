import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailFixture } from '#test/mail/mail-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listJobs } from '#registry.ts';
import { newId } from '#lib/ids.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

const mail = { subject: 'Your practice', text: 'Hello Ann' };

describe('sending an email', () => {
  it('queues the email with its activity and job', async () => {
    const fixture = await createMailFixture(api);
    const answer = await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
      ...mail,
      cc: ['bo@x.test', fixture.address.toUpperCase()],
      bcc: ['bo@x.test', 'cy@x.test'],
    });
    expect(answer.status).toBe(202);
    expect(answer.body.email).toMatchObject({
      status: 'queued',
      direction: 'outbound',
      to: [fixture.address],
      cc: ['bo@x.test'],
      bcc: ['cy@x.test'],
      subject: 'Your practice',
      text: 'Hello Ann',
      hasHtml: false,
      author: { id: fixture.staff.userId, displayName: 'Sam Staff' },
    });
    const row = await api.db
      .selectFrom('messages')
      .selectAll()
      .where('workspace_id', '=', fixture.workspaceId)
      .executeTakeFirstOrThrow();
    expect(row.message_id).toBe(`<${row.id}@crm.test>`);
    expect(row.from_address).toMatch(/@crm\.test$/);
    const timeline = await fixture.staff.get(`/users/${fixture.customerId}/activities?type=emails`);
    expect(timeline.body.activities).toMatchObject([
      { type: 'email.queued', subject: { kind: 'message', id: row.id, label: 'Your practice' } },
    ]);
    const customer = await fixture.staff.get(`/users/${fixture.customerId}`);
    expect(customer.body.user.counts.emails).toBe(1);
  });

  it('sanitizes the HTML and derives the plain text from it', async () => {
    const fixture = await createMailFixture(api);
    const { body } = await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
      subject: 'a',
      html: '<p onclick="x()">Hello <b>Ann</b></p><script>alert(1)</script><img src="https://x.test/a.png">',
    });
    expect(body.email).toMatchObject({ text: 'Hello Ann', hasHtml: true, hasRemoteImages: true });
    const row = await api.db
      .selectFrom('messages')
      .select('html')
      .where('workspace_id', '=', fixture.workspaceId)
      .executeTakeFirstOrThrow();
    expect(row.html).toBe('<p>Hello <b>Ann</b></p><img src="https://x.test/a.png" alt="" />');
  });

  it('accepts any address of the customer and no other', async () => {
    const fixture = await createMailFixture(api);
    await api.db
      .insertInto('customer_contact_points')
      .values({
        workspace_id: fixture.workspaceId,
        customer_id: fixture.customerId,
        position: 0,
        value: 'Ann@home.test',
        value_key: 'ann@home.test',
      })
      .execute();
    const own = await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
      ...mail,
      to: 'ann@HOME.test',
    });
    expect(own.body.email.to).toEqual(['Ann@home.test']);
    const other = await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
      ...mail,
      to: 'somebody@else.test',
    });
    expect(other).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN', errors: [{ path: 'to' }] } });
  });

  it('rejects a customer without an address', async () => {
    const fixture = await createMailFixture(api);
    const nameless = await api.makeCustomer(fixture.workspaceId, { email: null });
    const answer = await fixture.staff.post(`/users/${nameless}/send-email`, mail);
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'to', message: expect.stringContaining('no email address') }] },
    });
  });

  it('allows emailing a banned customer', async () => {
    const fixture = await createMailFixture(api);
    const { body } = await fixture.admin.get(`/users/${fixture.customerId}`);
    await fixture.admin.post(`/users/${fixture.customerId}/ban`, {
      version: body.user.version,
      reason: 'test',
    });
    expect((await fixture.staff.post(`/users/${fixture.customerId}/send-email`, mail)).status).toBe(202);
  });

  it.each([
    ['an empty message', { subject: 'a' }, 'text'],
    ['HTML without content', { subject: 'a', html: '<script>1</script>' }, 'text'],
    ['overlong HTML', { subject: 'a', html: '<i>'.repeat(20_001) }, 'html'],
    ['a subject of two lines', { ...mail, subject: 'a\r\nBcc: x@y.test' }, 'subject'],
    ['a control in a copy address', { ...mail, cc: ['a\u0085b@x.test'] }, 'cc.0'],
    ['an invalid copy address', { ...mail, cc: ['x@y.test, z@y.test'] }, 'cc.0'],
    ['a time in the past', { ...mail, scheduledAt: '2020-01-01T00:00:00Z' }, 'scheduledAt'],
    ['a time too far in the future', { ...mail, scheduledAt: '2999-01-01T00:00:00Z' }, 'scheduledAt'],
  ])('rejects %s', async (_name, input, path) => {
    const fixture = await createMailFixture(api);
    const answer = await fixture.staff.post(`/users/${fixture.customerId}/send-email`, input);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', errors: [{ path }] } });
    expect(
      await api.db
        .selectFrom('messages')
        .select('id')
        .where('workspace_id', '=', fixture.workspaceId)
        .execute(),
    ).toEqual([]);
  });

  it('attaches only the sender’s own uploads', async () => {
    const fixture = await createMailFixture(api);
    const upload = async (caller = fixture.staff): Promise<string> =>
      (await caller.upload('/files?name=a.txt', 'file bytes')).body.file.id;
    const mine = await upload();
    const answer = await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
      ...mail,
      attachments: [mine, mine],
    });
    expect(answer.body.email.attachments).toMatchObject([{ id: mine, name: 'a.txt', sizeBytes: 10 }]);
    const elsewhere = await createMailFixture(api);
    for (const foreign of [await upload(fixture.admin), await upload(elsewhere.staff), newId()]) {
      const refused = await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
        ...mail,
        attachments: [foreign],
      });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'attachments' }] } });
    }
  });

  it('rejects attachments over 25 MB in total', async () => {
    const fixture = await createMailFixture(api);
    const id = (await fixture.staff.upload('/files?name=a.txt', 'file bytes')).body.file.id;
    await api.db
      .updateTable('files')
      .set({ size_bytes: 25 * 1024 * 1024 + 1 })
      .where('workspace_id', '=', fixture.workspaceId)
      .where('id', '=', id)
      .execute();
    const answer = await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
      ...mail,
      attachments: [id],
    });
    expect(answer).toMatchObject({ status: 413, body: { errors: [{ path: 'attachments' }] } });
  });

  it('replies only within a conversation with this customer', async () => {
    const fixture = await createMailFixture(api);
    const other = await api.makeCustomer(fixture.workspaceId);
    const first = (await fixture.staff.post(`/users/${fixture.customerId}/send-email`, mail)).body.email;
    const reply = (
      await fixture.staff.post(`/users/${fixture.customerId}/send-email`, { ...mail, inReplyTo: first.id })
    ).body.email;
    expect(reply.threadId).toBe(first.threadId);
    const row = await api.db
      .selectFrom('messages')
      .select(['in_reply_to', 'reference_ids'])
      .where('workspace_id', '=', fixture.workspaceId)
      .where('id', '=', reply.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ in_reply_to: `<${first.id}@crm.test>`, reference_ids: [`<${first.id}@crm.test>`] });
    for (const [customerId, inReplyTo] of [
      [other, first.id],
      [fixture.customerId, newId()],
    ]) {
      const refused = await fixture.staff.post(`/users/${String(customerId)}/send-email`, {
        ...mail,
        inReplyTo,
      });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'inReplyTo' }] } });
    }
  });

  it('sends once per idempotency key', async () => {
    const fixture = await createMailFixture(api);
    const headers = { 'idempotency-key': newId() };
    const first = await fixture.staff.post(`/users/${fixture.customerId}/send-email`, mail, { headers });
    const second = await fixture.staff.post(`/users/${fixture.customerId}/send-email`, mail, { headers });
    expect(second.body).toEqual(first.body);
    expect((await fixture.staff.get(`/users/${fixture.customerId}/emails`)).body.total).toBe(1);
  });
});

describe('canceling and resending', () => {
  it('cancels an email once, before it is sent', async () => {
    const fixture = await createMailFixture(api);
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const { email } = (
      await fixture.staff.post(`/users/${fixture.customerId}/send-email`, { ...mail, scheduledAt })
    ).body;
    expect(email).toMatchObject({ status: 'scheduled', scheduledAt });
    const canceled = await fixture.staff.post(`/emails/${email.id}/cancel`);
    expect(canceled).toMatchObject({ status: 200, body: { email: { status: 'canceled' } } });
    expect(await fixture.staff.post(`/emails/${email.id}/cancel`)).toMatchObject({
      status: 422,
      body: { code: 'RULE_BROKEN' },
    });
    expect(await fixture.staff.post(`/emails/${email.id}/resend`)).toMatchObject({ status: 422 });
  });

  it.each(['failed', 'uncertain', 'undelivered'] as const)('resends an email that is %s', async (status) => {
    const fixture = await createMailFixture(api);
    const { email } = (await fixture.staff.post(`/users/${fixture.customerId}/send-email`, mail)).body;
    await api.db
      .updateTable('messages')
      .set({ status, status_detail: 'x', attempts: 9 })
      .where('workspace_id', '=', fixture.workspaceId)
      .where('id', '=', email.id)
      .execute();
    const answer = await fixture.staff.post(`/emails/${email.id}/resend`);
    expect(answer).toMatchObject({
      status: 202,
      body: { email: { status: 'queued', statusDetail: null, version: email.version + 1 } },
    });
  });

  it.each(['scheduled', 'queued', 'sent', 'received', 'canceled'] as const)(
    'does not resend an email that is %s',
    async (status) => {
      const fixture = await createMailFixture(api);
      const { email } = (await fixture.staff.post(`/users/${fixture.customerId}/send-email`, mail)).body;
      await api.db
        .updateTable('messages')
        .set({ status })
        .where('workspace_id', '=', fixture.workspaceId)
        .where('id', '=', email.id)
        .execute();
      expect(await fixture.staff.post(`/emails/${email.id}/resend`)).toMatchObject({
        status: 422,
        body: { code: 'RULE_BROKEN' },
      });
    },
  );

  it('and opening it needs the area of the customer or of the business that it is about', async () => {
    const fixture = await createMailFixture(api, { staffAccess: ['business-center'] });
    const business = { name: 'Bright Dental', type: 'dental' };
    const { id } = (await fixture.admin.post('/businesses', business)).body.business;
    const written = { subject: 'Lease', html: '<p>Hello</p>' };
    const scheduledAt = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
    const aboutBusiness = await fixture.staff.post(`/businesses/${String(id)}/send-email`, {
      ...written,
      to: ['landlord@x.test'],
      scheduledAt,
    });
    const toCustomer = await fixture.admin.post(`/users/${fixture.customerId}/send-email`, {
      ...written,
      scheduledAt,
    });
    const statusesOf = async (emailId: string) => {
      const path = `/emails/${emailId}`;
      const opened = await fixture.staff.post(`${path}/html-ticket`, {});
      const page =
        opened.status === 201
          ? (await api.guest.get(String(opened.body.ticket.url).replace('/api', ''))).status
          : null;
      const canceled = (await fixture.staff.post(`${path}/cancel`)).status;
      await api.db
        .updateTable('messages')
        .set({ status: 'failed' })
        .where('workspace_id', '=', fixture.workspaceId)
        .where('id', '=', emailId)
        .execute();
      const resent = (await fixture.staff.post(`${path}/resend`)).status;
      return [opened.status, page, canceled, resent];
    };
    expect(await statusesOf(aboutBusiness.body.email.id)).toEqual([201, 200, 200, 202]);
    expect(await statusesOf(toCustomer.body.email.id)).toEqual([404, null, 404, 404]);
  });
});
