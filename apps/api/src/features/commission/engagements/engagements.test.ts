import { formatLongDate } from '@handover/domain/format-date.ts';
import { defaultFeeTables } from '@handover/contract/commission/commission-settings.ts';
import { addDays, addMonths } from '@handover/domain/calendar-dates.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { today } from '#test/commission-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { withLock } from '#test/with-lock.ts';
import { sendEngagementReminders } from './send-engagement-reminders.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let businessId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  businessId = await createBusiness();
});

const [lehman] = defaultFeeTables;
const splits = {
  referralBps: 0,
  referralName: null,
  listingShareBps: 5_000,
  brokerBps: 6_000,
  coBrokerBps: 0,
  buyerBrokerBps: 5_000,
};
const letter = {
  feeTableName: 'Lehman',
  steps: lehman?.steps,
  minimumFeeCents: 50_000_00,
  countedParts: ['cash', 'sellerNote'],
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  tailMonths: 12,
  carveOuts: 'Sale to the founder’s family',
  brokerId: null,
  coBrokerId: null,
  retainers: [{ amountCents: 5_000_00, isCreditable: true, paidOn: null }],
  splits,
  documentId: null,
};

async function createBusiness(name = 'Bright Dental'): Promise<string> {
  const { body } = await admin.post('/businesses', { name, type: 'dental', askingPriceCents: 100_000_000 });
  return body.business.id as string;
}
const getPath = () => `/businesses/${businessId}/engagement-letters`;
const uploadLetter = () =>
  admin.upload(`/documents?recordType=business&recordId=${businessId}&name=letter.txt`, 'Signed');
const createDraft = async (change: object = {}) =>
  (await admin.post(getPath(), { ...letter, ...change })).body.engagementLetter;
const sign = (id: string, signedOn = '2026-01-02', version = 1) =>
  admin.post(`/engagement-letters/${id}/sign`, { version, signedOn });
const listPaths = (answer: { body: { errors: { path: string }[] } }) =>
  answer.body.errors.map(({ path }) => path);

