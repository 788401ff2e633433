import { addMinutes } from '#lib/clock.ts';
import type { Logger } from '#lib/logger.ts';
import { copySeal, type Seal } from './audit/seal-copies.ts';
import { sealAudit } from './audit/seal.ts';
import type { WorkRunner } from './work.ts';

const sealEveryMs = 1_000;
const cleanEveryMs = 10 * 60_000;
const idempotencyRetentionMinutes = 7 * 24 * 60;
const endedRetentionMinutes = 30 * 24 * 60;

/** Recurring maintenance, done by whichever server is first. */
export type MaintenanceTask = { readonly everyMs: number; readonly act: () => Promise<unknown> };

/**
 * Seals the audit log every second, removes expired rows, and runs the given chores. Returns a function
 * that stops it.
 */
export function startMaintenance({
  runner,
  logger,
  dataDir,
  chores,
}: {
  runner: WorkRunner;
  logger: Logger;
  dataDir: string;
  chores: readonly MaintenanceTask[];
}): {
  stop(): Promise<void>;
} {
  const copy = (seal: Seal) => copySeal(seal, { dataDir, logger });
  const seal = repeat({
    everyMs: sealEveryMs,
    act: () => sealAudit(runner.db, runner.clock.now(), copy),
    logger,
  });
  const clean = repeat({ everyMs: cleanEveryMs, act: () => cleanExpired(runner), logger });
  const others = chores.map((chore) => repeat({ ...chore, logger }));
  return {
    stop: async () => {
      await Promise.all([seal, clean, ...others].map((repeated) => repeated.stop()));
    },
  };
}

/**
 * Removes expired counters, tickets, challenges, idempotency keys, and links with a payload, and sessions and other
 * links that ended a month ago.
 */
export async function cleanExpired({ db, clock }: Pick<WorkRunner, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.deleteFrom('rate_limits').where('window_ends_at', '<', now).execute();
  await db.deleteFrom('tickets').where('expires_at', '<', now).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', addMinutes(now, -idempotencyRetentionMinutes))
    .execute();
  const monthAgo = addMinutes(now, -endedRetentionMinutes);
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', monthAgo), eb('revoked_at', '<', monthAgo)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('tickets')
            .select('tickets.token_hash')
            .whereRef('tickets.session_id', '=', 'sessions.id'),
        ),
      ),
    )
    .execute();
  await db
    .deleteFrom('one_time_links')
    .where((eb) =>
      eb.or([eb('expires_at', '<', monthAgo), eb('payload', 'is not', null).and('expires_at', '<', now)]),
    )
    .execute();
}

/** Repeats `act`, never concurrently; logs only the first of consecutive failures. */
function repeat({ everyMs, act, logger }: { everyMs: number; act: () => Promise<unknown>; logger: Logger }): {
  stop(): Promise<void>;
} {
  let running: Promise<void> | null = null;
  let hasFailed = false;
  const timer = setInterval(() => {
    running ??= act()
      .then(
        () => {
          hasFailed = false;
        },
        (error: unknown) => {
          if (!hasFailed) logger.warn({ err: error }, 'housekeeping failed');
          hasFailed = true;
        },
      )
      .finally(() => {
        running = null;
      });
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
