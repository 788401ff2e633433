import { toCalendarDate } from '@handover/domain/local-time.ts';
import { roleLevels } from '@handover/contract/auth/roles.ts';
import { openTaskStatuses } from '@handover/contract/tasks/task-rules.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { getNextDigest } from '@handover/domain/digest-times.ts';
import { findDueTasks } from '#features/tasks/tasks.queries.ts';
import { addMinutes } from '#lib/clock.ts';
import type { Db } from '#db/client.ts';
import { findAddressee } from '#platform/notification-channels.queries.ts';
import { loadChoices, defaultDigest } from '#platform/notification-channels.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { findMember } from '#platform/session/find-member.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import { composeDigest, type DueTasks } from './compose-digest.ts';
import {
  clearPending,
  type DueDigest,
  listPending,
  listUnplanned,
  lockPending,
  lockDueDigest,
  advanceDigest,
  type PendingRow,
  planDigest,
  postponeDigest,
} from './digests.queries.ts';
import { isBlocked, isOpenTo } from '#platform/session/access.ts';

const retryMinutes = 1;
const namedTasks = 10;

type Parts = Pick<Platform, 'config' | 'keyring' | 'logger' | 'mail' | 'runner'>;

/**
 * Sends due digests, each once: the transaction that queues the email also sets the next time and clears the pending
 * notifications. A digest that fell due while no server was running is sent at the next start. Returns the number of
 * digests handled, including empty ones.
 */
export async function sendDueDigests(parts: Parts): Promise<number> {
  await planDigests(parts.runner);
  for (let fired = 0; ; fired += 1) if (!(await sendNext(parts, parts.runner.clock.now()))) return fired;
}

async function sendNext(parts: Parts, now: Date): Promise<boolean> {
  const { runner, logger } = parts;
  let due: DueDigest | null = null;
  try {
    await runner.transact(async (work) => {
      due = await lockDueDigest(work.db, now);
      if (due !== null) await sendDigest(work, parts, due);
    });
  } catch (error) {
    if (due === null) throw error;
    const { workspace_id: workspaceId, user_id: userId }: DueDigest = due;
    logger.error({ err: error, workspaceId, userId }, 'a digest failed and will be retried');
    await postponeDigest(runner.db, { workspaceId, userId, until: addMinutes(now, retryMinutes) });
  }
  return due !== null;
}

async function sendDigest(work: Work, parts: Parts, due: DueDigest): Promise<void> {
  const key = { workspaceId: due.workspace_id, userId: due.user_id };
  const next = getNextDigest(
    { hour: due.hour, weekdays: due.weekdays, timeZone: due.time_zone },
    { after: work.now, lastOn: due.due_on },
  );
  await advanceDigest(work.db, { ...key, lastOn: due.due_on, ...next });
  const member = await findMember(work.db, { ...key, now: work.now, access: 'view' });
  // Notifications stay pending until the member has set up two-step sign-in.
  if (member !== null && isBlocked(member)) return;
  const ids = await lockPending(work.db, key);
  if (member !== null) await write(work, parts, { member, ids, withTasks: due.with_tasks });
  await clearPending(work.db, { ...key, ids });
}

/** Queues the email unless the digest is empty or the member has no address. */
async function write(
  work: Work,
  { config, keyring, mail }: Parts,
  { member, ids, withTasks }: { member: Member; ids: readonly string[]; withTasks: boolean },
): Promise<void> {
  const addressee = await findAddressee(work.db, member);
  if (addressee === null || (addressee.is_sample && !mail.isLocal)) return;
  const pending = await loadPending(work.db, member, ids);
  const tasks = withTasks ? await loadDueTasks(work, member) : null;
  if (pending.length === 0 && (tasks === null || tasks.overdue.count + tasks.today.count === 0)) return;
  const content = composeDigest({
    name: addressee.name,
    workspace: addressee.workspace,
    role: member.role,
    pending,
    tasks,
    where: { workspaceId: member.workspaceId, publicUrl: config.publicUrl },
  });
  await queueSystemMail(work, { keyring }, { to: addressee.email, ...content });
}

/** Pending notifications of kinds that still go by email. */
async function loadPending(db: Db, member: Member, ids: readonly string[]): Promise<PendingRow[]> {
  const kinds = await loadChoices(db, member);
  const types = kinds.filter(({ email }) => email !== 'no').map(({ type }) => type);
  return listPending(db, { ...member, ids, types });
}

async function loadDueTasks({ db, now }: Work, member: Member): Promise<DueTasks | null> {
  if (member.level < roleLevels.STAFF || !isOpenTo(member, 'tasks')) return null;
  const today = toCalendarDate(now, member.timeZone);
  const own = { assigneeId: member.userId, status: [...openTaskStatuses] };
  const find = (days: { dueFrom?: string; dueTo: string }) =>
    findDueTasks(db, member, { filter: { ...own, ...days }, limit: namedTasks });
  return {
    overdue: await find({ dueTo: addDays(today, -1) }),
    today: await find({ dueFrom: today, dueTo: today }),
  };
}

const plannedAtOnce = 500;

/** Plans missing digests and adjusts them to a changed time zone: 08:00 remains 08:00. */
async function planDigests({ db, clock }: Pick<WorkRunner, 'db' | 'clock'>): Promise<void> {
  for (const row of await listUnplanned(db, plannedAtOnce)) {
    const { time_zone: timeZone, last_on: lastOn } = row;
    const digest = {
      ...defaultDigest,
      ...(row.hour === null ? {} : { hour: row.hour }),
      ...(row.weekdays === null ? {} : { weekdays: row.weekdays }),
    };
    const next = getNextDigest({ ...digest, timeZone }, { after: clock.now(), lastOn });
    await planDigest(db, {
      workspaceId: row.workspace_id,
      userId: row.user_id,
      timeZone,
      ...digest,
      ...next,
    });
  }
}
