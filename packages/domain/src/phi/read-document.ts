import type { PhiTable } from './phi-kinds.ts';
import { toPlain } from './plain-text.ts';

export type Cell = { readonly text: string; readonly start: number; readonly end: number };
/** The first row may be headings. */
export type TableInText = { readonly rows: readonly (readonly Cell[])[]; readonly caption: string };

export type PhiDocument = {
  /** Of the same length as the original, in plain characters. */
  readonly text: string;
  readonly tables: readonly TableInText[];
};

export const captionCharacters = 300;

/** The text of a table, with tabs between cells and line breaks between rows. Offsets of findings refer to it. */
export function formatTable({ rows }: PhiTable): string {
  return rows.map((cells) => cells.map(flatten).join('\t')).join('\n');
}

/** Reads the tables in a text, which mail and files write with commas, tabs, bars, slashes, or wide gaps. */
export function readDocument(content: string | PhiTable): PhiDocument {
  if (typeof content === 'string') {
    const text = toPlain(content);
    return { text, tables: findTables(text) };
  }
  const text = toPlain(formatTable(content));
  let start = 0;
  const rows = content.rows.map((cells) =>
    cells.map((cell) => {
      const end = start + cell.length;
      const read = { text: text.slice(start, end).trim(), start, end };
      start = end + 1;
      return read;
    }),
  );
  return { text, tables: rows.length > 1 ? [{ rows, caption: '' }] : [] };
}

/** The characters around a passage. */
export function getExcerpt(text: string, { start, end }: Pick<Cell, 'start' | 'end'>, reach: number): string {
  return text.slice(Math.max(0, start - reach), Math.min(text.length, end + reach));
}

function flatten(cell: string): string {
  return cell.replaceAll(/[\t\r\n]/g, ' ');
}

type Line = { readonly text: string; readonly start: number };

const separators = [/\t/g, /\|/g, /;/g, /,/g, / \/ /g, / {2,}/g];

const patientHeading = /^\W*(?:patient|resident|pt|mrn|dob|ssn)\b/i;
/** The line below the headings of a table in Markdown. */
const rule = /^[\s|:+=-]+$/;

function findTables(text: string): TableInText[] {
  const lines: Line[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g))
    if (!rule.test(line)) lines.push({ text: line, start: index });
  const tables: TableInText[] = [];
  for (let first = 0; first < lines.length;) {
    const table = readTable(lines, first);
    if (table === null) first += 1;
    else {
      const start = lines[first]?.start ?? 0;
      tables.push({ rows: table, caption: text.slice(Math.max(0, start - captionCharacters), start) });
      first += table.length;
    }
  }
  return tables;
}

/** The longest run of two or more lines with the same number of cells, or null. */
function readTable(lines: readonly Line[], first: number): Cell[][] | null {
  const [line, next] = [lines[first], lines[first + 1]];
  if (line === undefined || next === undefined) return null;
  for (const separator of separators) {
    const header = splitLine(line, separator);
    if (header.length < getMinCells(line, separator) || splitLine(next, separator).length !== header.length)
      continue;
    const rows = [header];
    for (let at = first + 1; at < lines.length; at += 1) {
      const row = splitLine(lines[at] ?? line, separator);
      if (row.length !== header.length) break;
      rows.push(row);
    }
    return rows;
  }
  return null;
}

function getMinCells({ text }: Line, separator: RegExp): number {
  return /[\t|]/.test(separator.source) || patientHeading.test(text) ? 2 : 3;
}

const edge = /[\s"]/;

function splitLine({ text, start }: Line, separator: RegExp): Cell[] {
  const cells: Cell[] = [];
  let from = 0;
  // A separator between quotation marks belongs to its cell.
  const bare = text.replaceAll(/"[^"]*"/g, (quoted) => '_'.repeat(quoted.length));
  for (const { 0: found, index } of bare.matchAll(separator)) {
    cells.push(toCell(text.slice(from, index), start + from));
    from = index + found.length;
  }
  cells.push(toCell(text.slice(from), start + from));
  const isFramed = separator.source === '\\|' && cells[0]?.text === '' && cells.at(-1)?.text === '';
  return isFramed ? cells.slice(1, -1) : cells;
}

function toCell(text: string, start: number): Cell {
  let [from, to] = [0, text.length];
  while (from < to && edge.test(text.charAt(from))) from += 1;
  while (to > from && edge.test(text.charAt(to - 1))) to -= 1;
  return { text: text.slice(from, to), start: start + from, end: start + to };
}

/** The heading over a position in a table; empty outside of tables. */
export function getHeading(tables: PhiDocument['tables'], at: number): string {
  const table = findLastBefore(tables, ({ rows }) => rows[0]?.[0], at);
  const row = findLastBefore(table?.rows ?? [], (cells) => cells[0], at) ?? [];
  const cell = findLastBefore(row, (one) => one, at);
  return cell === undefined || at >= cell.end ? '' : (table?.rows[0]?.[row.indexOf(cell)]?.text ?? '');
}

/** The headings of the table around a position. */
export function listHeadings(tables: PhiDocument['tables'], at: number): string[] {
  const table = findLastBefore(tables, ({ rows }) => rows[0]?.[0], at);
  const isInside = at < (table?.rows.at(-1)?.at(-1)?.end ?? 0);
  return isInside ? (table?.rows[0]?.map(({ text }) => text) ?? []) : [];
}

/** The last of the items, in their order, that starts at a position or before it. */
function findLastBefore<Item>(
  items: readonly Item[],
  firstCell: (item: Item) => Cell | undefined,
  at: number,
): Item | undefined {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && (firstCell(item)?.start ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}
