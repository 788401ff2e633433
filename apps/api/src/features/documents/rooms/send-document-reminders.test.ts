import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { sendDocumentReminders } from './send-document-reminders.ts';

let api: TestApi;
let workspaceId: string;
let businessId: string;
let sellerId: string;
let broker: Caller;
/** The broker, or another administrator once the broker’s session has expired. */
let admin: Caller;
let seller: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(() => use('America/New_York', '2026-03-01T17:00:00Z'));

async function use(timeZone: string, now: string): Promise<void> {
  api.clock.set(new Date(now));
  workspaceId = await api.makeWorkspace({ timeZone });
  broker = await api.signIn({ role: 'ADMIN', workspaceId });
  admin = broker;
  sellerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller', brokerId: broker.userId });
  seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: sellerId });
  const business = { name: 'Abbott Dental', type: 'dental', ownerId: sellerId, brokerId: broker.userId };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  await admin.post(`/businesses/${businessId}/data-room`);
}
const getRoom = async () => (await admin.get(`/businesses/${businessId}/data-room`)).body.room;
const change = async (title: string, body: object) => {
  const { requests } = await getRoom();
  const { id, version } = requests.find((request: { title: string }) => request.title === title);
  return (await admin.patch(`/room-requests/${id}`, { version, ...body })).body.request;
};
const ask = (title: string, dueOn: string) => change(title, { state: 'requested', dueOn });
const upload = async (title: string, caller = seller) => {
  const { requests } = await getRoom();
  const { id } = requests.find((request: { title: string }) => request.title === title);
  return caller.upload(`/room-requests/${id}/documents?name=a.txt&attestation=1`, 'bytes');
};
/** Signs in again, since days have passed. */
const signInAt = async (instant: string) => {
  api.clock.set(new Date(instant));
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
};
const sendRemindersAt = async (instant: string): Promise<void> => {
  api.clock.set(new Date(instant));
  await sendDocumentReminders(api.booted.background);
};
const listTitles = async ({ userId }: Caller, type: string): Promise<string[]> =>
  (
    await api.db
      .selectFrom('notifications')
      .select('title')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .orderBy('created_at')
      .execute()
  ).map(({ title }) => title);
/** Without the notification of the request itself. */
const listReminders = async () =>
  (await listTitles(seller, 'room.requested')).filter((title) => !title.startsWith('Documents requested'));
const setRow = (table: 'customers' | 'businesses' | 'data_rooms', id: string, values: object) =>
  api.db
    .updateTable(table)
    .set(values)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();

