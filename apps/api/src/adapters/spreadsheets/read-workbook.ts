import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { spawnConfined } from '#adapters/confined-child.ts';
import { type ByteReader, createByteReader } from '#adapters/mail/frames.ts';
import { WorkbookError, workbookReport, type SheetReport } from './workbook.ts';

const maxHeapMegabytes = 768;
const maxReportBytes = 1024 * 1024;

type Options<Kept> = {
  readonly raw: Readable;
  /** Stores one sheet as CSV and must read it to the end. */
  readonly keep: (sheet: SheetReport, csv: Readable) => Promise<Kept>;
  readonly timeoutMs?: number;
};

let last: Promise<unknown> = Promise.resolve();

/**
 * Converts the sheets of an .xlsx workbook to CSV in a process without secrets or write access, limited in
 * memory and to 60 s; one at a time. Throws WorkbookRefusal, or errors of `raw` or `keep`.
 */
export async function readWorkbook<Kept>(options: Options<Kept>): Promise<Kept[]> {
  const turn = last.then(() => readInChild({ timeoutMs: 60_000, ...options }));
  last = turn.catch(() => undefined);
  return turn;
}

async function readInChild<Kept>({ raw, keep, timeoutMs }: Required<Options<Kept>>): Promise<Kept[]> {
  const child = spawnConfined('workbook-process', {
    maxHeapMegabytes,
    timeoutMs,
  });
  let broken: { readonly cause: unknown } | null = null;
  try {
    await once(child, 'spawn');
    raw.once('error', (cause) => (broken = { cause }));
    // A parser that stops early closes its input; only an error of the source is a failure.
    await pipeline(raw, child.stdin).catch(() => undefined);
    throwIfBroken(broken);
    const reader = createByteReader(child.stdout);
    const kept: Kept[] = [];
    for (const sheet of await readReport(reader))
      kept.push(await keep(sheet, Readable.from(reader.pass(sheet.sizeBytes), { objectMode: false })));
    return kept;
  } finally {
    child.kill('SIGKILL');
    child.stdout.destroy();
    raw.destroy();
  }
}

function throwIfBroken(broken: { readonly cause: unknown } | null): void {
  if (broken !== null) throw broken.cause;
}

async function readReport(reader: ByteReader): Promise<readonly SheetReport[]> {
  const report = await parseBounce(reader).catch((error: unknown) => {
    throw new WorkbookError(
      'This workbook is too large to read. Save the sheet as CSV (UTF-8) and upload that.',
      { cause: error },
    );
  });
  if ('refusal' in report) throw new WorkbookError(report.refusal);
  if (report.sheets.length === 0) throw new WorkbookError('This workbook has no rows.');
  return report.sheets;
}

async function parseBounce(reader: ByteReader): Promise<ReturnType<typeof workbookReport.parse>> {
  const size = (await reader.take(4)).readUInt32BE();
  if (size > maxReportBytes) throw new Error(`A report of ${String(size)} bytes`);
  return workbookReport.parse(JSON.parse((await reader.take(size)).toString('utf8')));
}
