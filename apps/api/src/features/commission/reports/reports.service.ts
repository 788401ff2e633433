import type {
  BrokerOutcomes,
  DealReport,
  ForecastMonth,
  StageTime,
} from '@handover/contract/deals/deal-reports.ts';
import { isDealEnded, openDealStages } from '@handover/contract/deals/deal-stages.ts';
import { addMonths } from '@handover/domain/calendar-dates.ts';
import { isAdmin } from '#platform/session/policy.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { sumOncePerBusiness } from '../commission-amounts.ts';
import { listAmounts } from '../commissions.service.ts';
import {
  countLostReasons,
  listBrokerOutcomes,
  listEarned,
  listOpenTimes,
  listSourceOutcomes,
  listStageTimes,
  type Period,
} from './reports.queries.ts';

/**
 * By month and currency, the earliest month first, deals without an expected close last. For a business with several
 * buyers, a month counts only the highest value, commission, and weighted commission.
 */
export async function getForecast(work: Work, member: Member): Promise<ForecastMonth[]> {
  const byKey = new Map<string, ForecastMonth>();
  const [addValue, addCommission, addWeighted] = [
    sumOncePerBusiness(),
    sumOncePerBusiness(),
    sumOncePerBusiness(),
  ];
  for (const { row, ...amounts } of await listAmounts(work, member, { status: 'expected' })) {
    const from = row.expected_close === null ? null : `${row.expected_close.slice(0, 7)}-01`;
    const key = `${from ?? '9999'} ${row.currency}`;
    byKey.set(key, {
      from,
      before: from === null ? null : addMonths(from, 1),
      currency: row.currency,
      count: (byKey.get(key)?.count ?? 0) + 1,
      valueCents: addValue(key, row.business_id, row.price_cents ?? 0),
      commissionCents: addCommission(key, row.business_id, amounts.dueCents ?? 0),
      weightedCents: addWeighted(key, row.business_id, amounts.weightedCents ?? 0),
    });
  }
  return [...byKey].sort(([one], [other]) => one.localeCompare(other)).map(([, month]) => month);
}

export async function getDealReport({ db, now }: Work, member: Member, period: Period): Promise<DealReport> {
  const left = await listStageTimes(db, member, period);
  const open = await listOpenTimes(db, member, now);
  const stages = openDealStages.map((stage): StageTime => {
    const past = left.find((row) => row.stage === stage);
    const present = open.find((row) => row.stage === stage);
    return {
      stage,
      leftCount: past?.count ?? 0,
      leftDays: past?.days ?? null,
      openCount: present?.count ?? 0,
      openDays: present?.days ?? null,
    };
  });
  return {
    stages: stages.filter(({ stage }) => !isDealEnded(stage)),
    sources: await listSourceOutcomes(db, member, period),
    brokers: await listBrokers(db, member, period),
    lostReasons: await countLostReasons(db, member, period),
  };
}

/** Outcomes of brokers with their earnings; includes people with shares but no deals. */
async function listBrokers(db: Work['db'], member: Member, period: Period): Promise<BrokerOutcomes[]> {
  const earned = await listEarned(db, member, period);
  const isShown = (userId: string | null): boolean => isAdmin(member) || userId === member.userId;
  const rows = (await listBrokerOutcomes(db, member, period)).map(
    ({ broker_id: id, display_name: displayName, ...outcomes }): BrokerOutcomes => ({
      broker: id === null || displayName === null ? null : { id, displayName },
      ...outcomes,
      earnedCents: isShown(id)
        ? (earned.find(({ user_id, currency }) => user_id === id && currency === outcomes.currency)?.cents ??
          0)
        : null,
    }),
  );
  const others = earned.filter(
    ({ user_id, currency }) =>
      !rows.some(({ broker, currency: listed }) => broker?.id === user_id && listed === currency),
  );
  return [
    ...rows,
    ...others.map(({ user_id: id, display_name: displayName, currency, cents }) => ({
      broker: { id, displayName },
      currency,
      openCount: 0,
      openCents: 0,
      wonCount: 0,
      wonCents: 0,
      lostCount: 0,
      earnedCents: cents,
    })),
  ];
}
