import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { toCsvSheets } from './sheets-as-csv.ts';
import { WorkbookError, type WorkbookReport } from './workbook.ts';

/**
 * Reads a workbook from standard input; writes to standard output the length of the report, the report, and
 * the sheets as CSV.
 */
const { report, contents } = await read();
const text = Buffer.from(JSON.stringify(report));
const length = Buffer.alloc(4);
length.writeUInt32BE(text.length);
for (const part of [length, text, ...contents]) {
  if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}

async function read(): Promise<{ report: WorkbookReport; contents: Buffer[] }> {
  try {
    const sheets = await toCsvSheets(await buffer(process.stdin));
    return {
      report: { sheets: sheets.map(({ name, rows, sizeBytes }) => ({ name, rows, sizeBytes })) },
      contents: sheets.map(({ csv }) => csv),
    };
  } catch (error) {
    if (error instanceof WorkbookError) return { report: { refusal: error.message }, contents: [] };
    throw error;
  }
}
