import { createReadStream } from 'node:fs';
import { appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Logger } from '#lib/logger.ts';
import { ifMissing } from '#lib/error-codes.ts';

/** A copy of a seal outside the database, because the database owner could truncate the log. */
export type Seal = { readonly seq: number; readonly hash: Buffer; readonly sealedAt: Date };

/** The copies in a data folder, a line for each seal: date, sequence number, hash. */
export function getSealFile(dataDir: string): string {
  return join(dataDir, 'audit-seals.log');
}

/** Copies a committed seal to the data folder and to the server's log. */
export async function copySeal(
  { seq, hash, sealedAt }: Seal,
  { dataDir, logger }: { dataDir: string; logger: Logger },
): Promise<void> {
  const line = `${sealedAt.toISOString()} ${String(seq)} ${hash.toString('hex')}`;
  logger.info({ seal: line }, 'audit log sealed');
  await appendFile(getSealFile(dataDir), `${line}\n`, { mode: 0o600 });
}

/** The copies in their order, from `file`; none if there is no file. A line truncated by a crash is skipped. */
export async function* readSealCopies(file: string): AsyncGenerator<Seal> {
  if ((await getFileSize(file)) === 0) return;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, sealedAt = '', seq, hash = ''] = /^(\S+Z) ([1-9]\d{0,14}) ([0-9a-f]{64})$/.exec(line) ?? [];
    if (seq !== undefined)
      yield { seq: Number(seq), hash: Buffer.from(hash, 'hex'), sealedAt: new Date(sealedAt) };
  }
}

/** The copies made so far as one stream, without those added later. Null if there are none. */
export async function freezeSealCopies(dataDir: string): Promise<(() => Readable) | null> {
  const file = getSealFile(dataDir);
  const bytes = await getFileSize(file);
  return bytes === 0 ? null : () => createReadStream(file, { end: bytes - 1 });
}

/** Renames the copies in a data folder before a restore, because the restored log is shorter. */
export async function setSealCopiesAside(dataDir: string, now: Date): Promise<void> {
  const file = getSealFile(dataDir);
  if ((await getFileSize(file)) > 0) await rename(file, `${file}.${now.toISOString().replaceAll(':', '')}`);
}

async function getFileSize(file: string): Promise<number> {
  return (await stat(file).catch(ifMissing(null)))?.size ?? 0;
}
