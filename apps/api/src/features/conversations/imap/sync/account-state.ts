import { ImapError } from '#adapters/imap/imap.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import { notify } from '#platform/notifications.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import { findAccount, type AccountRow } from '../imap-accounts.queries.ts';
import { tell } from '../imap-accounts.service.ts';
import { listAdminIds, setProgress } from './account-state.queries.ts';
import { revokeLease } from './turns.queries.ts';

/** Refused sign-ins in a row after which nobody tries again by itself, so that no account gets locked. */
const maxRefusals = 3;
/** A server may be restarted, or a line be down for a while, without anybody having to act. */
const lostAfterMinutes = 60;
const retrySeconds = [5, 15, 60, 300, 900] as const;

/** How long to wait after so many failures in a row, in milliseconds. */
export function backOffMs(failures: number): number {
  return (retrySeconds[Math.min(failures, retrySeconds.length) - 1] ?? retrySeconds[0]) * 1_000;
}

export async function markSyncing(runner: WorkRunner, account: AccountRow): Promise<void> {
  await runner.transact(async (work) => {
    await setProgress(work.db, { ...keyOf(account), change: { syncing_since: work.now } });
    tell(work, account);
  });
}

/** Who is no longer on the staff has no mail read for them, until they are and resume it. */
export async function pause(runner: WorkRunner, account: AccountRow): Promise<void> {
  await runner.transact(async (work) => {
    await revokeLease(work.db, keyOf(account));
    const change = { status: 'paused', status_since: work.now, syncing_since: null } as const;
    await setProgress(work.db, { ...keyOf(account), change });
    tell(work, account);
  });
}

/** Everything that the server has is here: whatever was wrong is over. */
export async function markSynced(runner: WorkRunner, account: AccountRow): Promise<void> {
  await runner.transact(async (work) => {
    const change = {
      last_synced_at: work.now,
      syncing_since: null,
      error: null,
      error_since: null,
      trouble_told_at: null,
      failures: 0,
      refusals: 0,
    };
    await setProgress(work.db, { ...keyOf(account), change });
    tell(work, account);
  });
}

/**
 * Writes what went wrong and since when, in words for whoever has to act, and returns in how many
 * milliseconds to try again. After three refused sign-ins nobody tries until a person acts, which they
 * are told once; so they are of trouble that lasts for an hour.
 */
export async function recordTrouble(runner: WorkRunner, seen: AccountRow, error: unknown): Promise<number> {
  const account = (await findAccount(runner.db, keyOf(seen))) ?? seen;
  const failures = account.failures + 1;
  const isRefusal = error instanceof ImapError && error.kind === 'sign-in';
  const refusals = isRefusal ? account.refusals + 1 : account.refusals;
  await runner.transact(async (work) => {
    const text = textOf(error);
    const since = account.error_since ?? work.now;
    const isLost = account.trouble_told_at === null && since <= addMinutes(work.now, -lostAfterMinutes);
    const trouble = {
      failures,
      refusals,
      syncing_since: null,
      error: text,
      error_since: since,
      ...(isLost ? { trouble_told_at: work.now } : {}),
    };
    const isOver = refusals >= maxRefusals;
    const change = isOver ? { ...trouble, status: 'refused' as const, status_since: work.now } : trouble;
    const isActive = await setProgress(work.db, { ...keyOf(account), change });
    if (isActive && isOver) await abandon(work, account);
    else if (isActive && isLost)
      await notifyMailboxOwner(work, account, {
        what: 'lost',
        title: `No mail has come in from ${account.address} for an hour. ${text}`,
      });
    tell(work, account);
  });
  return backOffMs(failures);
}

/** Tells those who can mend a mailbox: its keeper, or the administrators where it is everybody's. */
export async function notifyMailboxOwner(
  work: Work,
  { workspace_id: workspaceId, keeper_id: keeper }: Pick<AccountRow, 'workspace_id' | 'keeper_id'>,
  { what, title }: { what: 'refused' | 'lost' | 'set-aside'; title: string },
): Promise<void> {
  await notify(work, {
    workspaceId,
    userIds: keeper === null ? await listAdminIds(work.db, workspaceId) : [keeper],
    type: keeper === null ? (`shared-mailbox.${what}` as const) : (`mailbox.${what}` as const),
    title,
    customerId: null,
  });
}

async function abandon(work: Work, account: AccountRow): Promise<void> {
  await revokeLease(work.db, keyOf(account));
  const title = `No mail comes in from ${account.address}: its server refuses the password`;
  await notifyMailboxOwner(work, account, { what: 'refused', title });
}

function textOf(error: unknown): string {
  return error instanceof ImapError || error instanceof AppError
    ? error.message
    : 'Something went wrong on our side. It is tried again.';
}

function keyOf({ workspace_id: workspaceId, mailbox_id: mailboxId }: AccountRow) {
  return { workspaceId, mailboxId };
}
