import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { type TestApi, startApi } from '#test/harness.ts';
import { verifyPdf } from '#test/verify-pdf.ts';
import { runJob } from '#test/run-job.ts';
import { isNdaInForce } from './agreements.public.ts';
import { agreementPdfJob } from './agreement-pdf.job.ts';
import { notifyExpiring } from './notify-expiring.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let buyer: Caller;
let customerId: string;
let businessId: string;
let templateId: string;

beforeAll(async () => {
  api = await startApi();
  // Jobs are queued but not run: the tests run them in place of a worker.
  await api.booted.jobs.start(listJobs(api.booted.background));
});
afterAll(() => api.close());

beforeEach(async () => {
  workspaceId = await api.makeWorkspace({ name: 'Harbor Brokers' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
  customerId = await api.makeCustomer(workspaceId, { name: 'Jane Doe', company: 'Doe Dental LLC' });
  buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  const business = { name: 'Secret Smiles', type: 'dental', publicTitle: 'Dental practice in Ohio' };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  templateId = (await admin.get('/agreement-templates')).body.templates[0].id;
});

const send = async (more: object = {}) => {
  const answer = await admin.post('/agreements', {
    customerId,
    templateId,
    businessIds: [businessId],
    delivery: 'link',
    ...more,
  });
  expect(answer.status, answer.text).toBe(201);
  const { agreement, link } = answer.body;
  return { id: String(agreement.id), token: String(link).split('#')[1] ?? '', link: String(link), agreement };
};

const open = (token: string) => api.guest.post('/signing/open', { token });
const signBody = async (token: string, signature: object = { kind: 'typed', name: 'Jane Doe' }) => ({
  token,
  textSha256: (await open(token)).body.signing.textSha256,
  hasConsented: true,
  signature,
});
const signByLink = async (token: string, signature?: object) =>
  api.guest.post('/signing/sign', await signBody(token, signature), {
    headers: { 'user-agent': 'Test browser' },
  });
const get = async (id: string) => (await admin.get(`/agreements/${id}`)).body.agreement;
const makePdf = (agreementId: string) =>
  runJob(agreementPdfJob(api.booted.platform), { workspaceId, agreementId });
const findRow = (id: string) =>
  api.db
    .selectFrom('agreements')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const isInForce = (now = new Date()) => isNdaInForce(api.db, { workspaceId, customerId, businessId, now });

describe('sending an NDA', () => {
  it('stores the filled text with its hash, without the name of the business', async () => {
    const { agreement, link } = await send();
    expect(agreement).toMatchObject({
      state: 'pending',
      title: 'Non-Disclosure Agreement',
      customer: { id: customerId, name: 'Jane Doe' },
      businesses: [{ id: businessId }],
      sentTo: null,
      hasPdf: false,
    });
    expect(agreement.text).toContain('Harbor Brokers');
    expect(agreement.text).toContain('Doe Dental LLC');
    expect(agreement.text).toContain('Dental practice in Ohio');
    expect(agreement.text).not.toMatch(/Secret Smiles|\{\{/);
    expect(agreement.textSha256).toBe(createHash('sha256').update(agreement.text, 'utf8').digest('hex'));
    expect(link).toMatch(/^http:\/\/localhost:3000\/sign#[\w-]{43}$/);
    const stored = await api.db.selectFrom('one_time_links').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(link.split('#')[1]);
  });

  it('fills hostile names as text', async () => {
    const name = `<script>alert(1)</script> {{date}} שלום 👩‍⚕️ ${'N'.repeat(150)}`;
    const hostile = await api.makeCustomer(workspaceId, { name });
    const { id, token, agreement } = await send({ customerId: hostile });
    expect(agreement.text).toContain(name);
    const signed = await signByLink(token, { kind: 'typed', name: `${'Ñ'.repeat(299)}x` });
    expect(signed.status, signed.text).toBe(200);
    await makePdf(id);
    expect((await get(id)).hasPdf).toBe(true);
  });

  it('refuses businesses, deals, and templates that do not fit, and a buyer without an email address', async () => {
    const fieldOf = async (more: object) => {
      const base = { customerId, templateId, businessIds: [businessId], delivery: 'link' };
      const { status, body } = await admin.post('/agreements', { ...base, ...more });
      return [status, body.errors?.[0]?.path ?? body.code];
    };
    expect(await fieldOf({ businessIds: [newId()] })).toEqual([400, 'businessIds']);
    expect(await fieldOf({ businessIds: [] })).toEqual([400, 'businessIds']);
    expect(await fieldOf({ templateId: newId() })).toEqual([400, 'templateId']);
    expect(await fieldOf({ dealId: newId() })).toEqual([400, 'dealId']);
    expect(await fieldOf({ customerId: newId() })).toEqual([404, 'NOT_FOUND']);
    const silent = await api.makeCustomer(workspaceId, { name: 'No Mail', email: null });
    expect(await fieldOf({ customerId: silent, delivery: 'email' })).toEqual([422, 'RULE_BROKEN']);
    const otherBuyer = await api.makeCustomer(workspaceId, { name: 'Other' });
    const deal = await admin.post('/deals', { businessId, buyerId: otherBuyer });
    expect(await fieldOf({ dealId: deal.body.deal.id })).toEqual([400, 'dealId']);
    const profile = (await admin.post('/buyers', { customerId })).body.buyer;
    await admin.put(`/buyers/${String(profile.id)}/exclusions/${businessId}`, { reason: 'Competitor' });
    expect(await fieldOf({})).toEqual([422, 'RULE_BROKEN']);
  });
});

describe('a signing link', () => {
  it('opens any number of times and signs once', async () => {
    const { id, token } = await send();
    for (let time = 0; time < 3; time += 1) expect((await open(token)).body.signing.state).toBe('pending');
    expect((await get(id)).openedAt).not.toBeNull();
    const signed = await signByLink(token);
    expect(signed.body.signing).toMatchObject({ state: 'in_force', hasPdf: false });
    expect(await findRow(id)).toMatchObject({
      status: 'signed',
      signer_name: 'Jane Doe',
      identity_method: 'given_link',
      ip_address: '127.0.0.1',
      user_agent: 'Test browser',
      signer_user_id: null,
    });
    expect(await isInForce()).toBe(true);
    const again = await api.guest.post('/signing/sign', await signBody(token));
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
    expect(again.body.detail).toContain('already');
  });

  it('says why it does not work any more', async () => {
    const detail = async (token: string) => {
      const { status, body } = await open(token);
      return [status, body.detail];
    };
    expect(await detail('x'.repeat(43))).toEqual([410, expect.stringContaining('not valid')]);
    const replaced = await send();
    await admin.post(`/agreements/${replaced.id}/link`, { delivery: 'link' });
    expect(await detail(replaced.token)).toEqual([410, expect.stringContaining('newer one')]);
    const revoked = await send();
    await admin.post(`/agreements/${revoked.id}/revoke`);
    expect(await detail(revoked.token)).toEqual([410, expect.stringContaining('withdrew')]);
    const elsewhere = await send();
    const { textSha256 } = elsewhere.agreement;
    const signature = { kind: 'typed', name: 'Jane Doe' };
    await buyer.post(`/own-agreements/${elsewhere.id}/sign`, { textSha256, hasConsented: true, signature });
    expect(await detail(elsewhere.token)).toEqual([410, expect.stringContaining('already signed')]);
    const expired = await send();
    await api.db
      .updateTable('one_time_links')
      .set({ expires_at: new Date(0) })
      .where('agreement_id', '=', expired.id)
      .execute();
    expect(await detail(expired.token)).toEqual([410, expect.stringContaining('expired')]);
    const late = await api.guest.post('/signing/sign', {
      token: expired.token,
      textSha256: expired.agreement.textSha256,
      hasConsented: true,
      signature: { kind: 'typed', name: 'Jane Doe' },
    });
    expect(late.status).toBe(410);
    expect((await findRow(expired.id)).status).toBe('pending');
  });

  it('is closed while the buyer is banned or deleted, or the workspace is archived, also for the signed copy', async () => {
    const [pending, signed] = [await send(), await send()];
    await signByLink(signed.token);
    const closed = { status: 410, body: { detail: expect.stringContaining('no longer valid') } };
    const isClosed = async () => {
      for (const { token } of [pending, signed]) expect(await open(token)).toMatchObject(closed);
      const body = { textSha256: pending.agreement.textSha256, hasConsented: true };
      const signature = { kind: 'typed', name: 'Jane Doe' };
      const late = await api.guest.post('/signing/sign', { token: pending.token, ...body, signature });
      expect(late).toMatchObject(closed);
    };
    const setCustomer = (change: { status?: 'active' | 'banned'; deleted_at?: Date | null }) =>
      api.db.updateTable('customers').set(change).where('workspace_id', '=', workspaceId).execute();
    await setCustomer({ status: 'banned' });
    await isClosed();
    await setCustomer({ status: 'active', deleted_at: new Date() });
    await isClosed();
    await setCustomer({ deleted_at: null });
    expect((await open(pending.token)).status).toBe(200);
    const archived = { archived_at: new Date() };
    await api.db.updateTable('workspaces').set(archived).where('id', '=', workspaceId).execute();
    await isClosed();
  });

  it('needs consent, a name, the shown text, and a drawing of lines only', async () => {
    const { token, agreement } = await send();
    const good = await signBody(token);
    const drawn = { kind: 'drawn', name: 'Jane Doe', width: 300, height: 100 };
    const statusOf = async (more: object) =>
      (await api.guest.post('/signing/sign', { ...good, ...more })).status;
    expect(await statusOf({ hasConsented: false })).toBe(400);
    expect(await statusOf({ signature: { kind: 'typed', name: ' ' } })).toBe(400);
    expect(await statusOf({ signature: { kind: 'typed', name: 'x\u202ey' } })).toBe(400);
    expect(await statusOf({ signature: { ...drawn, path: 'M0 0"/><script>' } })).toBe(400);
    expect(await statusOf({ signature: { ...drawn, path: `M1 1${' L2 2'.repeat(9000)}` } })).toBe(400);
    expect(await statusOf({ textSha256: 'a'.repeat(64) })).toBe(409);
    expect(agreement.state).toBe('pending');
    expect(await statusOf({ signature: { ...drawn, path: 'M1 1 L20.5 30 M4 4 L5 5' } })).toBe(200);
  });

  it('lets the buyer decline with a reason, and the broker send it again', async () => {
    const { id, token } = await send();
    const declined = await api.guest.post('/signing/decline', { token, reason: 'Too broad' });
    expect(declined.body.signing.state).toBe('declined');
    expect((await open(token)).body.signing.state).toBe('declined');
    expect((await api.guest.post('/signing/decline', { token })).status).toBe(409);
    expect(await get(id)).toMatchObject({ state: 'declined', declineReason: 'Too broad' });
    const renewed = await admin.post(`/agreements/${id}/renew`, { delivery: 'link' });
    expect(renewed.status).toBe(201);
    expect(renewed.body.agreement).toMatchObject({ state: 'pending', businesses: [{ id: businessId }] });
  });
});

describe('a signature', () => {
  it('of two tabs at the same moment is one', async () => {
    const { id, token } = await send();
    const [link, own] = [await signBody(token), await signBody(token)];
    const { token: _, ...account } = own;
    const answers = await Promise.all([
      api.guest.post('/signing/sign', link),
      api.guest.post('/signing/sign', link),
      buyer.post(`/own-agreements/${id}/sign`, account),
    ]);
    // The later calls find the agreement already signed, or the link expired.
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(200);
    for (const status of statuses.slice(1)) expect([409, 410]).toContain(status);
    const { activities } = (await admin.get(`/users/${customerId}/activities`)).body;
    const signed = activities.filter(({ type }: { type: string }) => type === 'agreement.signed');
    expect(signed).toHaveLength(1);
  });

  it('is recorded for buyer and business, and the broker is notified', async () => {
    const deal = (await admin.post('/deals', { businessId, buyerId: customerId })).body.deal.id;
    const { id, token } = await send({ dealId: deal });
    await signByLink(token);
    for (const path of [`/users/${customerId}`, `/businesses/${businessId}`, `/deals/${deal}`]) {
      const { activities } = (await admin.get(`${path}/activities`)).body;
      expect(activities[0]).toMatchObject({ type: 'agreement.signed', subject: { kind: 'agreement', id } });
    }
    const { notifications } = (await admin.get('/notifications')).body;
    expect(notifications[0]).toMatchObject({ type: 'agreement.answered', customerId });
  });

  it('becomes a PDF that verifies, for buyer and broker, once', async () => {
    const { id, token, agreement } = await send();
    expect((await admin.post(`/agreements/${id}/ticket`)).status).toBe(422);
    await signByLink(token, {
      kind: 'drawn',
      name: 'Jane Doe',
      path: 'M1 1 L90 40',
      width: 300,
      height: 100,
    });
    // As if the server had been killed between signing and the PDF.
    expect((await admin.post(`/agreements/${id}/ticket`)).status).toBe(503);
    await makePdf(id);
    await makePdf(id);
    const documents = async (caller: Caller, query: string) =>
      (await caller.get(`/documents?${query}`)).body.documents;
    expect(await documents(buyer, '')).toHaveLength(1);
    expect(await documents(admin, `recordType=business&recordId=${businessId}`)).toHaveLength(1);

    const { ticket } = (await buyer.post(`/agreements/${id}/ticket`)).body;
    const download = await api.app.inject({ method: 'GET', url: ticket.url });
    const pdf = download.rawPayload;
    expect(verifyPdf(pdf)).toMatchObject({ isValid: true, coversAll: true });
    const changed = Buffer.from(pdf);
    changed[400] = (changed[400] ?? 0) ^ 1;
    expect(verifyPdf(changed).isValid).toBe(false);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
    for (const part of ['Signature certificate', 'Jane Doe', '127.0.0.1', 'Test browser', 'Drawn'])
      expect(text).toContain(part);
    expect(text.replaceAll(/\s/g, '')).toContain(agreement.textSha256);
    expect(text).not.toContain('Secret Smiles');

    const copy = await api.app.inject({ method: 'POST', url: '/api/signing/pdf', payload: { token } });
    expect(copy.rawPayload.equals(pdf)).toBe(true);
    const file = await api.db
      .selectFrom('files')
      .select(['sha256', 'object_id'])
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    expect((await buffer(await api.booted.platform.storage.read(file))).equals(pdf)).toBe(true);
  });

  it('is made by the buyer only, not by staff or other clients', async () => {
    const { id, agreement } = await send();
    const other = await api.signIn({
      role: 'CLIENT',
      workspaceId,
      customerId: await api.makeCustomer(workspaceId, { name: 'Other' }),
    });
    const signature = { kind: 'typed', name: 'Jane Doe' };
    const body = { textSha256: agreement.textSha256, hasConsented: true, signature };
    for (const caller of [admin, other])
      expect((await caller.post(`/own-agreements/${id}/sign`, body)).status).toBe(404);
    expect((await other.get('/own-agreements')).body.agreements).toEqual([]);
    expect((await buyer.get('/own-agreements')).body.agreements[0]).toMatchObject({ id, state: 'pending' });
    const signed = await buyer.post(`/own-agreements/${id}/sign`, body);
    expect(signed.body.agreement.state).toBe('in_force');
    expect(await findRow(id)).toMatchObject({ identity_method: 'account', signer_user_id: buyer.userId });
    expect((await buyer.post(`/own-agreements/${id}/decline`, {})).status).toBe(409);
  });
});

describe('the term', () => {
  it('ends, counts as expiring before, and the broker is notified once', async () => {
    const { id, token } = await send();
    await signByLink(token);
    const expiresOn = (await get(id)).expiresOn;
    expect(expiresOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await isInForce(new Date(`${expiresOn}T12:00:00Z`))).toBe(true);
    const dayAfter = new Date(new Date(`${expiresOn}T12:00:00Z`).getTime() + 86_400_000);
    expect(await isInForce(dayAfter)).toBe(false);
    const expiring = async () => (await admin.get('/agreements?isExpiring=true')).body.agreements;
    expect(await expiring()).toEqual([]);
    const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    await api.db
      .updateTable('agreements')
      .set({ expires_on: soon })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    expect(await expiring()).toHaveLength(1);
    await notifyExpiring(api.booted.platform);
    await notifyExpiring(api.booted.platform);
    const { notifications } = (await admin.get('/notifications')).body;
    const types = notifications.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === 'agreement.expiring')).toHaveLength(1);
  });

  it('exports the register', async () => {
    await send();
    const { ticket } = (await admin.post('/agreements/export', { filter: {} })).body;
    const { payload } = await api.app.inject({ method: 'GET', url: ticket.url });
    expect(payload).toContain('Jane Doe');
    expect(payload).toContain('Secret Smiles');
  });
});

describe('templates', () => {
  const body = { name: 'Short NDA', title: 'NDA', text: 'Between {{buyer.name}} and us.', validMonths: null };

  it('keep what was sent, and count the versions of the text', async () => {
    const { template } = (await admin.post('/agreement-templates', body)).body;
    expect(template).toMatchObject({ textNumber: 1, isReviewed: false });
    const { id, agreement } = await send({ templateId: template.id });
    const change = { version: 1, text: 'Between {{buyer.name}} and them.', isReviewed: true };
    const changed = await admin.patch(`/agreement-templates/${template.id}`, change);
    expect(changed.body.template).toMatchObject({ textNumber: 2, isReviewed: true, version: 2 });
    expect((await admin.patch(`/agreement-templates/${template.id}`, change)).status).toBe(409);
    const again = { version: 2, text: 'Other' };
    expect((await admin.patch(`/agreement-templates/${template.id}`, again)).body.template).toMatchObject({
      textNumber: 3,
      isReviewed: false,
    });
    expect((await get(id)).text).toBe(agreement.text);
    expect((await get(id)).template.textNumber).toBe(1);
  });

  it('refuse unknown fields, and are no longer offered once archived', async () => {
    const unknown = await admin.post('/agreement-templates', { ...body, text: 'Price {{price}}' });
    expect([unknown.status, unknown.body.errors[0].message]).toEqual([400, 'There is no field {{price}}']);
    await admin.patch(`/agreement-templates/${templateId}`, { version: 1, isArchived: true });
    const refused = await admin.post('/agreements', {
      customerId,
      templateId,
      businessIds: [businessId],
      delivery: 'link',
    });
    expect(refused.status).toBe(400);
  });
});
