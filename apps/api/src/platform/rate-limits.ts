import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Clock } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';

export type Limit = { readonly hits: number; readonly perSeconds: number };

export type RateLimits = {
  /** Counts one attempt. Throws TOO_MANY_REQUESTS with the seconds to wait above the limit. */
  hit(key: string, limit: Limit): Promise<void>;
  /** Removes one attempt, after a success. */
  forgive(key: string): Promise<void>;
  clear(key: string): Promise<void>;
};

/**
 * The key under which requests from an address are counted. The addresses of an IPv6 network of 64 bits count as one,
 * since every host there can use any of them.
 */
export function toAddressKey(name: string, ipAddress: string): string {
  const address = ipaddr.isValid(ipAddress) ? ipaddr.process(ipAddress) : null;
  if (address?.kind() !== 'ipv6') return `${name}:${address?.toString() ?? ipAddress}`;
  return `${name}:${Buffer.from(address.toByteArray().slice(0, 8)).toString('hex')}/64`;
}

/**
 * Counters in the database, shared by all servers. Written outside the request's transaction so that
 * rejected attempts count.
 */
export function createRateLimits(db: Db, clock: Clock): RateLimits {
  return {
    hit: async (key, limit) => {
      const now = clock.now();
      const ends = new Date(now.getTime() + limit.perSeconds * 1000);
      const { rows } = await sql<{ hits: number; window_ends_at: Date }>`
        INSERT INTO rate_limits (key, window_ends_at, hits) VALUES (${key}, ${ends}, 1)
        ON CONFLICT (key) DO UPDATE SET
          hits = CASE WHEN rate_limits.window_ends_at <= ${now} THEN 1 ELSE rate_limits.hits + 1 END,
          window_ends_at = CASE WHEN rate_limits.window_ends_at <= ${now} THEN ${ends} ELSE rate_limits.window_ends_at END
        RETURNING hits, window_ends_at`.execute(db);
      assertWithinLimit(rows[0], limit.hits + 1, now);
    },
    forgive: async (key) => {
      await db
        .updateTable('rate_limits')
        .set((eb) => ({ hits: eb('hits', '-', 1) }))
        .where('key', '=', key)
        .where('hits', '>', 0)
        .execute();
    },
    clear: async (key) => {
      await db.deleteFrom('rate_limits').where('key', '=', key).execute();
    },
  };
}

function assertWithinLimit(
  row: { hits: number; window_ends_at: Date } | undefined,
  from: number,
  now: Date,
): void {
  if (row === undefined || row.hits < from || row.window_ends_at <= now) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((row.window_ends_at.getTime() - now.getTime()) / 1000));
  throw new AppError('TOO_MANY_REQUESTS', `Too many attempts. Try again in ${describe(retryAfterSeconds)}.`, {
    retryAfterSeconds,
  });
}

function describe(seconds: number): string {
  if (seconds >= 2 * 86_400) return `${String(Math.ceil(seconds / 86_400))} days`;
  if (seconds >= 2 * 3600) return `${String(Math.ceil(seconds / 3600))} hours`;
  if (seconds >= 90) return `${String(Math.ceil(seconds / 60))} minutes`;
  return seconds === 1 ? '1 second' : `${String(seconds)} seconds`;
}