describe('an engagement letter', () => {
  it('is drafted with its own copy of the rates, changed, and listed', async () => {
    const created = await createDraft();
    expect(created).toMatchObject({ status: 'draft', currency: 'USD', version: 1, steps: lehman?.steps });
    const changed = await admin.put(`/engagement-letters/${created.id as string}`, {
      version: 1,
      ...letter,
      brokerId: admin.userId,
      tailMonths: 24,
    });
    expect(changed.body.engagementLetter).toMatchObject({
      tailMonths: 24,
      broker: { id: admin.userId },
      version: 2,
    });
    const settings = { version: 1, feeTables: [], stageWeights: (await getSettings()).stageWeights };
    expect((await admin.put('/commission-settings', settings)).status).toBe(200);
    const { engagementLetters } = (await admin.get(getPath())).body;
    expect(engagementLetters).toEqual([changed.body.engagementLetter]);
  });

  it('is signed, after which terms are fixed and payments of retainers can be recorded', async () => {
    const { id } = await createDraft();
    expect((await sign(id)).body.engagementLetter).toMatchObject({
      status: 'signed',
      signedOn: '2026-01-02',
    });
    expect(await sign(id)).toMatchObject({ status: 422 });
    const path = `/engagement-letters/${id as string}`;
    const paid = {
      ...letter,
      retainers: [{ amountCents: 5_000_00, isCreditable: true, paidOn: '2026-01-03' }],
    };
    expect(await admin.put(path, { version: 2, ...paid, minimumFeeCents: 0 })).toMatchObject({ status: 422 });
    expect((await admin.put(path, { version: 2, ...paid })).body.engagementLetter.retainers).toEqual(
      paid.retainers,
    );
    expect(await admin.put(path, { version: 2, ...letter })).toMatchObject({ status: 409 });
    expect(await admin.delete(path)).toMatchObject({ status: 422 });
    const { activities } = (await admin.get(`/businesses/${businessId}/activities`)).body;
    expect(activities.map(({ type }: { type: string }) => type)).toEqual([
      'business.engagement_signed',
      'business.engagement_drafted',
      'business.created',
    ]);
  });

  it('has brokers, splits, and retainers that only administrators change once it is signed', async () => {
    const { id } = await createDraft();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const path = `/engagement-letters/${id as string}`;
    const put = (caller: Caller, version: number, change: object = {}) =>
      caller.put(path, { version, ...letter, ...change });
    const better = { ...splits, brokerBps: 7_000 };
    expect((await put(staff, 1, { splits: better })).status).toBe(200);
    await sign(id, '2026-01-02', 2);
    const signed = { splits: better };
    for (const change of [
      { splits },
      { ...signed, brokerId: staff.userId },
      { ...signed, coBrokerId: staff.userId },
      { ...signed, retainers: [] },
    ])
      expect(await put(staff, 3, change)).toMatchObject({
        status: 403,
        body: { detail: 'Only administrators can change brokers, splits, and retainers of a signed letter.' },
      });
    expect(await put(staff, 2, signed)).toMatchObject({ status: 409 });
    const documentId = (await uploadLetter()).body.document.id as string;
    expect((await put(staff, 3, { ...signed, documentId })).body.engagementLetter).toMatchObject({
      document: { id: documentId },
      abilities: { canChangeShares: false },
      splits: better,
    });
    const change = { documentId, coBrokerId: staff.userId };
    expect((await put(admin, 4, change)).body.engagementLetter).toMatchObject({
      splits,
      abilities: { canChangeShares: true },
    });
    const entries = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', 'updateEngagementLetter')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(entries).toEqual([
      {
        detail: {
          from: { coBrokerId: null, splits: better },
          to: { coBrokerId: staff.userId, splits },
        },
      },
    ]);
  });

  it('is ended with a date and a reason; one letter is signed at a time', async () => {
    const { id } = await createDraft();
    await sign(id);
    const second = await createDraft();
    expect(await createDraft()).toBeUndefined();
    expect(await sign(second.id)).toMatchObject({ status: 422 });
    const end = (endedOn: string) =>
      admin.post(`/engagement-letters/${id as string}/end`, { version: 2, endedOn, reason: 'Seller stays' });
    expect(listPaths(await end('2027-01-01'))).toEqual(['endedOn']);
    expect(listPaths(await end('2025-12-31'))).toEqual(['endedOn']);
    expect((await end('2026-08-31')).body.engagementLetter).toMatchObject({
      status: 'ended',
      endedOn: '2026-08-31',
    });
    expect((await admin.get(getPath())).body.tailEndsOn).toBe('2027-08-31');
    expect((await sign(second.id)).status).toBe(200);
    expect((await admin.get(getPath())).body.tailEndsOn).toBe('2027-12-31');
  });

  it('can be deleted as a draft', async () => {
    const { id } = await createDraft();
    expect((await admin.delete(`/engagement-letters/${id as string}`)).status).toBe(204);
    expect((await admin.get(getPath())).body.engagementLetters).toEqual([]);
  });

  it('is not deleted when it is signed at that moment', async () => {
    const { id } = await createDraft();
    const path = `/engagement-letters/${id as string}`;
    const change = `BEGIN; UPDATE engagement_letters SET status = 'signed', signed_on = starts_on WHERE id = '${id as string}'`;
    const begin = async (owner: { query(text: string): Promise<unknown> }) =>
      void (await owner.query(change));
    const deletion = await withLock(api, begin, () => admin.delete(path));
    expect(deletion.status).toBe(422);
    expect((await admin.get(getPath())).body.engagementLetters).toMatchObject([{ id, status: 'signed' }]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no rates', { steps: [] }, 'steps'],
    ['a last step with a limit', { steps: [{ upToCents: 100, rateBps: 1_000 }] }, 'steps'],
    ['a rate above 100%', { steps: [{ upToCents: null, rateBps: 10_001 }] }, 'steps.0.rateBps'],
    ['an end before the start', { endsOn: '2025-12-31' }, 'endsOn'],
    ['nothing that the commission is on', { countedParts: [] }, 'countedParts'],
    ['a negative minimum', { minimumFeeCents: -1 }, 'minimumFeeCents'],
    ['more than is there for brokers', { splits: { ...splits, coBrokerBps: 4_001 } }, 'splits.coBrokerBps'],
    ['a referral without a name', { splits: { ...splits, referralBps: 100 } }, 'splits.referralName'],
    [
      'a retainer that is paid in the future',
      { retainers: [{ amountCents: 1, isCreditable: true, paidOn: '2099-01-01' }] },
      'retainers.0.paidOn',
    ],
    ['a broker from elsewhere', { brokerId: '018f0000-0000-7000-8000-000000000000' }, 'brokerId'],
    ['a file of no business', { documentId: '018f0000-0000-7000-8000-000000000000' }, 'documentId'],
  ])('cannot have %s', async (_what, change, path) => {
    const answer = await admin.post(getPath(), { ...letter, ...change });
    expect([answer.status, listPaths(answer)]).toEqual([400, [path]]);
  });

  it('keeps the signed file of its business, unless it is in the trash', async () => {
    const { id } = (await uploadLetter()).body.document;
    expect((await createDraft({ documentId: id })).document).toEqual({ id, name: 'letter.txt' });
    await admin.delete(`/documents/${id as string}`);
    const answer = await admin.post(getPath(), { ...letter, documentId: id });
    expect([answer.status, listPaths(answer)]).toEqual([400, ['documentId']]);
  });

  it('is for staff in scope of the business', async () => {
    const { id } = await createDraft();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    expect((await staff.get(getPath())).status).toBe(200);
    const { version } = (await admin.get('/workspace')).body.workspace;
    await admin.patch('/workspace', { version, recordScope: 'own' });
    expect((await staff.get(getPath())).status).toBe(404);
    expect((await staff.put(`/engagement-letters/${id as string}`, { version: 1, ...letter })).status).toBe(
      404,
    );
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(
      (await elsewhere.put(`/engagement-letters/${id as string}`, { version: 1, ...letter })).status,
    ).toBe(404);
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await client.get(getPath())).status).toBe(404);
    expect((await api.guest.get(getPath())).status).toBe(401);
  });
});

