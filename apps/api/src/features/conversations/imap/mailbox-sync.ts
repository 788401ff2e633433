import { createGate, type Gate } from '#lib/gate.ts';
import { newId } from '#lib/ids.ts';
import { findAccount } from './imap-accounts.queries.ts';
import { pause, recordFailure } from './account-state.ts';
import type { SyncParts } from './ingest.ts';
import { watchAccount } from './watch-account.ts';
import {
  claimLeases,
  countDueLeases,
  extendLeases,
  returnLease,
  revokeLease,
  type SyncLease,
} from './sync.queries.ts';
import { isStaffMember } from '#platform/session/session.queries.ts';

type Options = {
  /** Interval for claiming and renewing leases. */
  readonly everyMs?: number;
  /** Without a renewal for this long, another process takes over. */
  readonly leaseMs?: number;
  /** How long to wait for server news before checking all folders. */
  readonly pollMs?: number;
  readonly maxAccounts?: number;
};
type RunningSync = {
  wakes: number;
  wake: AbortController;
  isListening: boolean;
  /** How long after it ends the account is due again. */
  restMs: number;
  readonly stop: AbortController;
  readonly done: Promise<void>;
};
type Runner = {
  readonly parts: SyncParts;
  readonly options: Required<Options>;
  readonly holderId: string;
  readonly gate: Gate;
  readonly running: Map<string, RunningSync>;
};

const maxMessagesInMemory = 3;

/**
 * Syncs all IMAP accounts. A database lease ensures that only one process reads an account at a time. `stop` releases
 * all leases.
 */
export function startMailboxSync(parts: SyncParts, options: Options = {}): { stop(): Promise<void> } {
  const runner: Runner = {
    parts,
    options: { everyMs: 2_000, leaseMs: 60_000, pollMs: 60_000, maxAccounts: 100, ...options },
    holderId: newId(),
    gate: createGate(maxMessagesInMemory),
    running: new Map(),
  };
  const stopped = new AbortController();
  const done = renewLeases(runner, stopped.signal);
  return {
    stop: async () => {
      stopped.abort();
      await done;
      for (const { stop } of runner.running.values()) stop.abort();
      await Promise.all([...runner.running.values()].map((watch) => watch.done));
    },
  };
}

async function renewLeases(runner: Runner, stopped: AbortSignal): Promise<void> {
  const { parts, options } = runner;
  let renewedAt = Date.now();
  let hasFailed = false;
  while (!stopped.aborted) {
    try {
      await renewAndClaim(runner);
      renewedAt = Date.now();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) parts.logger.warn({ err: error }, 'mailbox sync failed');
      hasFailed = true;
      // The lease also expires in the database, so another process may take over.
      if (Date.now() - renewedAt > options.leaseMs)
        for (const { stop } of runner.running.values()) stop.abort();
    }
    await sleep(options.everyMs, stopped);
  }
}

async function renewAndClaim(runner: Runner): Promise<void> {
  const { parts, options, holderId, running } = runner;
  const { db, clock } = parts.runner;
  const now = clock.now();
  const until = new Date(now.getTime() + options.leaseMs);
  const renewed = new Map(
    (await extendLeases(db, { holderId, until })).map((turn) => [getLeaseKey(turn), turn]),
  );
  for (const [name, watch] of running) {
    const turn = renewed.get(name);
    if (turn === undefined) watch.stop.abort();
    else if (turn.wakes !== watch.wakes) {
      watch.wakes = turn.wakes;
      watch.wake.abort();
    }
  }
  const limit = options.maxAccounts - running.size;
  const claimed = await claimLeases(db, { holderId, now, until, limit });
  for (const turn of [...renewed.values(), ...claimed]) startWatch(runner, turn);
  if (running.size >= options.maxAccounts) await endLongestWatches(runner, now);
}

/** Ends the longest connections that only listen in favor of waiting accounts; all are then read in turn. */
async function endLongestWatches({ parts, options, running }: Runner, now: Date): Promise<void> {
  const staying = [...running.values()].filter(({ stop }) => !stop.signal.aborted);
  const missing = (await countDueLeases(parts.runner.db, now)) - (options.maxAccounts - staying.length);
  const listening = staying.filter(({ isListening }) => isListening);
  for (const watch of listening.slice(0, Math.max(missing, 0))) {
    watch.restMs = options.pollMs;
    watch.stop.abort();
  }
}

function startWatch(runner: Runner, turn: SyncLease): void {
  const name = getLeaseKey(turn);
  // After a lost lease is regained, wait until the previous watch has ended.
  if (runner.running.has(name)) return;
  const stop = new AbortController();
  const begin = Promise.withResolvers<RunningSync>();
  const done = begin.promise.then(async (watch) => {
    try {
      await runAccount(runner, turn, watch);
    } catch (error) {
      runner.parts.logger.warn({ err: error, mailboxId: turn.mailbox_id }, 'mailbox sync failed');
    } finally {
      runner.running.delete(name);
    }
  });
  const watch = {
    wakes: turn.wakes,
    wake: new AbortController(),
    isListening: false,
    restMs: 0,
    stop,
    done,
  };
  runner.running.set(name, watch);
  begin.resolve(watch);
}

async function runAccount(runner: Runner, turn: SyncLease, watch: RunningSync): Promise<void> {
  const { parts, options, holderId, gate } = runner;
  const { db, clock } = parts.runner;
  const key = { workspaceId: turn.workspace_id, mailboxId: turn.mailbox_id };
  const account = await findAccount(db, key);
  if (account?.status !== 'active') return revokeLease(db, key);
  const { keeper_id: userId } = account;
  if (userId !== null && !(await isStaffMember(db, { ...key, userId }))) return pause(parts.runner, account);
  let failedMs = 0;
  try {
    await watchAccount(parts, account, {
      holderId,
      gate,
      pollMs: options.pollMs,
      stopped: watch.stop.signal,
      nextWake: () => {
        if (watch.wake.signal.aborted) watch.wake = new AbortController();
        return watch.wake.signal;
      },
      setListening: (isListening) => (watch.isListening = isListening),
    });
  } catch (error) {
    parts.logger.info({ mailboxId: key.mailboxId, err: error }, 'mailbox connection ended');
    failedMs = await recordFailure(parts.runner, account, error);
  }
  const dueAt = new Date(clock.now().getTime() + Math.max(failedMs, watch.restMs));
  await returnLease(db, { ...key, holderId, wakes: watch.wakes, dueAt });
}

function getLeaseKey({ workspace_id: workspaceId, mailbox_id: mailboxId }: SyncLease): string {
  return `${workspaceId}:${mailboxId}`;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
