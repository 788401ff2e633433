import { Readable } from 'node:stream';
import { runConfined } from '#adapters/confined-child.ts';
import { readJson, type ByteReader } from '#adapters/frames.ts';
import { createGate } from '#lib/gate.ts';
import { WorkbookError, workbookReport, type SheetReport } from './workbook.ts';

const maxHeapMegabytes = 768;

type Options<Kept> = {
  readonly raw: Readable;
  /** Stores one sheet as CSV and must read it to the end. */
  readonly keep: (sheet: SheetReport, csv: Readable) => Promise<Kept>;
  readonly timeoutMs?: number;
};

const inOrder = createGate(1);

/**
 * Converts the sheets of an .xlsx workbook to CSV in a process without secrets or write access, limited in
 * memory and to 60 s; one at a time. Throws WorkbookError, or errors of `raw` or `keep`.
 */
export async function readWorkbook<Kept>(options: Options<Kept>): Promise<Kept[]> {
  return inOrder(() => readInChild({ timeoutMs: 60_000, ...options }));
}

function readInChild<Kept>({ raw, keep, timeoutMs }: Required<Options<Kept>>): Promise<Kept[]> {
  return runConfined('workbook-process', { maxHeapMegabytes, timeoutMs, source: raw }, async (answer) => {
    const kept: Kept[] = [];
    for (const sheet of await readReport(answer))
      kept.push(await keep(sheet, Readable.from(answer.pass(sheet.sizeBytes), { objectMode: false })));
    return kept;
  });
}

async function readReport(reader: ByteReader): Promise<readonly SheetReport[]> {
  const report = await readJson(reader)
    .then((json) => workbookReport.parse(json))
    .catch((error: unknown) => {
      throw new WorkbookError(
        'This workbook is too large to read. Save the sheet as CSV (UTF-8) and upload that.',
        { cause: error },
      );
    });
  if ('refusal' in report) throw new WorkbookError(report.refusal);
  if (report.sheets.length === 0) throw new WorkbookError('This workbook has no rows.');
  return report.sheets;
}