describe('the term of a signed letter', () => {
  const setStage = (stage: 'engaged' | 'on_market') =>
    api.db
      .updateTable('businesses')
      .set({ stage })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', businessId)
      .execute();
  const stateOf = async () =>
    (await admin.get(`/businesses/${businessId}/gate`)).body.gate.requirements.find(
      ({ key }: { key: string }) => key === 'engagement',
    ).state;
  const withdraw = async () => {
    const { version } = (await admin.get(`/businesses/${businessId}`)).body.business;
    const move = { version, stage: 'withdrawn', endReason: 'changed_mind' };
    const answer = await admin.post(`/businesses/${businessId}/move`, move);
    expect(answer.status, answer.text).toBe(200);
  };
  const letters = async () => (await admin.get(getPath())).body;

  it('is what the gate of an engaged business requires, not a letter that has ended by itself', async () => {
    await setStage('engaged');
    expect(await stateOf()).toBe('missing');
    const { id } = await createDraft({ startsOn: '2020-01-01', endsOn: '2020-12-31' });
    await sign(id, '2020-01-01');
    expect(await stateOf()).toBe('missing');
    await admin.post(`/engagement-letters/${id as string}/end`, {
      version: 2,
      endedOn: '2020-12-31',
      reason: 'Over',
    });
    await sign((await createDraft({ endsOn: null })).id);
    expect(await stateOf()).toBe('met');
  });

  it('ends with the withdrawal of the business where it is open-ended, so that the tail begins', async () => {
    await setStage('on_market');
    await sign((await createDraft({ endsOn: null })).id);
    expect((await letters()).tailEndsOn).toBeNull();
    await withdraw();
    const { engagementLetters, tailEndsOn } = await letters();
    expect(engagementLetters).toMatchObject([
      { status: 'ended', endedOn: today, endReason: 'The business was withdrawn' },
    ]);
    expect(tailEndsOn).toBe(addMonths(today, 12));
    const { activities } = (await admin.get(`/businesses/${businessId}/activities`)).body;
    expect(activities.map(({ type }: { type: string }) => type)).toContain('business.engagement_ended');
  });

  it('with a last day runs until then although the business is withdrawn', async () => {
    await setStage('on_market');
    await sign((await createDraft({ endsOn: '2099-12-31' })).id);
    await withdraw();
    expect(await letters()).toMatchObject({
      tailEndsOn: '2100-12-31',
      engagementLetters: [{ status: 'signed', endedOn: null }],
    });
  });

  it('reminds the broker once, 30 days before its last day, and nobody of a withdrawn business', async () => {
    const broker = await api.signIn({ role: 'STAFF', workspaceId });
    const lastDay = addDays(today, 30);
    const addLetter = async (name: string, endsOn: string) => {
      businessId = await createBusiness(name);
      await sign((await createDraft({ brokerId: broker.userId, startsOn: '2020-01-01', endsOn })).id);
    };
    await addLetter('Later Dental', addDays(lastDay, 1));
    await addLetter('Withdrawn Dental', lastDay);
    await withdraw();
    await addLetter('Cedar Dental', lastDay);
    await sendEngagementReminders(api.booted.platform);
    await sendEngagementReminders(api.booted.platform);
    expect((await broker.get('/notifications')).body.notifications).toMatchObject([
      {
        type: 'engagement.ending',
        title: `The engagement letter for Cedar Dental ends on ${formatLongDate(lastDay)}`,
        businessId,
      },
    ]);
  });
});

