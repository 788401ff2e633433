import {
  type MalwareScanner,
  ScannerUnavailableError,
  type ScanResult,
} from '#adapters/malware/malware-scanner.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { MaintenanceTask } from '#platform/maintenance.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import {
  unblockPendingFiles,
  endWaiting,
  listObjectFiles,
  listWaitingFiles,
  recordAttempt,
  recordScanner,
  type WaitingFile,
} from './blocked-files.queries.ts';

const scannedAtOnce = 20;

type Parts = Pick<Platform, 'runner' | 'storage' | 'logger' | 'scanner'>;

/** Called in the transaction that ends the wait of a file; null is clean. */
export type ScanHook = (
  work: Work,
  file: { readonly workspaceId: string; readonly fileId: string; readonly finding: string | null },
) => Promise<void>;

/**
 * Scans new files for malware. While the scanner does not respond, they wait and cannot be opened. An hour after the
 * operator has removed the scanner from all servers, no file waits.
 */
export function createScanFilesTasks(parts: Parts, onScanned: ScanHook): MaintenanceTask[] {
  const { runner, scanner } = parts;
  return [
    { everyMs: 2_000, act: () => scanFiles(parts, onScanned) },
    ...(scanner === null ? [] : [{ everyMs: 60_000, act: () => recordScanner(runner.db) }]),
  ];
}

export async function scanFiles(parts: Parts, onScanned: ScanHook): Promise<void> {
  const { runner, scanner, logger } = parts;
  if (scanner === null) {
    const count = await unblockPendingFiles(runner.db);
    if (count > 0)
      logger.warn({ count }, 'no malware scanner is configured anymore: waiting files can be opened');
    return;
  }
  for (const file of await listWaitingFiles(runner.db, { limit: scannedAtOnce }))
    await scanFile(parts, { scanner, file, onScanned });
}

/** Throws `ScannerUnavailableError`. */
async function scanFile(
  { runner, storage, logger }: Parts,
  { scanner, file, onScanned }: { scanner: MalwareScanner; file: WaitingFile; onScanned: ScanHook },
): Promise<void> {
  const { workspaceId, objectId, sha256 } = file;
  try {
    const bytes = await storage.readBlocked({ sha256, object_id: objectId });
    const verdict = await scanner.scan(bytes);
    if (verdict.kind === 'too-large')
      logger.warn({ objectId }, 'a file is larger than the malware scanner accepts');
    await runner.transact((work) => recordScan(work, { workspaceId, objectId, verdict, onScanned }));
  } catch (error) {
    if (error instanceof ScannerUnavailableError) throw error;
    logger.warn({ err: error, objectId }, 'a file could not be scanned for malware');
    await recordAttempt(runner.db, objectId);
  }
}

async function recordScan(
  work: Work,
  {
    workspaceId,
    objectId,
    verdict,
    onScanned,
  }: Omit<WaitingFile, 'sha256'> & { verdict: ScanResult; onScanned: ScanHook },
): Promise<void> {
  const finding = verdict.kind === 'infected' ? verdict.finding : null;
  const blocked = verdict.kind === 'clean' ? null : verdict.kind;
  if (!(await endWaiting(work.db, { objectId, blocked, finding }))) return;
  for (const { id: fileId } of await listObjectFiles(work.db, { workspaceId, objectId })) {
    if (finding !== null)
      await recordAudit(work.db, {
        workspaceId,
        actorId: null,
        action: 'malwareFound',
        subjectId: fileId,
        detail: { finding },
        ipAddress: null,
        requestId: null,
        now: work.now,
      });
    await onScanned(work, { workspaceId, fileId, finding });
  }
}
