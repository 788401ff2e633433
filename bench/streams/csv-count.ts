/** Rows below the heading, and cells that a spreadsheet would run as a formula. */
export type CsvCount = { readonly rows: number; readonly formulas: number };

const [quote, comma, lineFeed, carriageReturn] = Buffer.from('",\n\r');
const formulaStarts = new Set(Buffer.from('=+-@\t\r'));

/** Counts a CSV file chunk by chunk, wherever the chunks are split. */
export function createCsvCounter(): { add(bytes: Buffer): void; count(): CsvCount } {
  let rows = 0;
  let formulas = 0;
  let isQuoted = false;
  let isAtStart = true;
  const add = (bytes: Buffer): void => {
    for (const byte of bytes) {
      if (byte === quote) {
        isQuoted = !isQuoted;
        continue;
      }
      const endsLine = !isQuoted && (byte === lineFeed || byte === carriageReturn);
      if (isAtStart && !endsLine && formulaStarts.has(byte)) formulas += 1;
      isAtStart = !isQuoted && (byte === comma || byte === lineFeed);
      if (endsLine && byte === lineFeed) rows += 1;
    }
  };
  return { add, count: () => ({ rows: rows - 1, formulas }) };
}
