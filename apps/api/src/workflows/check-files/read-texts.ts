import type { Storage } from '#adapters/storage/storage.ts';
import { extractText, findTextFormat, UnreadableTextError } from '#adapters/document-text/extract-text.ts';
import {
  findUnreadFile,
  insertPages,
  insertText,
  setContentType,
  claimUnreadFiles,
  type TextResult,
} from '#features/documents/content/text.queries.ts';
import { detectType, openFile } from '#platform/files/files.ts';
import type { MaintenanceTask } from '#platform/maintenance.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { isReleasedWithEmail } from './check-files.queries.ts';
import { publishFile, quarantineFile } from './quarantine-file.ts';

const queue = 'document-text';
const slowQueue = 'document-text.slow';
const maxBytes = 150 * 1024 ** 2;
const takenAtOnce = 50;
/** Most files take seconds. */
const quickMs = 30_000;
const slowMs = 180_000;

/** Queues new files, and those from before the text of files was read. */
export function createExtractTextTask({ runner }: Pick<Platform, 'runner'>): MaintenanceTask {
  return {
    everyMs: 2_000,
    act: () =>
      runner.transact(async (work) => {
        for (const { priority, ...file } of await claimUnreadFiles(work.db, takenAtOnce))
          await work.enqueue(queue, file, { priority });
      }),
  };
}

/**
 * Jobs that read the text of a file once, and quarantine the file if it may contain patient information. A slow file
 * is retried in a separate queue, so that other files do not wait for it.
 */
export function readTextJobs(parts: Pick<Platform, 'runner' | 'storage'>): JobDefinition[] {
  return [
    readTextJob(parts, { queue, timeoutMs: quickMs, nextQueue: slowQueue }),
    readTextJob(parts, { queue: slowQueue, timeoutMs: slowMs, nextQueue: null }),
  ];
}

export function readTextJob(
  { runner, storage }: Pick<Platform, 'runner' | 'storage'>,
  { queue: own, timeoutMs, nextQueue }: { queue: string; timeoutMs: number; nextQueue: string | null },
): JobDefinition {
  return {
    queue: own,
    isRestored: true,
    // Hourly for almost two weeks. Until the file is read, only staff can open it.
    retryLimit: 300,
    retryDelayMaxSeconds: 3_600,
    handler: async ({ workspaceId, fileId }, { signal }) => {
      if (typeof workspaceId !== 'string' || typeof fileId !== 'string') return;
      const key = { workspaceId, fileId };
      const file = await findUnreadFile(runner.db, key);
      if (file === null || file.blocked === 'infected') return;
      if (file.object_id === null)
        throw new Error('The file could not be quarantined before it is encrypted');
      const contentType = await getFileType(storage, file);
      const format = findTextFormat({ contentType, name: file.name });
      const read = async () => {
        if (format === null) return 'none';
        if (file.size_bytes > maxBytes) return 'too-large';
        return extractText(() => openFile(storage, file), { format, timeoutMs });
      };
      const text = await read().catch((error: unknown) => {
        // A stopping server may have ended the process.
        if (error instanceof UnreadableTextError && !signal.aborted) return error.reason;
        throw error;
      });
      await runner.transact(async (work) => {
        const { db } = work;
        if (contentType !== file.content_type) await setContentType(db, { ...key, contentType });
        if (text === 'unfinished' && nextQueue !== null) return work.enqueue(nextQueue, key);
        const result: TextResult =
          typeof text === 'string'
            ? { state: text }
            : { state: 'ready', isCut: text.isCut, isPartlyScanned: text.isPartlyScanned };
        if (!(await insertText(db, { ...key, ...result }))) return;
        if (format !== null && typeof text !== 'string') {
          if (text.findings.length > 0 && !(await isReleasedWithEmail(db, key)))
            await quarantineFile(work, { ...key, format, text });
          else await insertPages(db, { ...key, pages: text.pages });
        }
        await publishFile(work, key);
      });
    },
  };
}

/** The type of a file. Text that was stored before all its encodings were recognized is detected again. */
async function getFileType(
  storage: Storage,
  file: NonNullable<Awaited<ReturnType<typeof findUnreadFile>>>,
): Promise<string> {
  const isMistaken =
    file.content_type === 'application/octet-stream' && /\.(?:csv|tsv|txt)$/i.test(file.name);
  return isMistaken ? detectType(storage, file) : file.content_type;
}
