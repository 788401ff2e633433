import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { type TestApi, startApi } from '#test/harness.ts';
import { loadProfileFacts } from './profiles.public.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let seller: Caller;
let ownerId: string;
let businessId: string;

beforeAll(async () => {
  api = await startApi();
  // Jobs are queued but not run.
  await api.booted.jobs.start(listJobs(api.booted.background));
});
afterAll(() => api.close());

beforeEach(async () => {
  workspaceId = await api.makeWorkspace({ name: 'Harbor Brokers' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: broker.brokerName });
  await api.db.updateTable('users').set({ phone: broker.phone }).where('id', '=', admin.userId).execute();
  ownerId = await api.makeCustomer(workspaceId, {
    name: 'Miriam Kowalczyk',
    email: 'miriam@brightwillow.com',
    phone: '(512) 555-0142',
  });
  seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId, displayName: 'Miriam K.' });
  const { body } = await admin.post('/businesses', {
    name: 'Brightwillow Dental',
    type: 'dental',
    region: 'TX',
    ownerId,
    brokerId: admin.userId,
    askingPriceCents: 145_678_900,
    revenueCents: 120_345_600,
    npi: '1234567893',
  });
  businessId = body.business.id;
});

type Section = { heading: string; text: string };
const broker = { brokerName: 'Ada Admin', phone: '(512) 555-0100' };
const clean: Section[] = [{ heading: 'Overview', text: 'A dental practice in Texas with six operatories.' }];

const create = async (kind: 'teaser' | 'cim') => {
  const answer = await admin.post(`/businesses/${businessId}/profiles`, { kind });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.profile;
};
const save = async (profile: { id: string; version: number }, sections = clean, title = 'Dental practice') =>
  (await admin.put(`/profiles/${profile.id}`, { version: profile.version, title, sections })).body.profile;
const createSaved = async (kind: 'teaser' | 'cim', sections = clean) => save(await create(kind), sections);
const requestApproval = (profile: { id: string; version: number }, delivery = 'link') =>
  admin.post(`/profiles/${profile.id}/approval`, { version: profile.version, delivery });
const getToken = (link: string): string => link.split('#')[1] ?? '';
const answerByLink = (token: string, decision = 'approved') =>
  api.guest.post('/approving/answer', { token, name: 'Miriam Kowalczyk', decision });
const release = (id: string, number = 1) => admin.post(`/profiles/${id}/release`, { number });
const createApproved = async (kind: 'teaser' | 'cim', sections = clean) => {
  const profile = await createSaved(kind, sections);
  const { body } = await requestApproval(profile);
  expect((await answerByLink(getToken(body.link))).status).toBe(200);
  return profile;
};
const createReleased = async (kind: 'teaser' | 'cim') => {
  const profile = await createApproved(kind);
  expect((await release(profile.id)).status).toBe(200);
  return profile;
};
const listProfiles = async () => (await admin.get(`/businesses/${businessId}/profiles`)).body.profiles;
const listViews = async (id: string) => (await admin.get(`/profiles/${id}/views`)).body.views;
const listTypes = async (path: string, as = admin): Promise<string[]> =>
  (await as.get(`${path}/activities`)).body.activities.map(({ type }: { type: string }) => type);

describe('a draft', () => {
  it('comes from the record without the name of the business, with rounded amounts', async () => {
    const teaser = await create('teaser');
    const text = JSON.stringify(teaser.sections);
    expect(text).toContain('Texas');
    expect(text).toContain('$1,460,000');
    expect(text).toContain('$1,200,000');
    expect(text).not.toMatch(/Brightwillow|Kowalczyk/);
    expect(new Set(teaser.findings.map(({ kind }: { kind: string }) => kind))).toEqual(
      new Set(['placeholder']),
    );
    const cim = await create('cim');
    expect(cim.title).toContain('Brightwillow Dental');
    expect(JSON.stringify(cim.sections)).toContain('$1,456,789');
    expect(await admin.post(`/businesses/${businessId}/profiles`, { kind: 'cim' })).toMatchObject({
      status: 409,
    });
    expect((await listProfiles()).map(({ kind }: { kind: string }) => kind)).toEqual(['teaser', 'cim']);
  });

  it('is saved once for each version of it', async () => {
    const draft = await create('teaser');
    const saved = await save(draft);
    expect(saved).toMatchObject({ version: 2, findings: [], isChanged: true });
    const put = (version: number, text: string) =>
      admin.put(`/profiles/${draft.id as string}`, {
        version,
        title: 'A',
        sections: [{ heading: 'B', text }],
      });
    expect(await put(1, 'Other')).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } });
    expect((await put(2, 'half of a pair: \ud800')).status).toBe(400);
  });

  it('shows each passage of a teaser that gives the business away', async () => {
    const leaks = [
      { heading: 'Overview', text: 'Known locally as Bríght-willow, NPI 1 2 3 4 5 6 7 8 9 3.' },
      {
        heading: 'About Dr. Kowalczyk',
        text: 'Call five one two 555 01 42 or miriam at brightwillow dot com.',
      },
    ];
    const { findings } = await save(await create('teaser'), leaks);
    expect(findings).toEqual([
      expect.objectContaining({ kind: 'name', section: 0, isHeading: false, passage: 'Bríght-willow' }),
      expect.objectContaining({ kind: 'npi', section: 0, passage: '1 2 3 4 5 6 7 8 9 3' }),
      expect.objectContaining({ kind: 'person', section: 1, isHeading: true }),
      expect.objectContaining({ kind: 'phone', section: 1, isHeading: false }),
      expect.objectContaining({ kind: 'email', section: 1 }),
    ]);
    const cim = await save(await create('cim'), leaks);
    expect(cim.findings).toEqual([]);
  });
});

