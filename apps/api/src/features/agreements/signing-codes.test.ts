import { formatLongDate } from '@handover/domain/format-date.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import { listSystemMails } from '#test/account/system-mails.ts';
import { createCaller, type Caller } from '#test/caller.ts';
import { type TestApi, startApi } from '#test/harness.ts';
import { createAgreementDocument } from './agreement-document.ts';
import { findAgreement } from './agreements.queries.ts';

const address = 'jane@buyers.test';
const minute = 60_000;
let api: TestApi;
let workspaceId: string;
let admin: Caller;
let buyer: Caller;
let customerId: string;
let businessId: string;
let agreementId: string;
let token: string;

beforeAll(async () => {
  api = await startApi({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(new Date());
  await api.db.deleteFrom('rate_limits').execute();
  workspaceId = await api.makeWorkspace({ name: 'Harbor Brokers' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
  customerId = await api.makeCustomer(workspaceId, { name: 'Jane Doe', email: address });
  buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  businessId = (await admin.post('/businesses', { name: 'Smiles', type: 'dental' })).body.business.id;
  const templateId = (await admin.get('/agreement-templates')).body.templates[0].id;
  const input = { customerId, templateId, businessIds: [businessId], delivery: 'email' };
  const { body } = await admin.post('/agreements', input);
  agreementId = body.agreement.id;
  token = await getMailToken();
});

const getLastMail = async () => (await listSystemMails(api, address)).at(-1) ?? { subject: '', text: '' };
const open = (session?: string, caller: Caller = api.guest) =>
  caller.post('/signing/open', { token, ...(session !== undefined && { session }) });
const askCode = () => api.guest.post('/signing/code', { token });
const requestNewCode = async (): Promise<string> => {
  expect((await askCode()).status).toBe(204);
  return (await getLastMail()).subject.slice(0, 6);
};
const enterCode = (code: string) => api.guest.post('/signing/session', { token, code });
const getWrongCode = (code: string): string => (code === '000000' ? '000001' : '000000');
const proveAddress = async (): Promise<string> => (await enterCode(await requestNewCode())).body.session;
/** Moves the clock forward after every five, the limit for 15 minutes. */
const repeatThirtyTimes = async (run: (index: number) => Promise<void>): Promise<void> => {
  const waitForNextWindow = (): void => api.clock.set(new Date(api.clock.now().getTime() + 16 * minute));
  for (let index = 0; index < 30; index += 1) {
    if (index % 5 === 0) waitForNextWindow();
    await run(index);
  }
  waitForNextWindow();
};
const getMailToken = async () => (await getLastMail()).text.match(/#([\w-]{43})/)?.[1] ?? '';
const get = async () => (await admin.get(`/agreements/${agreementId}`)).body.agreement;
const signBody = async (name = 'Jane Doe') => ({
  token,
  textSha256: (await get()).textSha256,
  hasConsented: true,
  signature: { kind: 'typed', name },
});
const sign = async (session?: string, { caller = api.guest, name = 'Jane Doe' } = {}) =>
  caller.post('/signing/sign', { ...(await signBody(name)), ...(session !== undefined && { session }) });
const getEvidence = async (): Promise<string> => {
  const row = await findAgreement(api.db, { workspaceId, agreementId });
  if (row === null) throw new Error('No agreement');
  const brand = { name: 'Harbor', logo: null, color: null };
  return JSON.stringify(createAgreementDocument(row, brand).blocks);
};

it('a forwarded link shows nothing and signs nothing without the code that only its address gets', async () => {
  const forwarded = await open();
  expect(forwarded.body).toEqual({
    signing: null,
    proof: { email: 'j•••@buyers.test', senderName: 'Ada Admin', workspaceName: 'Harbor Brokers' },
  });
  const stranger = await api.signIn({
    role: 'CLIENT',
    workspaceId,
    customerId: await api.makeCustomer(workspaceId, { name: 'Eve' }),
  });
  for (const caller of [api.guest, stranger, admin]) {
    expect((await open('x'.repeat(43), caller)).body.signing).toBeNull();
    expect((await sign('x'.repeat(43), { caller })).status).toBe(403);
    expect((await caller.post('/signing/decline', { token })).status).toBe(403);
    expect((await caller.post('/signing/pdf', { token })).status).toBe(403);
  }
  expect((await get()).state).toBe('pending');
  expect((await get()).openedAt).toBeNull();
});

it('an API key of the buyer proves nothing', async () => {
  await api.db
    .updateTable('customers')
    .set({ user_id: admin.userId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .execute();
  expect((await open(undefined, admin)).body.proof).toBeNull();
  const input = { name: 'Sync', scopes: ['tasks:read'], days: 30 };
  const { key } = (await admin.post('/api-keys', input)).body;
  const caller = createCaller(api.app, { token: key, userId: '', workspaceId });
  expect((await open(undefined, caller)).body.signing).toBeNull();
  expect((await sign(undefined, { caller })).status).toBe(403);
});

it('a signer who enters the code can read and sign, and the signature certificate shows it', async () => {
  const session = await proveAddress();
  expect((await open(session)).body).toMatchObject({ signing: { state: 'pending' }, proof: null });
  expect((await sign(session)).body.signing.state).toBe('in_force');
  expect(await get()).toMatchObject({
    identityMethod: 'emailed_code',
    sentTo: address,
    isOtherName: false,
  });
  expect(await getEvidence()).not.toContain('differs');
});

it('a code is used once, within ten minutes, and five times wrong at most', async () => {
  const code = await requestNewCode();
  expect((await enterCode(getWrongCode(code))).status).toBe(422);
  expect((await enterCode(code)).status).toBe(200);
  expect((await enterCode(code)).status).toBe(422);
  const late = await requestNewCode();
  api.clock.set(new Date(Date.now() + 11 * minute));
  expect((await enterCode(late)).status).toBe(422);
  const guessed = await requestNewCode();
  for (let time = 0; time < 5; time += 1) await enterCode(getWrongCode(guessed));
  expect((await enterCode(guessed)).status).toBe(429);
});

it('a link has thirty wrong codes at most, however many are sent; a new link starts over', async () => {
  let code = '';
  await repeatThirtyTimes(async (index) => {
    if (index % 5 === 0) code = await requestNewCode();
    expect((await enterCode(getWrongCode(code))).status).toBe(422);
  });
  const { status, body } = await enterCode(await requestNewCode());
  expect([status, body.detail]).toEqual([429, 'Too many attempts. Try again in 14 days.']);
  await admin.post(`/agreements/${agreementId}/link`, { delivery: 'email' });
  token = await getMailToken();
  expect((await open(await proveAddress())).body.signing).toMatchObject({ state: 'pending' });
});

it('a link emails thirty codes at most that are not used', async () => {
  await repeatThirtyTimes(async () => void (await requestNewCode()));
  expect((await askCode()).status).toBe(429);
});

it('codes that prove the address do not count', async () => {
  await repeatThirtyTimes(async () => expect(await proveAddress()).toHaveLength(43));
  expect(await proveAddress()).toHaveLength(43);
});

it('the audit log has each code that was sent, and the proof of the address', async () => {
  await proveAddress();
  const { entries } = (await admin.get('/audit')).body;
  for (const action of ['sendSigningCode', 'startSigningSession'])
    expect(entries.filter((entry: { action: string }) => entry.action === action)).toMatchObject([
      { subjectId: agreementId, actor: null, detail: { email: address }, ipAddress: '127.0.0.1' },
    ]);
});

it('a signed-in buyer needs no code', async () => {
  expect((await open(undefined, buyer)).body.signing).toMatchObject({ state: 'pending' });
  expect((await sign(undefined, { caller: buyer })).status).toBe(200);
  expect((await get()).identityMethod).toBe('account');
});

it('another name than the buyer’s is flagged in the register and on the signature certificate', async () => {
  await sign(await proveAddress(), { name: 'Bob Roe' });
  expect(await get()).toMatchObject({ signerName: 'Bob Roe', isOtherName: true });
  expect((await admin.get('/agreements')).body.agreements).toMatchObject([{ isOtherName: true }]);
  expect(await getEvidence()).toContain('The signer’s name does not match the recipient’s name');
  expect(await getEvidence()).toContain(
    `"In effect until","value":"${formatLongDate((await get()).expiresOn)}"`,
  );
});

it('a link that was used says so: it shows what was signed to the signer, and signs nothing again', async () => {
  const session = await proveAddress();
  await sign(session);
  const again = await sign(session);
  expect([again.status, again.body.detail]).toEqual([
    409,
    'This agreement was already signed or declined. Nothing was changed.',
  ]);
  expect((await open(session)).body.signing.state).toBe('in_force');
  expect((await open()).body.signing).toBeNull();
});

it('a link past its days says that it has expired', async () => {
  const session = await proveAddress();
  api.clock.set(new Date(Date.now() + 15 * 24 * 60 * minute));
  for (const answer of [await open(session), await askCode()])
    expect([answer.status, answer.body.detail]).toEqual([
      410,
      'This link has expired. Ask your broker for a new one.',
    ]);
});

it('a link that a restore ended says to ask for a new one', async () => {
  await api.db
    .updateTable('one_time_links')
    .set({ consumed_at: api.clock.now() })
    .where('agreement_id', '=', agreementId)
    .execute();
  for (const answer of [await open(), await askCode()])
    expect([answer.status, answer.body.detail]).toEqual([
      410,
      'This link no longer works. Ask your broker for a new one.',
    ]);
});

it('a buyer who was blocked or excluded meanwhile cannot open or sign, by the link or signed in, and does not learn why', async () => {
  const session = await proveAddress();
  const body = await signBody();
  const profile = (await admin.post('/buyers', { customerId })).body.buyer;
  const block = async (reason: string | null) => {
    const { version } = (await admin.get(`/buyers/${profile.id}`)).body.buyer;
    await admin.put(`/buyers/${profile.id}/block`, { version, reason });
  };
  const expectRefused = async () => {
    const { token: _, ...own } = body;
    for (const answer of [
      await open(session),
      await api.guest.post('/signing/sign', { ...body, session }),
      await buyer.post(`/own-agreements/${agreementId}/sign`, own),
    ])
      expect(answer).toMatchObject({
        status: 410,
        body: { detail: 'This agreement can no longer be signed. Ask your broker about it.' },
      });
    expect((await get()).state).toBe('pending');
  };
  await block('Broke an NDA');
  await expectRefused();
  await block(null);
  const exclude = (reason: string | null) =>
    admin.put(`/buyers/${profile.id}/exclusions/${businessId}`, { reason });
  await exclude('Competitor');
  await expectRefused();
  await exclude(null);
  expect((await api.guest.post('/signing/sign', { ...body, session })).status).toBe(200);
});
