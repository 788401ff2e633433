import { findImportToRun, type ImportKey } from '#features/imports/imports.queries.ts';
import { undoQueue } from '#features/imports/imports.service.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { endUndo } from './end-undo.ts';
import { undoBatch } from './undo-batch.ts';
import { listChanges } from './undo.queries.ts';

const batchRows = 200;
const sliceMs = 20_000;
const expireSeconds = 120;

/** The job that takes back an import, the last row first, 200 to a transaction; it resumes wherever it was cut off. */
export function undoJob({ runner }: Pick<Platform, 'runner'>): JobDefinition {
  return {
    queue: undoQueue,
    expireSeconds,
    handler: async (data, { signal }) => {
      const key = { workspaceId: String(data['workspaceId']), importId: String(data['importId']) };
      const isOver = await undoSlice(runner, key, signal);
      if (!isOver) await runner.transact((work) => work.enqueue(undoQueue, key));
    },
  };
}

async function undoSlice(runner: Platform['runner'], key: ImportKey, signal: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + sliceMs;
  const row = await findImportToRun(runner.db, key);
  if (row?.status !== 'undoing') return true;
  while (!signal.aborted && performance.now() < deadline) {
    const changes = await listChanges(runner.db, key, batchRows);
    if (changes.length === 0) {
      await endUndo(runner, row);
      return true;
    }
    await undoBatch(runner, key, changes);
  }
  return false;
}
