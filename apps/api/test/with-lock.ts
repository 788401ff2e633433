import type pg from 'pg';
import { expect } from 'vitest';
import type { TestApi } from './harness.ts';
import { withOwnerConnection } from './import-fixture.ts';

/** The response to a request that is sent after `begin` has started a transaction, which is then committed. */
export async function withLock<T>(
  api: TestApi,
  begin: (owner: pg.Client) => Promise<void>,
  send: () => Promise<T>,
): Promise<T> {
  const change = await withOwnerConnection(api, async (owner) => {
    await begin(owner);
    const answer = send();
    await expect.poll(() => countWaiting(owner), { timeout: 20_000 }).toBeGreaterThan(0);
    await owner.query('COMMIT');
    return { answer };
  });
  return change.answer;
}

/** How many statements wait for a lock. */
export async function countWaiting(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}
