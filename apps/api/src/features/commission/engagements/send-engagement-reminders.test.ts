import { toCalendarDate } from '@handover/domain/local-time.ts';
import { defaultFeeTables } from '@handover/contract/commission/commission-settings.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { sendEngagementReminders } from './send-engagement-reminders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const [feeTable] = defaultFeeTables;
const terms = {
  brokerId: null,
  coBrokerId: null,
  feeTableName: 'Lehman',
  steps: feeTable?.steps,
  minimumFeeCents: 0,
  countedParts: ['cash'],
  startsOn: '2020-01-01',
  endsOn: null,
  tailMonths: 12,
  carveOuts: null,
  retainers: [],
  splits: {
    referralBps: 0,
    referralName: null,
    listingShareBps: 5_000,
    brokerBps: 6_000,
    coBrokerBps: 0,
    buyerBrokerBps: 5_000,
  },
  documentId: null,
};

/** Returns the path of the letter. */
async function createSignedLetter(
  admin: Caller,
  { brokerId, letter }: { brokerId: string; letter: object },
): Promise<string> {
  const { business } = (await admin.post('/businesses', { name: 'Oak', type: 'dental', brokerId })).body;
  const draft = await admin.post(`/businesses/${business.id}/engagement-letters`, { ...terms, ...letter });
  expect(draft.status, draft.text).toBe(201);
  const path = `/engagement-letters/${String(draft.body.engagementLetter.id)}`;
  expect((await admin.post(`${path}/sign`, { version: 1, signedOn: '2026-01-02' })).status).toBe(200);
  return path;
}

async function deactivate(workspaceId: string, { userId }: Caller): Promise<void> {
  await api.db
    .updateTable('memberships')
    .set({ status: 'deactivated', deactivated_at: new Date() })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

it('reminds the broker of the business after the broker of the letter has left, else the administrators', async () => {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const [former, successor] = [
    await api.signIn({ role: 'STAFF', workspaceId }),
    await api.signIn({ role: 'STAFF', workspaceId }),
  ];
  const endsOn = addDays(toCalendarDate(new Date(), 'America/New_York'), 20);
  for (const brokerId of [successor.userId, former.userId])
    await createSignedLetter(admin, { brokerId, letter: { brokerId: former.userId, endsOn } });
  await deactivate(workspaceId, former);
  const countReminders = async (caller: Caller): Promise<number> =>
    (await caller.get('/notifications')).body.notifications.filter(
      ({ type }: { type: string }) => type === 'engagement.ending',
    ).length;
  await sendEngagementReminders(api.booted.platform);
  expect(await countReminders(successor)).toBe(1);
  expect(await countReminders(admin)).toBe(1);
});

it('changes a letter with brokers who have left, who cannot be chosen for another', async () => {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const [former, other] = [
    await api.signIn({ role: 'STAFF', workspaceId }),
    await api.signIn({ role: 'STAFF', workspaceId }),
  ];
  const brokers = { brokerId: former.userId, coBrokerId: other.userId };
  const path = await createSignedLetter(admin, { brokerId: admin.userId, letter: brokers });
  await deactivate(workspaceId, former);
  await deactivate(workspaceId, other);
  const retainers = [{ amountCents: 5_000_00, isCreditable: true, paidOn: '2026-01-03' }];
  const changed = await admin.put(path, { ...terms, ...brokers, retainers, version: 2 });
  expect(changed.body.engagementLetter, changed.text).toMatchObject({ retainers, version: 3 });
  const swapped = { brokerId: other.userId, coBrokerId: former.userId };
  expect(await admin.put(path, { ...terms, ...swapped, retainers, version: 3 })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'brokerId', message: 'Not a member of this workspace' }] },
  });
});
