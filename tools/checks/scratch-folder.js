import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Enough for the databases, files, and browsers of all tests that run at a time. */
const neededBytes = 8 * 1024 ** 3;

/**
 * A folder for the temporary files of the checks: in memory where there is plenty, because the tests create hundreds of
 * databases with thousands of files each, which takes longer on a disk than many of the tests.
 * @returns {{ path: string, remove: () => void }}
 */
export function createScratchFolder() {
  const folder = mkdtempSync(path.join(findParent(), 'handover-'));
  // PostgreSQL runs as another user if the checks run as root.
  chmodSync(folder, 0o755);
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }) };
}

function findParent() {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, os.freemem()) >= neededBytes) return memory;
  } catch {
    // Only Linux has it.
  }
  return os.tmpdir();
}