describe('the protected list', () => {
  it('has the buyers introduced during the term, by deal or by hand', async () => {
    const [byDeal, byHand] = [await makeBuyer('Dana Deal'), await makeBuyer('Hal Hand')];
    const add = (introducedOn: string, buyerId = byHand) =>
      admin.post(`/businesses/${businessId}/protected-buyers`, { buyerId, introducedOn, note: 'Met in May' });
    expect(await add('2026-05-01')).toMatchObject({ status: 422 });
    await sign((await createDraft({ endsOn: null })).id);
    await admin.post('/deals', { businessId, buyerId: byDeal });
    expect(listPaths(await add('2025-12-31'))).toEqual(['introducedOn']);
    expect(await add('2026-05-01')).toMatchObject({ status: 201 });
    expect(await add('2026-05-01')).toMatchObject({ status: 409 });
    const { protectedBuyers } = (await admin.get(getPath())).body;
    expect(protectedBuyers).toMatchObject([
      { buyer: { name: 'Dana Deal' }, source: 'deal' },
      { buyer: { name: 'Hal Hand' }, source: 'manual', introducedOn: '2026-05-01', note: 'Met in May' },
    ]);
    const remove = (buyerId: string) => admin.delete(`/businesses/${businessId}/protected-buyers/${buyerId}`);
    expect((await remove(byDeal)).status).toBe(404);
    expect((await remove(byHand)).status).toBe(204);
    expect((await admin.get(getPath())).body.protectedBuyers).toHaveLength(1);
  });

  it('lists a buyer again under a later letter, and keeps the earlier introduction', async () => {
    const buyerId = await makeBuyer('Hal Hand');
    const add = (introducedOn: string) =>
      admin.post(`/businesses/${businessId}/protected-buyers`, { buyerId, introducedOn, note: null });
    const first = await createDraft({ startsOn: '2025-01-01', endsOn: '2025-12-31' });
    await sign(first.id, '2025-01-02');
    expect((await add('2025-05-01')).status).toBe(201);
    const end = { version: 2, endedOn: '2025-06-30', reason: 'A new letter' };
    expect((await admin.post(`/engagement-letters/${first.id as string}/end`, end)).status).toBe(200);
    await sign((await createDraft()).id);
    expect((await add('2026-05-01')).status).toBe(201);
    expect((await add('2026-05-02')).status).toBe(409);
    expect((await admin.get(getPath())).body.protectedBuyers).toMatchObject([
      { buyer: { id: buyerId }, introducedOn: '2026-05-01' },
    ]);
    const path = `/businesses/${businessId}/protected-buyers/${buyerId}`;
    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.delete(path)).status).toBe(404);
    const kept = await api.db
      .selectFrom('protected_buyers')
      .select('introduced_on')
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(kept).toEqual([{ introduced_on: '2025-05-01' }]);
  });

  it('keeps the buyer of a deal in the trash, unless it was an inquiry', async () => {
    await sign((await createDraft({ endsOn: null })).id);
    const [lost, inquiry] = [await makeBuyer('Lou Lost'), await makeBuyer('Ina Inquiry')];
    for (const buyerId of [lost, inquiry]) {
      const { id, version } = (await admin.post('/deals', { businessId, buyerId })).body.deal;
      if (buyerId === lost)
        await admin.post(`/deals/${id as string}/move`, { version, stage: 'lost', lostReason: 'price' });
      expect((await admin.delete(`/deals/${id as string}`)).status).toBe(204);
    }
    const { protectedBuyers } = (await admin.get(getPath())).body;
    expect(protectedBuyers).toMatchObject([{ buyer: { id: lost }, source: 'deal' }]);
  });

  it('excludes buyers introduced after the end of the letter', async () => {
    const { id } = await createDraft({ startsOn: '2020-01-01', endsOn: null });
    await sign(id);
    const end = { version: 2, endedOn: '2020-06-30', reason: 'Over' };
    await admin.post(`/engagement-letters/${id as string}/end`, end);
    await admin.post('/deals', { businessId, buyerId: await makeBuyer('Late') });
    expect((await admin.get(getPath())).body.protectedBuyers).toEqual([]);
  });
});

const makeBuyer = (name: string) => api.makeCustomer(workspaceId, { name });
const getSettings = async () => (await admin.get('/commission-settings')).body.commissionSettings;
