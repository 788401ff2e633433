import { formatLongDate } from '@handover/domain/format-date.ts';
import { expiringDays } from '@handover/contract/agreements/agreement-list.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { listOpenWorkspaces } from '#platform/installation/archived.queries.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { notifyBrokers } from './agreement-events.ts';
import { listExpiring, setExpiryNotified } from './agreement-writes.queries.ts';
import { findAgreement } from './agreements.queries.ts';

/** Notifies brokers of NDAs that expire within 30 days, once each. */
export async function notifyExpiring({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  for (const { id: workspaceId, today } of await listOpenWorkspaces(runner.db, runner.clock.now())) {
    const term = { workspaceId, from: today, to: addDays(today, expiringDays) };
    for (const { id: agreementId } of await listExpiring(runner.db, term))
      await runner.transact((work) => notifyOnce(work, { workspaceId, agreementId }));
  }
}

async function notifyOnce(
  work: Work,
  key: { readonly workspaceId: string; readonly agreementId: string },
): Promise<void> {
  if (!(await setExpiryNotified(work.db, key, work.now))) return;
  const row = await findAgreement(work.db, key);
  if (row === null || row.expires_on === null) return;
  const title = `The NDA with ${row.customer_name} expires on ${formatLongDate(row.expires_on)}`;
  await notifyBrokers(work, row, { type: 'agreement.expiring', title });
}