describe('the seller’s approval', () => {
  it('is refused while the leak check has findings, with the passages', async () => {
    const teaser = await save(await create('teaser'), [
      { heading: 'Overview', text: 'Visit Brightwillow across from the Alamo.' },
    ]);
    const answer = await requestApproval(teaser);
    expect(answer).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN' } });
    expect(answer.body.errors).toEqual([
      { path: 'sections.0', message: 'name: Brightwillow' },
      { path: 'sections.0', message: 'landmark: across from the Alamo' },
    ]);
    const unfinished = await create('cim');
    expect(await requestApproval(unfinished)).toMatchObject({ status: 422 });
  });

  it('stores the text as a version that later changes of the draft do not affect', async () => {
    const teaser = await createSaved('teaser');
    const { body } = await requestApproval(teaser);
    expect(body.link).toMatch(/^http:\/\/localhost:3000\/approve#[\w-]{43}$/);
    expect(body.profile).toMatchObject({
      isChanged: false,
      versions: [{ number: 1, approval: { state: 'pending', sentTo: null } }],
    });
    const edited = await save(teaser, [{ heading: 'Overview', text: 'Another text.' }]);
    expect(edited).toMatchObject({ isChanged: true });
    const opened = await api.guest.post('/approving/open', { token: getToken(body.link) });
    expect(opened.body.approval).toMatchObject({
      kind: 'teaser',
      businessName: 'Brightwillow Dental',
      sections: clean,
    });
    const [view] = await listViews(teaser.id);
    expect(view).toMatchObject({ reader: 'seller', number: 1, user: null, ipAddress: '127.0.0.1' });
  });

  it('is given once by a link, which a newer request replaces', async () => {
    const teaser = await createSaved('teaser');
    const first = getToken((await requestApproval(teaser)).body.link);
    const second = getToken((await requestApproval(teaser)).body.link);
    expect(await answerByLink(first)).toMatchObject({ status: 410 });
    const [one, other] = await Promise.all([answerByLink(second), answerByLink(second, 'declined')]);
    expect([one.status, other.status].toSorted()).toEqual([200, expect.any(Number)]);
    expect([409, 410, 200]).toContain(other.status);
    expect((await listProfiles())[0].versions).toHaveLength(1);
    expect((await answerByLink(second)).status).toBe(409);
  });

  it('cannot be given after two weeks', async () => {
    const teaser = await createSaved('teaser');
    const token = getToken((await requestApproval(teaser)).body.link);
    await api.db
      .updateTable('profile_approvals')
      .set({ deadline: new Date(0) })
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(await answerByLink(token)).toMatchObject({ status: 410 });
    expect((await listProfiles())[0].versions[0].approval.state).toBe('overdue');
  });

  it('is given in the seller’s account only', async () => {
    const teaser = await createSaved('teaser');
    await requestApproval(teaser);
    const [asked] = (await seller.get('/own-profiles')).body.approvals;
    expect(asked).toMatchObject({ state: 'pending', kind: 'teaser', senderName: 'Ada Admin' });
    const path = `/own-profiles/${asked.id as string}`;
    const stranger = await api.signIn({
      role: 'CLIENT',
      workspaceId,
      customerId: await api.makeCustomer(workspaceId, { name: 'Other Client' }),
    });
    for (const caller of [stranger, admin]) {
      expect((await caller.get('/own-profiles')).body.approvals).toEqual([]);
      expect((await caller.post(`${path}/open`)).status).toBe(404);
      expect((await caller.post(`${path}/answer`, { decision: 'approved' })).status).toBe(404);
    }
    expect((await seller.post(`${path}/open`)).body.approval.sections).toEqual(clean);
    const answer = await seller.post(`${path}/answer`, { decision: 'declined', reason: 'Too detailed' });
    expect(answer.body.approval.state).toBe('declined');
    expect((await listProfiles())[0].versions[0].approval).toMatchObject({
      deciderName: 'Miriam K.',
      reason: 'Too detailed',
    });
    expect(await release(teaser.id)).toMatchObject({ status: 422 });
    expect(await listTypes(`/businesses/${businessId}`)).toEqual(
      expect.arrayContaining(['business.teaser_sent', 'business.teaser_declined']),
    );
    const { notifications } = (await admin.get('/notifications')).body;
    expect(notifications[0]).toMatchObject({
      type: 'profile.answered',
      title: 'The seller declined the teaser for Brightwillow Dental',
    });
  });

  it('needs an owner', async () => {
    const { body } = await admin.post('/businesses', { name: 'Nobody’s', type: 'dental' });
    const path = `/businesses/${body.business.id as string}/profiles`;
    const { profile } = (await admin.post(path, { kind: 'teaser' })).body;
    expect(await requestApproval(await save(profile))).toMatchObject({ status: 422 });
  });
});

describe('a released teaser', () => {
  const open = (teaserId: string, inWorkspace = workspaceId) =>
    api.guest.post('/teasers/open', { workspaceId: inWorkspace, teaserId });

  it('is public, once the seller has approved it, and each view is recorded', async () => {
    const teaser = await createApproved('teaser');
    expect((await open(teaser.id)).status).toBe(404);
    const { profile } = (await release(teaser.id)).body;
    expect(profile.publicPath).toBe(`/teaser?workspace=${workspaceId}&id=${teaser.id as string}`);
    const { body } = await open(teaser.id);
    expect(body.teaser).toMatchObject({ title: 'Dental practice', sections: clean, businessId, ...broker });
    expect(JSON.stringify(body)).not.toMatch(/Brightwillow|Kowalczyk/);
    expect((await listViews(teaser.id))[0]).toMatchObject({ reader: 'visitor', format: 'page', number: 1 });
    expect((await open(teaser.id, newId())).status).toBe(404);
    expect((await api.guest.post('/teasers/pdf', { workspaceId, teaserId: teaser.id })).status).toBe(200);
    expect((await listViews(teaser.id))[0]).toMatchObject({ reader: 'visitor', format: 'pdf' });
  });

  it('keeps the approved text while the draft changes', async () => {
    const teaser = await createReleased('teaser');
    await save(teaser, [{ heading: 'Overview', text: 'Brightwillow itself' }]);
    expect((await open(teaser.id)).body.teaser.sections).toEqual(clean);
  });

  it('is checked again against the record before the release', async () => {
    const teaser = await createApproved('teaser', [{ heading: 'Overview', text: 'Ask for Hallowell.' }]);
    await admin.post('/contacts', { businessId, name: 'Texanna Hallowell', role: 'other' });
    expect(await release(teaser.id)).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN' } });
  });

  it('ends when it is withdrawn or the business is no longer for sale', async () => {
    const teaser = await createReleased('teaser');
    const { body } = await admin.post(`/profiles/${teaser.id as string}/withdraw`);
    expect(body.profile).toMatchObject({ released: null, publicPath: null });
    expect((await open(teaser.id)).status).toBe(404);
    await release(teaser.id);
    expect((await open(teaser.id)).status).toBe(200);
    await admin.post(`/businesses/${businessId}/move`, {
      version: (await admin.get(`/businesses/${businessId}`)).body.business.version,
      stage: 'withdrawn',
      endReason: 'changed_mind',
    });
    expect((await open(teaser.id)).status).toBe(404);
    expect((await listProfiles())[0].publicPath).toBeNull();
  });
});

describe('a CIM', () => {
  let buyer: Caller;
  let dealId: string;
  beforeEach(async () => {
    const buyerId = await api.makeCustomer(workspaceId, { name: 'Bea Buyer' });
    buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId, displayName: 'Bea Buyer' });
    dealId = (await admin.post('/deals', { businessId, buyerId })).body.deal.id;
  });
  const setLevel = (level: 0 | 1, stage: 'inquiry' | 'cim_released' | 'lost' = 'cim_released') =>
    api.db
      .updateTable('deals')
      .set({ document_level: level, stage, lost_reason: stage === 'lost' ? 'price' : null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', dealId)
      .execute();
  const open = (caller = buyer) => caller.post(`/deals/${dealId}/cim`);

  it('is closed to the buyer until it is released and the deal has document level 1', async () => {
    const cim = await createApproved('cim');
    await setLevel(1);
    expect((await open()).status).toBe(404);
    await release(cim.id);
    await setLevel(0, 'inquiry');
    expect((await open()).status).toBe(404);
    expect((await buyer.get('/own-profiles')).body.cims).toEqual([]);
    expect((await buyer.post(`/deals/${dealId}/cim/ticket`)).status).toBe(404);
    await setLevel(1);
    expect((await open()).body).toMatchObject({
      businessName: 'Brightwillow Dental',
      reading: { number: 1, sections: clean },
    });
    expect((await buyer.get('/own-profiles')).body.cims).toMatchObject([{ dealId }]);
    for (const caller of [seller, admin]) expect((await open(caller)).status).toBe(404);
    await setLevel(1, 'lost');
    expect((await open()).status).toBe(404);
  });

  it('is closed again when the only NDA has ended', async () => {
    await createReleased('cim');
    await setLevel(1);
    const { templates } = (await admin.get('/agreement-templates')).body;
    const deal = (await admin.get(`/deals/${dealId}`)).body.deal;
    const { body } = await admin.post('/agreements', {
      customerId: deal.buyer.id,
      templateId: templates[0].id,
      businessIds: [businessId],
      delivery: 'link',
    });
    const token = getToken(body.link);
    const { signing } = (await api.guest.post('/signing/open', { token })).body;
    await api.guest.post('/signing/sign', {
      token,
      textSha256: signing.textSha256,
      hasConsented: true,
      signature: { kind: 'typed', name: 'Bea Buyer' },
    });
    expect((await open()).status).toBe(200);
    await api.db
      .updateTable('agreements')
      .set({ expires_on: '2020-01-01' })
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect((await open()).status).toBe(404);
    expect((await buyer.get('/own-profiles')).body.cims).toEqual([]);
  });

  it('records a view and adds entries for staff to the timelines of deal, business, and buyer, none for the seller', async () => {
    const cim = await createReleased('cim');
    await setLevel(1);
    await open();
    const { ticket } = (await buyer.post(`/deals/${dealId}/cim/ticket`)).body;
    const download = await api.app.inject({ method: 'GET', url: ticket.url });
    expect(download.statusCode).toBe(200);
    const pdf = await getDocumentProxy(new Uint8Array(download.rawPayload));
    const { text } = await extractText(pdf, { mergePages: true });
    expect(text).toMatch(/six operatories.*Ada Admin.*\(512\) 555-0100.*Prepared for Bea Buyer/s);
    expect((await listViews(cim.id)).slice(0, 2)).toMatchObject([
      { reader: 'buyer', format: 'pdf', dealId, user: { displayName: 'Bea Buyer' } },
      { reader: 'buyer', format: 'page', dealId },
    ]);
    for (const path of [`/deals/${dealId}`, `/businesses/${businessId}`])
      expect(await listTypes(path), path).toContain('deal.cim_opened');
    await setLevel(0);
    expect((await api.app.inject({ method: 'GET', url: ticket.url })).statusCode).toBe(404);
    expect(await listTypes(`/users/${ownerId}`, seller)).not.toContain('deal.cim_opened');
  });

  it('meets the gates once the seller has approved it, and it is released', async () => {
    const facts = () => loadProfileFacts(api.db, { workspaceId, businessId });
    expect(await facts()).toEqual({ isCimApproved: false, isCimReleased: false, isTeaserReleased: false });
    const cim = await createSaved('cim');
    expect(await facts()).toMatchObject({ isCimApproved: false });
    const { body } = await requestApproval(cim);
    await answerByLink(getToken(body.link));
    expect(await facts()).toMatchObject({ isCimApproved: true, isCimReleased: false });
    await release(cim.id);
    expect(await facts()).toMatchObject({ isCimReleased: true });
    await release((await createApproved('teaser')).id);
    expect(await facts()).toMatchObject({ isTeaserReleased: true });
  });
});

describe('the log of views', () => {
  it('is paged, newest first', async () => {
    const teaser = await createReleased('teaser');
    for (let time = 0; time < 5; time += 1)
      await api.guest.post('/teasers/open', { workspaceId, teaserId: teaser.id });
    const path = `/profiles/${teaser.id as string}/views`;
    const first = (await admin.get(`${path}?limit=3`)).body;
    expect(first).toMatchObject({ total: 5, nextCursor: expect.any(String) });
    const rest = (await admin.get(`${path}?limit=3&cursor=${first.nextCursor as string}`)).body;
    expect(new Set([...first.views, ...rest.views].map(({ id }) => id)).size).toBe(5);
    const page = await admin.post(`/profiles/${teaser.id as string}/versions/1/ticket`);
    const pdf = await api.app.inject({ method: 'GET', url: page.body.ticket.url });
    expect(pdf.statusCode).toBe(200);
    expect((await admin.get(path)).body.views[0]).toMatchObject({ reader: 'staff', format: 'pdf' });
  });
});
