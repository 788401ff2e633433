import { formatLongDate } from '@handover/domain/format-date.ts';
import { letterReminderDays } from '@handover/contract/businesses/engagement-letters.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { listOpenWorkspaces } from '#platform/installation/archived.queries.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import { listResponsibleIds } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { claimReminder, listEndingLetters, type EndingLetter } from './engagements.queries.ts';

/** Notifies the broker, or the administrators, of engagement letters that end within 30 days, once each. */
export async function sendEngagementReminders({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  for (const { id: workspaceId, today } of await listOpenWorkspaces(runner.db, runner.clock.now())) {
    const term = { workspaceId, from: today, to: addDays(today, letterReminderDays) };
    for (const letter of await listEndingLetters(runner.db, term))
      await runner.transact((work) => sendReminderOnce(work, workspaceId, letter));
  }
}

async function sendReminderOnce(work: Work, workspaceId: string, letter: EndingLetter): Promise<void> {
  const { id: letterId, business_id: businessId, broker_id: brokerId, ends_on: endsOn } = letter;
  if (endsOn === null || !(await claimReminder(work.db, { workspaceId, letterId, now: work.now }))) return;
  await notify(work, {
    workspaceId,
    userIds: await listResponsibleIds(work.db, { workspaceId, userId: brokerId }),
    type: 'engagement.ending',
    title: `The engagement letter for ${letter.business_name} ends on ${formatLongDate(endsOn)}`,
    customerId: null,
    businessId,
  });
}
