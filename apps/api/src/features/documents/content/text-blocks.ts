import { detectDelimiter } from '@handover/domain/csv.ts';
import { parse } from 'csv-parse/sync';
import type { findTextFormat } from '#adapters/document-text/extract-text.ts';
import type { PdfBlock } from '#platform/pdf/pdf-document.ts';

/** Columns of a sheet. Wider sheets continue below, a few columns at a time. */
const [maxRows, maxColumns, columnsAtATime] = [1_000, 60, 6];

type Text = {
  readonly name: string;
  readonly pages: readonly { readonly title: string | null; readonly text: string }[];
  readonly format: ReturnType<typeof findTextFormat>;
  readonly isCut: boolean;
};

/** The text of a file as blocks of a PDF, sheets as tables; says what is left out. */
export function createTextBlocks({ name, pages, format, isCut }: Text): PdfBlock[] {
  const filled = pages.filter(({ text }) => text.trim() !== '');
  const blocks = filled.flatMap(({ title, text }, index): PdfBlock[] => [
    ...(index === 0 ? [] : [{ kind: 'pageBreak' } as const]),
    { kind: 'heading', level: 2, text: title ?? (filled.length === 1 ? name : `Page ${String(index + 1)}`) },
    ...(format === 'csv' || format === 'xlsx' ? toTables(text, format) : toParagraphs(text)),
  ]);
  if (blocks.length === 0) return [{ kind: 'paragraph', text: 'This file has no text.' }];
  return isCut ? [...blocks, createSmallPrint('This PDF shows only the beginning of the file.')] : blocks;
}

function toParagraphs(text: string): PdfBlock[] {
  return text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ kind: 'paragraph', text: line }));
}

/** The rows of a CSV text; the text itself if it is not CSV. The last line may be cut off. */
function toTables(text: string, format: 'csv' | 'xlsx'): PdfBlock[] {
  let rows: string[][];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: format === 'xlsx' ? ',' : detectDelimiter(text),
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      // The heading, and one row more than is shown.
      to: maxRows + 2,
    });
  } catch {
    return toParagraphs(text);
  }
  const [head = [], ...body] = rows;
  const fullWidth = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const width = Math.min(maxColumns, fullWidth);
  const starts = Array.from({ length: Math.ceil(width / columnsAtATime) }, (_, at) => at * columnsAtATime);
  const tables = starts.map((from): PdfBlock => {
    const cells = (row: readonly string[]): string[] =>
      Array.from({ length: Math.min(columnsAtATime, width - from) }, (_, at) => row[from + at] ?? '');
    const columns = cells(head).map((heading) => ({ heading }));
    return { kind: 'table', columns, rows: body.slice(0, maxRows).map(cells) };
  });
  const shown = [
    ...(body.length > maxRows ? [`${maxRows.toLocaleString('en-US')} rows`] : []),
    ...(fullWidth > maxColumns ? [`${String(maxColumns)} columns`] : []),
  ];
  return shown.length === 0
    ? tables
    : [
        ...tables,
        createSmallPrint(`Only the first ${shown.join(' and ')} are shown. Ask your broker for the rest.`),
      ];
}

function createSmallPrint(text: string): PdfBlock {
  return { kind: 'paragraph', style: 'small', text };
}
