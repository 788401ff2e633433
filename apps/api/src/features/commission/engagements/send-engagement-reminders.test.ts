import { defaultFeeTables } from '@handover/contract/commission/commission-settings.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toCalendarDate } from '#lib/clock.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { sendEngagementReminders } from './send-engagement-reminders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('reminds the broker of the business after the broker of the letter has left, else the administrators', async () => {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const [former, successor] = [
    await api.signIn({ role: 'STAFF', workspaceId }),
    await api.signIn({ role: 'STAFF', workspaceId }),
  ];
  const [feeTable] = defaultFeeTables;
  const endsOn = addDays(toCalendarDate('America/New_York', new Date()), 20);
  for (const brokerId of [successor.userId, former.userId]) {
    const { business } = (await admin.post('/businesses', { name: 'Oak', type: 'dental', brokerId })).body;
    const letter = {
      brokerId: former.userId,
      coBrokerId: null,
      feeTableName: 'Lehman',
      steps: feeTable?.steps,
      minimumFeeCents: 0,
      countedParts: ['cash'],
      startsOn: '2020-01-01',
      endsOn,
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
    const draft = await admin.post(`/businesses/${business.id}/engagement-letters`, letter);
    expect(draft.status, draft.text).toBe(201);
    const path = `/engagement-letters/${draft.body.engagementLetter.id}/sign`;
    expect((await admin.post(path, { version: 1, signedOn: '2026-01-02' })).status).toBe(200);
  }
  await api.db
    .updateTable('memberships')
    .set({ status: 'deactivated', deactivated_at: new Date() })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', former.userId)
    .execute();
  const countReminders = async (caller: Caller): Promise<number> =>
    (await caller.get('/notifications')).body.notifications.filter(
      ({ type }: { type: string }) => type === 'engagement.ending',
    ).length;
  await sendEngagementReminders(api.booted.platform);
  expect(await countReminders(successor)).toBe(1);
  expect(await countReminders(admin)).toBe(1);
});
