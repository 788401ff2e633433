import type { TaskFilter, TaskTotals } from '@handover/contract/tasks.ts';
import { addDays, daysBetween } from '@handover/domain/calendar-dates.ts';
import { dateIn } from '#lib/clock.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { countByDay, countByGroup } from './tasks.queries.ts';

const maxRangeDays = 62;

/** How many tasks match, in groups seen from the workspace's today; by day only for a range of at most 62 days. */
export async function totalsOf(work: Work, actor: Member, filter: TaskFilter): Promise<TaskTotals> {
  const today = dateIn(actor.timeZone, work.now);
  const days = { today, tomorrow: addDays(today, 1), in7Days: addDays(today, 7) };
  const groups = await countByGroup(work.db, actor, { filter, days });
  const { dueFrom, dueTo } = filter;
  const isByDay = dueFrom !== undefined && dueTo !== undefined && daysBetween(dueFrom, dueTo) < maxRangeDays;
  return { ...groups, days: isByDay ? await countByDay(work.db, actor, filter) : [] };
}
