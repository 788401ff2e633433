import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createByteReader, readFrames, toJsonFrame } from '#adapters/frames.ts';
import { toCsvSheets } from './sheets-as-csv.ts';
import { WorkbookError, type WorkbookReport } from './workbook.ts';

/**
 * Reads one framed workbook from standard input; writes to standard output the report as a frame, and the sheets as
 * CSV.
 */
const { report, contents } = await read();
for (const part of [toJsonFrame(report), ...contents]) {
  if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}

async function read(): Promise<{ report: WorkbookReport; contents: Buffer[] }> {
  try {
    const frames = readFrames(createByteReader(process.stdin));
    const sheets = await toCsvSheets(await buffer(Readable.from(frames, { objectMode: false })));
    return {
      report: { sheets: sheets.map(({ name, rows, sizeBytes }) => ({ name, rows, sizeBytes })) },
      contents: sheets.map(({ csv }) => csv),
    };
  } catch (error) {
    if (error instanceof WorkbookError) return { report: { refusal: error.message }, contents: [] };
    throw error;
  }
}
