import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { spawnConfined, type ConfinedChild } from '#adapters/confined-child.ts';
import { createByteReader, toJsonFrame, readJson, toFrames } from '#adapters/mail/frames.ts';
import { stampResponse, type StampFailure } from './stamp-messages.ts';

const maxHeapMegabytes = 1024;
const maxStampedBytes = 400 * 1024 ** 2;

/** The PDF cannot be stamped: it needs a password, is damaged, or takes too much time or memory. */
export class PdfStampError extends Error {
  override readonly name = 'PdfStampError';
  readonly reason: StampFailure;
  constructor(reason: StampFailure, options?: ErrorOptions) {
    super(`This PDF cannot be stamped: ${reason}`, options);
    this.reason = reason;
  }
}

let last: Promise<unknown> = Promise.resolve();

/**
 * The PDF with the first page of `overlay` drawn over each of its pages, by a process without secrets, network, or write
 * access; one at a time. Throws PdfStampError, and errors of `source`.
 */
export async function stampPdf(
  open: () => Promise<Readable>,
  { overlay, timeoutMs = 60_000 }: { overlay: Buffer; timeoutMs?: number },
): Promise<Buffer> {
  const turn = last.then(async () => stampInChild(await open(), { overlay, timeoutMs }));
  last = turn.catch(() => undefined);
  return turn;
}

async function stampInChild(
  source: Readable,
  { overlay, timeoutMs }: { overlay: Buffer; timeoutMs: number },
): Promise<Buffer> {
  const child = spawnConfined('stamp-process', { maxHeapMegabytes, timeoutMs });
  for (const part of [child, child.stdin, child.stdout]) part.on('error', () => undefined);
  let broken: { readonly cause: unknown } | null = null;
  source.once('error', (cause) => (broken = { cause }));
  try {
    await once(child, 'spawn');
    child.stdin.write(toJsonFrame({ overlayBytes: overlay.length }));
    child.stdin.write(overlay);
    await pipeline(toFrames(source), child.stdin).catch(() => undefined);
    throwIfBroken(broken);
    return await readStamped(child);
  } finally {
    child.kill('SIGKILL');
    child.stdout.destroy();
    source.destroy();
  }
}

/** A process that ends early ran out of time or memory. */
async function readStamped(child: ConfinedChild): Promise<Buffer> {
  try {
    const reader = createByteReader(child.stdout);
    const answer = stampResponse.parse(await readJson(reader));
    if ('failure' in answer) throw new PdfStampError(answer.failure);
    if (answer.sizeBytes > maxStampedBytes) throw new PdfStampError('too-large');
    return await reader.take(answer.sizeBytes);
  } catch (error) {
    throw error instanceof PdfStampError ? error : new PdfStampError('too-large', { cause: error });
  }
}

function throwIfBroken(broken: { readonly cause: unknown } | null): void {
  if (broken !== null) throw broken.cause;
}
