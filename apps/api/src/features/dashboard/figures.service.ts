import { toCalendarDate } from '@handover/domain/local-time.ts';
import {
  leaseNoticeDays,
  type CustomerGrowth,
  type MonthCount,
  type StageTotal,
  type StalledList,
  type UrgentList,
} from '@handover/contract/dashboard.ts';
import { businessStages } from '@handover/contract/businesses/business-stages.ts';
import { findCommonStalledDays } from '@handover/contract/businesses/pipeline.ts';
import { addDays, countDaysInMonth } from '@handover/domain/calendar-dates.ts';
import { getPipeline } from '#features/workspaces/workspaces.public.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  countCustomers,
  countAdded,
  countStages,
  countUrgent,
  listUrgent,
  type StageRow,
  type Urgent,
} from './dashboard.queries.ts';

const shownMonths = 6;
const shownBusinesses = 4;

/** Customer total and recent growth; months are in the workspace's time zone. */
export async function getGrowth({ db, now }: Work, actor: Member): Promise<CustomerGrowth> {
  const months = listLastMonths(toCalendarDate(now, actor.timeZone));
  const [first] = months;
  const total = await countCustomers(db, actor);
  if (first === undefined) return { total, months: [] };
  const rows = await countAdded(db, actor, first.from);
  const counts = new Map(rows.map((row) => [row.month, row.count]));
  return {
    total,
    months: months.map((month) => ({ ...month, count: counts.get(month.from.slice(0, 7)) ?? 0 })),
  };
}

/** First and last days of the months up to the month of `today`. */
function listLastMonths(today: string): Omit<MonthCount, 'count'>[] {
  const monthNumber = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: shownMonths }, (_, index) => {
    const number = monthNumber - shownMonths + 1 + index;
    const [year, month] = [Math.floor(number / 12), (number % 12) + 1];
    const start = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
    return { from: `${start}-01`, to: `${start}-${String(countDaysInMonth(year, month)).padStart(2, '0')}` };
  });
}

/** Includes stages without a business. */
export async function listStages({ db }: Work, actor: Member): Promise<StageTotal[]> {
  const rows = await countStages(db, actor);
  return businessStages.map((stage) => getTotal(stage, rows));
}

function getTotal(stage: StageTotal['stage'], all: readonly StageRow[]): StageTotal {
  const rows = all.filter((row) => row.stage === stage);
  return {
    stage,
    count: sum(rows.map((row) => row.count)),
    unpricedCount: sum(rows.map((row) => row.unpriced_count)),
    asking: rows.flatMap(({ currency, cents }) =>
      cents === null ? [] : [{ currency, cents: Number(cents) }],
    ),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Open businesses that are long in one stage, or have a lease that ends soon. */
export async function getUrgent(
  work: Work,
  actor: Member,
): Promise<{ stuck: StalledList; leases: UrgentList }> {
  const today = toCalendarDate(work.now, actor.timeZone);
  const pipeline = await getPipeline(work.db, actor.workspaceId);
  const before = addDays(today, leaseNoticeDays);
  return {
    stuck: {
      days: findCommonStalledDays(pipeline),
      ...(await listFirstBusinesses(work, actor, { kind: 'stuck', rule: { pipeline, today } })),
    },
    leases: { before, ...(await listFirstBusinesses(work, actor, { kind: 'leases', before })) },
  };
}

async function listFirstBusinesses(
  { db }: Work,
  actor: Member,
  asked: Urgent,
): Promise<Pick<UrgentList, 'total' | 'businesses'>> {
  const rows = await listUrgent(db, actor, { asked, limit: shownBusinesses });
  const isAll = rows.length < shownBusinesses;
  return {
    total: isAll ? rows.length : await countUrgent(db, actor, asked),
    businesses: rows.map((row) => ({
      id: row.id,
      name: row.name,
      stage: row.stage,
      stageEnteredAt: row.stage_entered_at.toISOString(),
      leaseEnd: row.lease_end,
    })),
  };
}
