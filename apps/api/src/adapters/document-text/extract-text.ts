import type { Readable } from 'node:stream';
import { runConfined } from '#adapters/confined-child.ts';
import { readJson, toJsonFrame, type ByteReader } from '#adapters/frames.ts';
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
  const request = [toJsonFrame(format)];
  return runConfined(
    'text-process',
    { maxHeapMegabytes, timeoutMs, givesWay: true, request, source },
    readReport,
  );
}

async function readReport(answer: ByteReader): Promise<DocumentText> {
  const report = await readJson(answer)
    .then((json) => textReport.parse(json))
    .catch((cause: unknown) => {
      throw new UnreadableTextError('unfinished', { cause });
    });
  if ('failure' in report) throw new UnreadableTextError(report.failure);
  return report;
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
