import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { spawnConfined } from '#adapters/confined-child.ts';
import { createByteReader, toJsonFrame, readJson, toFrames } from '#adapters/mail/frames.ts';
import { textReport, type DocumentText, type TextFailure, type TextFormat } from './text-messages.ts';

const maxHeapMegabytes = 768;

/** The file has no text that can be read: it needs a password, is damaged, or takes too much time or memory. */
export class UnreadableTextError extends Error {
  override readonly name = 'UnreadableTextError';
  readonly reason: TextFailure;
  constructor(reason: TextFailure, options?: ErrorOptions) {
    super(`The text cannot be read: ${reason}`, options);
    this.reason = reason;
  }
}

/**
 * The text of a file by page, read in a process without secrets, network, or write access, with limited memory and time.
 * Throws UnreadableTextError, or errors of `open`.
 */
export async function extractText(
  open: () => Promise<Readable>,
  { format, timeoutMs = 180_000 }: { format: TextFormat; timeoutMs?: number },
): Promise<DocumentText> {
  const source = await open();
  const child = spawnConfined('text-process', { maxHeapMegabytes, timeoutMs, givesWay: true });
  for (const part of [child, child.stdin]) part.on('error', () => undefined);
  let broken: { readonly cause: unknown } | null = null;
  source.once('error', (cause) => (broken = { cause }));
  try {
    child.stdin.write(toJsonFrame(format));
    // A process that stops early closes its input; only an error of the source is a failure.
    await pipeline(toFrames(source), child.stdin).catch(() => undefined);
    throwIfBroken(broken);
    return await readReport(child.stdout);
  } finally {
    child.kill('SIGKILL');
    child.stdout.destroy();
    source.destroy();
  }
}

async function readReport(output: Readable): Promise<DocumentText> {
  const report = await readJson(createByteReader(output))
    .then((answer) => textReport.parse(answer))
    .catch((cause: unknown) => {
      throw new UnreadableTextError('unfinished', { cause });
    });
  if ('failure' in report) throw new UnreadableTextError(report.failure);
  return report;
}

function throwIfBroken(broken: { readonly cause: unknown } | null): void {
  if (broken !== null) throw broken.cause;
}

const officeFormats: Readonly<Record<string, TextFormat>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
};

/** The format to read a file in, by its name and the content type detected from its bytes; null if it has no text. */
export function findTextFormat({
  contentType,
  name,
}: {
  contentType: string;
  name: string;
}): TextFormat | null {
  if (!contentType.startsWith('text/plain')) return officeFormats[contentType] ?? null;
  if (/\.(?:csv|tsv)$/i.test(name)) return 'csv';
  return /\.eml$/i.test(name) ? 'email' : 'text';
}
