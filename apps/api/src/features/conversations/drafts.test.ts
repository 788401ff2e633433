import type { EmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, createRawMail } from '#test/mail/mail-fixture.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

const createContent = (changes: Partial<EmailDraft> = {}): EmailDraft => ({
  to: '',
  subject: 'Half',
  html: '<p>Half a <strong>sentence</strong></p>',
  isSigned: false,
  cc: '',
  bcc: '',
  scheduledAt: null,
  attachments: [],
  replyTo: null,
  hasQuote: true,
  key: null,
  ...changes,
});

describe('drafts', () => {
  it('stores and returns a draft with its version', async () => {
    const { staff, customerId, workspaceId } = await createMailFixture(api);
    const path = `/users/${customerId}/email-draft`;
    expect((await staff.get(path)).body.draft).toEqual({ version: 0, content: null, updatedAt: null });
    const written = createContent({
      cc: 'not yet an addr',
      attachments: [{ id: staff.userId, name: 'a', sizeBytes: 1 }],
    });
    const first = await staff.put(path, { version: 0, content: written });
    expect(first).toMatchObject({ status: 200, body: { draft: { version: 1, content: written } } });
    await staff.put(path, { version: 1, content: createContent({ subject: '' }) });
    const { draft } = (await staff.get(path)).body;
    expect(draft).toMatchObject({ version: 2, content: createContent({ subject: '' }) });
    const rows = await api.db
      .selectFrom('email_drafts')
      .select(['user_id', 'customer_id', 'version'])
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(rows).toEqual([{ user_id: staff.userId, customer_id: customerId, version: 2 }]);
  });

  it('returns a draft only to its writer', async () => {
    const { staff, admin, customerId } = await createMailFixture(api);
    const path = `/users/${customerId}/email-draft`;
    await staff.put(path, { version: 0, content: createContent() });
    expect((await admin.get(path)).body.draft).toMatchObject({ version: 0, content: null });
    expect((await admin.delete(`${path}?version=1`)).status).toBe(404);
    await admin.put(path, { version: 0, content: createContent({ subject: 'Mine' }) });
    expect((await staff.get(path)).body.draft.content.subject).toBe('Half');
  });

  it('rejects a stale save with the current draft', async () => {
    const { staff, customerId } = await createMailFixture(api);
    const path = `/users/${customerId}/email-draft`;
    const both = await Promise.all(
      ['One', 'Two'].map((subject) => staff.put(path, { version: 0, content: createContent({ subject }) })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const kept = both.find(({ status }) => status === 200)?.body.draft;
    const refused = both.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({ code: 'STALE_VERSION', current: kept });
    expect((await staff.get(path)).body.draft).toEqual(kept);
    const late = await staff.put(path, { version: 7, content: createContent() });
    expect(late).toMatchObject({ status: 409, body: { current: kept } });
  });

  it('keeps counting versions after a discard, so that it can be undone', async () => {
    const { staff, customerId, workspaceId } = await createMailFixture(api);
    const path = `/users/${customerId}/email-draft`;
    await staff.put(path, { version: 0, content: createContent() });
    expect(await staff.delete(`${path}?version=9`)).toMatchObject({ status: 409 });
    const gone = await staff.delete(`${path}?version=1`);
    expect(gone).toMatchObject({ status: 200, body: { draft: { version: 2, content: null } } });
    const row = await api.db
      .selectFrom('email_drafts')
      .select('content')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    expect(row.content).toBeNull();
    expect((await staff.put(path, { version: 0, content: createContent() })).status).toBe(409);
    expect((await staff.put(path, { version: 2, content: createContent() })).body.draft.version).toBe(3);
  });

  it('returns the draft to a customer that was merged', async () => {
    const { staff, admin, customerId, workspaceId } = await createMailFixture(api);
    const other = await api.makeCustomer(workspaceId, { name: 'Ann Abott' });
    await staff.put(`/users/${other}/email-draft`, { version: 0, content: createContent() });
    const merged = await admin.post(`/users/${customerId}/merge`, {
      version: 1,
      otherId: other,
      otherVersion: 1,
    });
    expect(merged.status).toBe(201);
    const path = `/users/${customerId}/email-draft`;
    expect((await staff.get(path)).body.draft).toMatchObject({ version: 1, content: { subject: 'Half' } });
    const more = await staff.put(path, { version: 1, content: createContent({ subject: 'More' }) });
    expect(more.body.draft).toMatchObject({ version: 2, content: { subject: 'More' } });
  });

  it.each([
    ['a negative version', { version: -1, content: createContent() }, 'version'],
    [
      'text over the limit',
      { version: 0, content: createContent({ html: 'x'.repeat(500_001) }) },
      'content.html',
    ],
    [
      'something that is not a draft',
      { version: 0, content: { ...createContent(), more: 1 } },
      'content.more',
    ],
  ])('rejects %s', async (_name, body, path) => {
    const { staff, customerId } = await createMailFixture(api);
    const answer = await staff.put(`/users/${customerId}/email-draft`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', errors: [{ path }] } });
  });
});

describe('drafts of sent emails', () => {
  const mail = { subject: 'Half', html: '<p>Whole</p>' };

  it('empties the draft unless it was changed since', async () => {
    const { staff, customerId } = await createMailFixture(api);
    const path = `/users/${customerId}/email-draft`;
    await staff.put(path, { version: 0, content: createContent() });
    await staff.put(path, { version: 1, content: createContent({ subject: 'Newer' }) });
    const early = await staff.post(`/users/${customerId}/send-email`, { ...mail, draftVersion: 1 });
    expect(early.status).toBe(202);
    expect((await staff.get(path)).body.draft).toMatchObject({ version: 2, content: { subject: 'Newer' } });
    await staff.post(`/users/${customerId}/send-email`, { ...mail, draftVersion: 2 });
    expect((await staff.get(path)).body.draft).toMatchObject({ version: 3, content: null });
  });

  it('empties the draft to the former owner of a business, to whom the email goes', async () => {
    const { admin, staff, customerId, workspaceId, address } = await createMailFixture(api);
    const ownerId = await api.makeCustomer(workspaceId, { name: 'Cora Cole' });
    const business = { name: 'Bright Dental', type: 'dental', ownerId };
    const { id: businessId } = (await admin.post('/businesses', business)).body.business;
    for (const id of [customerId, ownerId])
      await staff.put(`/users/${id}/email-draft`, { version: 0, content: createContent() });
    const sent = await staff.post(`/businesses/${String(businessId)}/send-email`, {
      ...mail,
      to: [address],
      draftVersion: 1,
      draftCustomerId: customerId,
    });
    expect(sent).toMatchObject({ status: 202, body: { email: { to: [address] } } });
    expect((await staff.get(`/users/${customerId}/email-draft`)).body.draft.content).toBeNull();
    expect((await staff.get(`/users/${ownerId}/email-draft`)).body.draft.content).not.toBeNull();
  });

  it('keeps the draft if sending fails or another email is sent', async () => {
    const { staff, customerId } = await createMailFixture(api);
    const path = `/users/${customerId}/email-draft`;
    await staff.put(path, { version: 0, content: createContent() });
    const refused = { ...mail, draftVersion: 1, inReplyTo: staff.userId };
    expect((await staff.post(`/users/${customerId}/send-email`, refused)).status).toBe(422);
    expect((await staff.post(`/users/${customerId}/send-email`, mail)).status).toBe(202);
    expect((await staff.get(path)).body.draft).toMatchObject({ version: 1, content: { subject: 'Half' } });
  });
});

describe('quoting the original in a reply', () => {
  async function replySubject(headers: Record<string, string>, body: string, input: object) {
    const fixture = await createMailFixture(api);
    const raw = createRawMail(
      { From: `Ann Abbott <${fixture.address}>`, Subject: 'Price', ...headers },
      body,
    );
    await api.guest.upload(fixture.inboundPath, raw, { headers: { 'content-type': 'message/rfc822' } });
    const [received] = (await fixture.staff.get(`/users/${fixture.customerId}/emails`)).body.emails;
    const { body: sent } = await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
      subject: 'Re: Price',
      html: '<p>Of <em>course</em></p>',
      inReplyTo: received.id,
      ...input,
    });
    return api.db
      .selectFrom('messages')
      .select(['text', 'html', 'has_remote_images'])
      .where('workspace_id', '=', fixture.workspaceId)
      .where('id', '=', sent.email.id)
      .executeTakeFirstOrThrow();
  }
  const html = { 'Content-Type': 'text/html; charset=utf-8' };

  it('adds the sanitized original to both parts, without remote images', async () => {
    const row = await replySubject(
      html,
      '<p onclick="x()">How <b>much</b>?</p><script>1</script><img src="https://spy.test/1.png" alt="logo">',
      { withQuote: true },
    );
    expect(row.text).toMatch(/^Of course\n\nOn .+ 20\d\d.*, Ann Abbott wrote:\n> How much\?/);
    expect(row.html).toMatch(
      /^<p>Of <em>course<\/em><\/p><p>On .+, Ann Abbott wrote:<\/p><blockquote><p>How <b>much<\/b>\?<\/p>/,
    );
    expect(row.html).not.toMatch(/spy\.test|script|onclick/);
    expect(row.has_remote_images).toBe(false);
  });

  it('is quoted as text where it was text', async () => {
    const row = await replySubject({}, 'Is 1 < 2?\r\n\r\nAnn', { withQuote: true });
    expect(row.text).toContain('wrote:\n> Is 1 < 2?\n>\n> Ann');
    expect(row.html).toContain('<blockquote>Is 1 &lt; 2?<br /><br />Ann');
  });

  it('adds no quote unless requested', async () => {
    expect((await replySubject(html, '<p>How much?</p>', {})).html).toBe('<p>Of <em>course</em></p>');
  });
});

describe('signatures', () => {
  it('sanitizes the signature, versions it, and shares it across workspaces', async () => {
    const { staff } = await createMailFixture(api);
    expect((await staff.get('/auth/signature')).body.signature).toEqual({ html: '', version: 0 });
    const html =
      '<p onclick="x()">Sam <strong>Staff</strong></p><script>1</script><a href="javascript:x">site</a>';
    const saved = await staff.put('/auth/signature', { html, version: 0 });
    expect(saved.body.signature).toEqual({
      html: '<p>Sam <strong>Staff</strong></p><a>site</a>',
      version: 1,
    });
    const late = await staff.put('/auth/signature', { html: '<p>Other</p>', version: 0 });
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION', current: saved.body.signature },
    });
    const none = await staff.put('/auth/signature', { html: '<p> </p>', version: 1 });
    expect(none.body.signature).toEqual({ html: '', version: 2 });
    const rows = await api.db
      .selectFrom('signatures')
      .select(['html', 'version'])
      .where('user_id', '=', staff.userId)
      .execute();
    expect(rows).toEqual([{ html: '', version: 2 }]);
  });

  it('rejects a signature that is too long or too complex', async () => {
    const { admin } = await createMailFixture(api);
    const refused = { status: 400, body: { errors: [{ path: 'html' }] } };
    expect(await admin.put('/auth/signature', { html: 'x'.repeat(20_001), version: 0 })).toMatchObject(
      refused,
    );
  });
});
