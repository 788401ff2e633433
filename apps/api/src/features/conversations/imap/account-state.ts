import { ImapError } from '#adapters/imap/imap.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import { notify } from '#platform/notifications.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import { listResponsibleIds } from '#platform/session/session.queries.ts';
import { type AccountRow, findAccount, toAccountKey } from './imap-accounts.queries.ts';
import { publishAccount } from './imap-connection.ts';
import { revokeLease, setProgress } from './sync.queries.ts';

/** Stops after this many rejected sign-ins in a row, so that the mail server does not lock the account. */
const maxRejections = 3;
/** Short outages and restarts should not notify anyone. */
const outageNoticeMinutes = 60;
const retrySeconds = [5, 15, 60, 300, 900] as const;

function getBackOffMs(failures: number): number {
  return (retrySeconds[Math.min(failures, retrySeconds.length) - 1] ?? retrySeconds[0]) * 1_000;
}

export async function markSyncing(runner: WorkRunner, account: AccountRow): Promise<void> {
  await runner.transact(async (work) => {
    await setProgress(work.db, { ...toAccountKey(account), change: { syncing_since: work.now } });
    publishAccount(work, account);
  });
}

/** Pauses the account of a person who is no longer on the staff. */
export async function pause(runner: WorkRunner, account: AccountRow): Promise<void> {
  await runner.transact(async (work) => {
    await revokeLease(work.db, toAccountKey(account));
    const change = { status: 'paused', status_since: work.now, syncing_since: null } as const;
    await setProgress(work.db, { ...toAccountKey(account), change });
    publishAccount(work, account);
  });
}

/** Clears all errors after a complete sync. */
export async function markSynced(runner: WorkRunner, account: AccountRow): Promise<void> {
  await runner.transact(async (work) => {
    const change = {
      last_synced_at: work.now,
      syncing_since: null,
      error: null,
      error_since: null,
      failure_notified_at: null,
      failures: 0,
      refusals: 0,
    };
    await setProgress(work.db, { ...toAccountKey(account), change });
    publishAccount(work, account);
  });
}

/**
 * Stores the error and returns the milliseconds until the next attempt. After three rejected sign-ins the
 * account stops until a person acts. That, and an outage of an hour, is notified once.
 */
export async function recordFailure(runner: WorkRunner, seen: AccountRow, error: unknown): Promise<number> {
  const account = (await findAccount(runner.db, toAccountKey(seen))) ?? seen;
  const failures = account.failures + 1;
  const isRefusal = error instanceof ImapError && error.kind === 'sign-in';
  const refusals = isRefusal ? account.refusals + 1 : account.refusals;
  await runner.transact(async (work) => {
    const text = describeError(error);
    const since = account.error_since ?? work.now;
    const isLost =
      account.failure_notified_at === null && since <= addMinutes(work.now, -outageNoticeMinutes);
    const failure = {
      failures,
      refusals,
      syncing_since: null,
      error: text,
      error_since: since,
      ...(isLost ? { failure_notified_at: work.now } : {}),
    };
    const isOver = refusals >= maxRejections;
    const change = isOver ? { ...failure, status: 'refused' as const, status_since: work.now } : failure;
    const isActive = await setProgress(work.db, { ...toAccountKey(account), change });
    if (isActive && isOver) await stopAfterRejections(work, account);
    else if (isActive && isLost)
      await notifyMailboxOwner(work, account, {
        what: 'lost',
        title: `No email received from ${account.address} for an hour. ${text}`,
      });
    publishAccount(work, account);
  });
  return getBackOffMs(failures);
}

/** Notifies the mailbox owner, or the administrators for a shared mailbox. */
export async function notifyMailboxOwner(
  work: Work,
  { workspace_id: workspaceId, keeper_id: keeper }: Pick<AccountRow, 'workspace_id' | 'keeper_id'>,
  { what, title }: { what: 'refused' | 'lost' | 'set-aside'; title: string },
): Promise<void> {
  await notify(work, {
    workspaceId,
    userIds: await listResponsibleIds(work.db, { workspaceId, userId: keeper }),
    type: keeper === null ? (`shared-mailbox.${what}` as const) : (`mailbox.${what}` as const),
    title,
    customerId: null,
  });
}

async function stopAfterRejections(work: Work, account: AccountRow): Promise<void> {
  await revokeLease(work.db, toAccountKey(account));
  const title = `${account.address} stopped receiving email: the server rejected the password`;
  await notifyMailboxOwner(work, account, { what: 'refused', title });
}

function describeError(error: unknown): string {
  return error instanceof ImapError || error instanceof AppError
    ? error.message
    : 'Something went wrong. Handover will try again.';
}

/** What to do about folders that were renamed or deleted on the mail server. */
export function describeMissingFolders(paths: readonly string[]): string {
  const names = new Intl.ListFormat('en').format(paths.map((path) => `“${path}”`));
  return paths.length === 1
    ? `The folder ${names} no longer exists. Choose the folders again.`
    : `The folders ${names} no longer exist. Choose the folders again.`;
}
