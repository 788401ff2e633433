import { phiKinds, type PhiKind } from './phi-kinds.ts';
import { formatTable } from './read-document.ts';
import { scanForPhi } from './scan.ts';

/** A page or slide as text, or a sheet as rows of cells. */
export type ScannedPage = { readonly text: string } | { readonly rows: readonly (readonly string[])[] };

export type PageFinding = {
  readonly kind: PhiKind;
  /** The first is 1. */
  readonly page: number;
  /** The column of a sheet, such as "B". */
  readonly column: string | null;
  /** Without its digits, and with only the first letters of its words. */
  readonly excerpt: string;
};

const maxFindingsOfKind = 5;

/** Possible patient identifiers in the pages of a file: the first five places of each kind. */
export function scanPages(pages: readonly ScannedPage[]): PageFinding[] {
  const found = pages.flatMap((content, index) => {
    const page = index + 1;
    if ('rows' in content) return scanSheet(content.rows).map((finding) => ({ ...finding, page }));
    return scanForPhi(content.text).map(({ kind, excerpt }) => ({ kind, page, column: null, excerpt }));
  });
  return phiKinds.flatMap((kind) => listFirstLocations(found.filter((finding) => finding.kind === kind)));
}

function listFirstLocations(findings: readonly PageFinding[]): PageFinding[] {
  const byPlace = new Map<string, PageFinding>();
  for (const finding of findings) {
    const place = `${String(finding.page)} ${finding.column ?? ''}`;
    if (!byPlace.has(place)) byPlace.set(place, finding);
  }
  return [...byPlace.values()].slice(0, maxFindingsOfKind);
}

/**
 * The sheet as one table from its headings on, then each of its tables, which empty rows separate. Lines above the headings,
 * such as a title, have one cell and are left out of the table, but read.
 */
function scanSheet(rows: readonly (readonly string[])[]): Omit<PageFinding, 'page'>[] {
  const tables = splitTables(rows);
  const whole = tables.flat();
  return (tables.length > 1 ? [whole, ...tables] : [whole]).flatMap((table) => {
    const heading = Math.max(0, table.findIndex(isRowOfTable));
    return [table.slice(0, heading), table.slice(heading)].flatMap(scanTable);
  });
}

function splitTables(rows: readonly (readonly string[])[]): (readonly string[])[][] {
  const tables: (readonly string[])[][] = [];
  let isInside = false;
  for (const row of rows) {
    const isFilled = row.some((cell) => cell.trim() !== '');
    if (isFilled && isInside) tables.at(-1)?.push(row);
    if (isFilled && !isInside) tables.push([row]);
    isInside = isFilled;
  }
  return tables;
}

function isRowOfTable(row: readonly string[]): boolean {
  return row.filter((cell) => cell.trim() !== '').length > 1;
}

function scanTable(rows: readonly (readonly string[])[]): Omit<PageFinding, 'page'>[] {
  if (rows.length === 0) return [];
  const text = formatTable({ rows });
  let [at, column] = [0, 1];
  return scanForPhi({ rows }).map(({ kind, start, excerpt }) => {
    for (; at < start; at += 1)
      if (text[at] === '\n') column = 1;
      else if (text[at] === '\t') column += 1;
    return { kind, column: getColumnName(column), excerpt };
  });
}

/** "A" for 1, "AB" for 28, as in spreadsheets. */
function getColumnName(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest === 0 ? '' : getColumnName(rest)) + String.fromCharCode(65 + ((number - 1) % 26));
}
