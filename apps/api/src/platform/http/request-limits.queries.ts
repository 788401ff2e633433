import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export type RequestCount = { readonly key: string; readonly hits: number };

/**
 * Adds to the counters of the window that ends at `windowEnds` and returns the results. Skips counters of a later
 * window, started by a server with a faster clock.
 */
export async function addRequests(
  db: Db,
  { windowEnds, counts }: { windowEnds: Date; counts: readonly RequestCount[] },
): Promise<readonly RequestCount[]> {
  const keys = counts.map(({ key }) => key);
  const hits = counts.map((count) => count.hits);
  // In the same order on every server, to avoid a deadlock.
  const { rows } = await sql<RequestCount>`
    INSERT INTO rate_limits (key, window_ends_at, hits)
    SELECT key, ${windowEnds}::timestamptz, hits FROM unnest(${keys}::text[], ${hits}::integer[]) AS count (key, hits) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN rate_limits.window_ends_at = excluded.window_ends_at THEN rate_limits.hits ELSE 0 END + excluded.hits,
      window_ends_at = excluded.window_ends_at
    WHERE rate_limits.window_ends_at <= excluded.window_ends_at
    RETURNING key, hits`.execute(db);
  return rows;
}
