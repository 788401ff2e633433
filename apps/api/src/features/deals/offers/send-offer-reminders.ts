import { formatLongDate } from '@handover/domain/format-date.ts';
import { offerReminderDays } from '@handover/contract/deals/deal-offers.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { listOpenWorkspaces } from '#platform/installation/archived.queries.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import { listResponsibleIds } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import {
  claimReminder,
  endings,
  listEndingOffers,
  type ExpiringItem,
  type EndingOffer,
} from './send-offer-reminders.queries.ts';

/** Notifies the broker, or the administrators, of offers that expire and of exclusivity that ends soon, once each. */
export async function sendOfferReminders({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  for (const { id: workspaceId, today } of await listOpenWorkspaces(runner.db, runner.clock.now()))
    for (const ending of endings) {
      const term = { workspaceId, ending, from: today, to: addDays(today, offerReminderDays[ending]) };
      for (const offer of await listEndingOffers(runner.db, term))
        await runner.transact((work) => sendReminderOnce(work, { workspaceId, ending, offer }));
    }
}

async function sendReminderOnce(
  work: Work,
  { workspaceId, ending, offer }: { workspaceId: string; ending: ExpiringItem; offer: EndingOffer },
): Promise<void> {
  if (!(await claimReminder(work.db, { workspaceId, offerId: offer.id, ending, now: work.now }))) return;
  await notify(work, {
    workspaceId,
    userIds: await listResponsibleIds(work.db, { workspaceId, userId: offer.broker_id }),
    type: 'offer.ending',
    title: formatTitle(ending, offer),
    customerId: null,
    dealId: offer.deal_id,
  });
}

function formatTitle(
  ending: ExpiringItem,
  { side, buyer_name: buyer, business_name: business, ends_on: endsOn }: EndingOffer,
): string {
  const day = formatLongDate(endsOn);
  if (ending === 'exclusivity') return `Exclusivity for ${buyer} on ${business} ends on ${day}`;
  const offer = side === 'buyer' ? `The offer from ${buyer}` : `The counter-offer to ${buyer}`;
  return `${offer} for ${business} expires on ${day}`;
}
