import type { Readable } from 'node:stream';
import { runConfined } from '#adapters/confined-child.ts';
import { readJson, toJsonFrame, type ByteReader } from '#adapters/frames.ts';
import { createGate } from '#lib/gate.ts';
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

const inOrder = createGate(1);

/**
 * The PDF with the first page of `overlay` drawn over each of its pages, by a process without secrets, network, or write
 * access; one at a time. Throws PdfStampError, and errors of `source`.
 */
export async function stampPdf(
  open: () => Promise<Readable>,
  { overlay, timeoutMs = 60_000 }: { overlay: Buffer; timeoutMs?: number },
): Promise<Buffer> {
  return inOrder(async () => {
    const source = await open();
    const request = [toJsonFrame({ overlayBytes: overlay.length }), overlay];
    return runConfined('stamp-process', { maxHeapMegabytes, timeoutMs, request, source }, readStamped);
  });
}

/** A process that ends early ran out of time or memory. */
async function readStamped(reader: ByteReader): Promise<Buffer> {
  try {
    const answer = stampResponse.parse(await readJson(reader));
    if ('failure' in answer) throw new PdfStampError(answer.failure);
    if (answer.sizeBytes > maxStampedBytes) throw new PdfStampError('too-large');
    return await reader.take(answer.sizeBytes);
  } catch (error) {
    throw error instanceof PdfStampError ? error : new PdfStampError('too-large', { cause: error });
  }
}