describe('the owner', () => {
  it('is reminded 7 days before, on the due date, and then weekly, each once and with the number', async () => {
    await ask('Licenses', '2026-03-20');
    await sendRemindersAt('2026-03-12T20:00:00Z');
    expect(await listReminders()).toEqual([]);
    // Clocks went forward on March 8: 7 a.m. is 11:00 UTC.
    await sendRemindersAt('2026-03-13T10:59:59Z');
    expect(await listReminders()).toEqual([]);
    const expected: string[] = [];
    for (const [instant, title] of [
      ['2026-03-13T11:00:00Z', '1 document to send for Abbott Dental: 1 due March 20'],
      ['2026-03-20T11:00:00Z', '1 document to send for Abbott Dental: 1 due March 20'],
      ['2026-03-27T11:00:00Z', '1 document to send for Abbott Dental: 1 overdue'],
      ['2026-04-03T11:00:00Z', '1 document to send for Abbott Dental: 1 overdue'],
    ] as const) {
      await sendRemindersAt(instant);
      expected.push(title);
      expect(await listReminders()).toEqual(expected);
      const nextDays = [0.1, 1, 3, 6].map((days) => Date.parse(instant) + days * 86_400_000);
      for (const later of nextDays) await sendRemindersAt(new Date(later).toISOString());
      expect(await listReminders()).toEqual(expected);
    }
  });

  it('is notified once a day of all documents of the room together', async () => {
    await ask('Licenses', '2026-03-20');
    await ask('Debt schedule', '2026-03-20');
    await ask('A/R aging', '2026-03-18');
    await sendRemindersAt('2026-03-13T12:00:00Z');
    expect(await listReminders()).toEqual(['3 documents to send for Abbott Dental: 3 due starting March 18']);
    await signInAt('2026-03-13T13:00:00Z');
    await ask('Payroll census', '2026-03-10');
    await change('Payroll census', { dueOn: '2026-03-12' });
    await sendRemindersAt('2026-03-13T14:00:00Z');
    expect(await listReminders()).toHaveLength(1);
    await sendRemindersAt('2026-03-20T14:00:00Z');
    expect((await listReminders()).slice(1)).toEqual([
      '4 documents to send for Abbott Dental: 2 overdue, 2 due March 20',
    ]);
  });

  it('is reminded once of several days that passed without a server', async () => {
    await ask('Licenses', '2026-03-20');
    await sendRemindersAt('2026-05-02T12:00:00Z');
    await sendRemindersAt('2026-05-02T12:01:00Z');
    expect(await listReminders()).toEqual(['1 document to send for Abbott Dental: 1 overdue']);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-03-18T16:59:59Z', '2026-03-18T17:00:00Z'],
    ['Pacific/Pago_Pago', '2026-03-19T17:59:59Z', '2026-03-19T18:00:00Z'],
  ])('in %s is reminded from 7 a.m. of the day there', async (zone, before, at) => {
    await use(zone, '2026-03-17T00:00:00Z');
    await ask('Licenses', '2026-03-19');
    await sendRemindersAt(before);
    expect(await listReminders()).toEqual([]);
    await sendRemindersAt(at);
    expect(await listReminders()).toEqual(['1 document to send for Abbott Dental: 1 due March 19']);
  });

  it('is not reminded on the day of being asked or refused', async () => {
    await ask('Licenses', '2026-03-01');
    await sendRemindersAt('2026-03-01T20:00:00Z');
    expect(await listReminders()).toEqual([]);
    await signInAt('2026-03-08T10:00:00Z');
    await upload('Licenses', admin);
    await change('Licenses', { state: 'refused', refusal: 'Page 2 is missing.' });
    await sendRemindersAt('2026-03-08T20:00:00Z');
    expect(await listReminders()).toEqual(['Licenses was rejected: Page 2 is missing.']);
    await sendRemindersAt('2026-03-15T20:00:00Z');
    expect((await listReminders()).slice(1)).toEqual(['1 document to send for Abbott Dental: 1 overdue']);
  });

  it('is not reminded of what was uploaded, verified, set aside, or has no due date', async () => {
    for (const title of ['Licenses', 'Debt schedule', 'A/R aging']) await ask(title, '2026-03-10');
    await change('Payroll census', { state: 'requested' });
    await upload('Licenses');
    await upload('Debt schedule');
    await change('Debt schedule', { state: 'verified' });
    await change('A/R aging', { state: 'not_applicable' });
    await sendRemindersAt('2026-03-20T20:00:00Z');
    expect([await listReminders(), await listTitles(broker, 'room.overdue')]).toEqual([[], []]);
  });

  it('gets nothing when banned, deleted, or without a login; the broker still does', async () => {
    await ask('Licenses', '2026-03-10');
    await setRow('customers', sellerId, { status: 'banned' });
    await sendRemindersAt('2026-03-11T20:00:00Z');
    await setRow('customers', sellerId, { status: 'active', deleted_at: new Date() });
    await sendRemindersAt('2026-03-17T20:00:00Z');
    await setRow('customers', sellerId, { deleted_at: null, user_id: null });
    await sendRemindersAt('2026-03-24T20:00:00Z');
    expect(await listReminders()).toEqual([]);
    expect(await listTitles(broker, 'room.overdue')).toEqual(['Licenses for Abbott Dental is overdue']);
  });

  it('gets nothing while the room is frozen, the business in the trash, or the sale over, and neither does the broker', async () => {
    await ask('Licenses', '2026-03-10');
    const { id } = await getRoom();
    await setRow('data_rooms', id, { state: 'frozen' });
    await sendRemindersAt('2026-03-11T20:00:00Z');
    await setRow('data_rooms', id, { state: 'open' });
    await setRow('businesses', businessId, { deleted_at: new Date() });
    await sendRemindersAt('2026-03-11T20:01:00Z');
    expect([await listReminders(), await listTitles(broker, 'room.overdue')]).toEqual([[], []]);
    await setRow('businesses', businessId, { deleted_at: null, stage: 'sold', stage_reason: 'Closed' });
    await sendRemindersAt('2026-03-11T20:02:00Z');
    expect([await listReminders(), await listTitles(broker, 'room.overdue')]).toEqual([[], []]);
    await setRow('businesses', businessId, { stage: 'packaging' });
    await sendRemindersAt('2026-03-11T20:03:00Z');
    expect(await listReminders()).toHaveLength(1);
  });

  it('is reminded through the channels of their own settings', async () => {
    await seller.put('/notifications/choices', {
      version: 0,
      kinds: [{ type: 'room.requested', inApp: false, email: 'digest' }],
      digest: { hour: 8, weekdays: [1], withTasks: false },
    });
    await ask('Licenses', '2026-03-10');
    await sendRemindersAt('2026-03-10T20:00:00Z');
    const { rows } = await sql<{ is_in_app: boolean; waits_for: string }>`
      SELECT is_in_app, waits_for FROM notifications WHERE workspace_id = ${workspaceId}
        AND user_id = ${seller.userId} AND title LIKE '1 document%'`.execute(api.db);
    expect(rows).toEqual([{ is_in_app: false, waits_for: 'digest' }]);
  });
});

