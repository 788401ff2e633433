import type { WorkRunner } from '#platform/work.ts';
import { findCandidates, type NameSearch } from './candidates.queries.ts';
import { listChecks, listWorkspacesToCheck, replacePairs, claimChecks } from './checks.queries.ts';

/** Above this number of changes, such as after an import, only adjacent names are compared. */
const maxEverywhere = 100;
const batchSizes = { everywhere: 20, neighbours: 200 } as const satisfies Record<NameSearch, number>;

/**
 * Checks changed customers for duplicates, for at most `budgetMs`. Two servers may repeat some work without
 * harm.
 */
export async function checkDuplicates(runner: WorkRunner, { budgetMs }: { budgetMs: number }): Promise<void> {
  const deadline = performance.now() + budgetMs;
  for (const workspaceId of await listWorkspacesToCheck(runner.db)) {
    while (performance.now() < deadline) {
      if ((await checkBatch(runner, workspaceId)) === 0) break;
    }
  }
}

/** Compares the next customers of a workspace; returns their number. */
async function checkBatch(runner: WorkRunner, workspaceId: string): Promise<number> {
  const waiting = await listChecks(runner.db, workspaceId, batchSizes.neighbours);
  const names = waiting.length <= maxEverywhere ? 'everywhere' : 'neighbours';
  const checks = waiting.slice(0, batchSizes[names]);
  if (checks.length === 0) return 0;
  const candidates = await findCandidates(runner.db, {
    workspaceId,
    ids: checks.map((check) => check.customer_id),
    names,
  });
  await runner.transact(async ({ db }) => {
    const ids = await claimChecks(db, workspaceId, checks);
    await replacePairs(db, workspaceId, { ids, candidates });
  });
  return checks.length;
}
