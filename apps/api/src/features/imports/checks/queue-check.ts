import type { Work } from '#platform/work.ts';
import type { ImportKey } from '../imports.queries.ts';
import { renewCheck } from './checks.queries.ts';

/** The queue that checks of whole files run in. */
export const checkQueue = 'imports.check';

/** Has the file checked again from its first row, which ends a check under way. `delayMs` lets a few changes in a row be one. */
export async function queueCheck(
  work: Work,
  key: ImportKey,
  { delayMs = 0 }: { delayMs?: number } = {},
): Promise<void> {
  const revision = await renewCheck(work.db, key);
  await work.enqueue(
    checkQueue,
    { ...key, revision },
    delayMs === 0 ? {} : { startAfter: new Date(work.now.getTime() + delayMs) },
  );
}