describe('the broker', () => {
  it('is notified once of what has become overdue', async () => {
    await ask('Licenses', '2026-03-10');
    await ask('Debt schedule', '2026-03-10');
    await sendRemindersAt('2026-03-10T20:00:00Z');
    expect(await listTitles(broker, 'room.overdue')).toEqual([]);
    for (const day of ['11', '12', '18', '25']) await sendRemindersAt(`2026-03-${day}T20:00:00Z`);
    expect(await listTitles(broker, 'room.overdue')).toEqual(['2 documents for Abbott Dental are overdue']);
    await signInAt('2026-03-25T21:00:00Z');
    await change('Licenses', { dueOn: '2026-03-27' });
    await sendRemindersAt('2026-03-28T20:00:00Z');
    expect(await listTitles(broker, 'room.overdue')).toEqual([
      '2 documents for Abbott Dental are overdue',
      'Licenses for Abbott Dental is overdue',
    ]);
  });
});

describe('a business without a broker', () => {
  it('has its overdue and expired documents announced to the administrators', async () => {
    const other = await api.signIn({ role: 'ADMIN', workspaceId });
    await ask('Licenses', '2026-03-10');
    await ask('Debt schedule', '2026-03-20');
    await upload('Debt schedule');
    await change('Debt schedule', { state: 'verified', expiresOn: '2026-03-15' });
    await setRow('businesses', businessId, { broker_id: null });
    await sendRemindersAt('2026-03-16T20:00:00Z');
    for (const administrator of [broker, other])
      expect((await listTitles(administrator, 'room.overdue')).toSorted()).toEqual([
        'Debt schedule for Abbott Dental has expired',
        'Licenses for Abbott Dental is overdue',
      ]);
  });
});

describe('a verified document that has expired', () => {
  it('is requested from the owner again, and owner and broker are notified once', async () => {
    await ask('Licenses', '2026-03-10');
    await upload('Licenses');
    await change('Licenses', { state: 'verified', expiresOn: '2026-03-31' });
    const expired = 'Licenses for Abbott Dental has expired';
    await sendRemindersAt('2026-03-31T20:00:00Z');
    expect(await listTitles(broker, 'room.overdue')).toEqual([]);
    for (const instant of ['2026-04-01T11:00:00Z', '2026-04-01T20:00:00Z', '2026-04-20T20:00:00Z'])
      await sendRemindersAt(instant);
    expect(await listTitles(broker, 'room.overdue')).toEqual([expired]);
    expect(await listReminders()).toEqual([`${expired}. Send a current one.`]);

    seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: sellerId });
    admin = await api.signIn({ role: 'ADMIN', workspaceId });
    const [{ requests }] = (await seller.get('/own-rooms')).body.rooms;
    expect(requests).toMatchObject([{ title: 'Licenses', state: 'expired' }]);
    expect((await upload('Licenses')).body.request).toMatchObject({ state: 'uploaded', expiresOn: null });
    await change('Licenses', { state: 'verified', expiresOn: '2026-04-30' });
    await sendRemindersAt('2026-05-01T20:00:00Z');
    expect(await listTitles(broker, 'room.overdue')).toEqual([expired, expired]);
  });
});

describe('each notification', () => {
  const all = async () => [...(await listReminders()), ...(await listTitles(broker, 'room.overdue'))];
  const everything = [
    '1 document to send for Abbott Dental: 1 overdue',
    'A/R aging for Abbott Dental has expired. Send a current one.',
    'Licenses for Abbott Dental is overdue',
    'A/R aging for Abbott Dental has expired',
  ];
  beforeEach(async () => {
    await ask('Licenses', '2026-03-10');
    await upload('A/R aging', admin);
    await change('A/R aging', { state: 'verified', expiresOn: '2026-03-10' });
    api.clock.set(new Date('2026-03-11T20:00:00Z'));
  });

  it('is sent once with several servers', async () => {
    await Promise.all([1, 2, 3, 4].map(() => sendDocumentReminders(api.booted.background)));
    expect((await all()).toSorted()).toEqual(everything.toSorted());
  });

  it('is sent after a server was killed before it could commit, and not twice', async () => {
    const { background } = api.booted;
    const killed: typeof background.runner = {
      ...background.runner,
      db: background.runner.db,
      clock: background.runner.clock,
      transact: (act) =>
        background.runner.transact(async (work) => {
          await act(work);
          throw new Error('killed');
        }),
    };
    await sendDocumentReminders({ ...background, runner: killed });
    expect(await all()).toEqual([]);
    await sendDocumentReminders(background);
    await sendDocumentReminders(background);
    expect((await all()).toSorted()).toEqual(everything.toSorted());
  });
});
