/** A record that goes on for longer is taken for a quote that somebody forgot to close. */
export const maxRecordCharacters = 1_000_000;

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

type Broken = { readonly kind: 'broken'; readonly reason: string };

export type FoundRecord =
  | { readonly kind: 'row'; readonly cells: readonly string[]; readonly end: number; readonly lines: number }
  | { readonly kind: 'incomplete' }
  | Broken;

type Where = { readonly start: number; readonly delimiterCode: number; readonly isEnd: boolean };
type Cell = { readonly text: string; readonly end: number; readonly lines: number };

const incomplete = { kind: 'incomplete' } as const;

/** The record that begins at `start`; `incomplete` when the text ends before it may have. */
export function readRecord(text: string, { start, delimiterCode, isEnd }: Where): FoundRecord {
  const cells: string[] = [];
  let position = start;
  let lines = 0;
  for (;;) {
    const readCell = isQuoted(text, position) ? readQuoted : readPlain;
    const cell = readCell(text, { start: position, delimiterCode, isEnd });
    if (cell === null) return tooLongOr(text, start);
    if ('kind' in cell) return cell;
    cells.push(cell.text);
    lines += cell.lines;
    position = cell.end;
    if (position - start > maxRecordCharacters) return tooLong;
    if (text.charCodeAt(position) === delimiterCode && position < text.length) {
      position += 1;
      continue;
    }
    const end = endOfBreak(text, position, isEnd);
    return end === null ? tooLongOr(text, start) : { kind: 'row', cells, end, lines: lines + 1 };
  }
}

const tooLong = { kind: 'broken', reason: 'This line is longer than 1 MB.' } as const;

function tooLongOr(text: string, start: number): FoundRecord {
  return text.length - start > maxRecordCharacters ? tooLong : incomplete;
}

/** Some writers put spaces in front of a quoted cell. */
function isQuoted(text: string, start: number): boolean {
  return text.charCodeAt(skipSpaces(text, start)) === quote;
}

function readPlain(text: string, { start, delimiterCode, isEnd }: Where): Cell | Broken | null {
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === delimiterCode || code === lineFeed || code === carriageReturn) break;
  }
  return end === text.length && !isEnd ? null : { text: text.slice(start, end), end, lines: 0 };
}

function readQuoted(text: string, { start, delimiterCode, isEnd }: Where): Cell | Broken | null {
  const open = skipSpaces(text, start);
  let close = text.indexOf('"', open + 1);
  while (close !== -1 && text.charCodeAt(close + 1) === quote) close = text.indexOf('"', close + 2);
  if (close === -1) {
    const isLost = isEnd || text.length - start > maxRecordCharacters;
    return isLost ? { kind: 'broken', reason: 'A quote opens here and is never closed.' } : null;
  }
  const end = skipSpaces(text, close + 1);
  const next = text.charCodeAt(end);
  if (end >= text.length) {
    // What follows the quote decides whether it closes the cell.
    if (!isEnd) return null;
  } else if (next !== delimiterCode && next !== lineFeed && next !== carriageReturn) {
    return {
      kind: 'broken',
      reason:
        'A quote opens here and is not closed before the next text; quotes inside a cell must be doubled.',
    };
  }
  const quoted = text.slice(open + 1, close);
  return {
    text: quoted.includes('"') ? quoted.replaceAll('""', '"') : quoted,
    end,
    lines: countBreaks(quoted),
  };
}

/** Past the line break at `position`; the end of the text counts as one when nothing follows. */
function endOfBreak(text: string, position: number, isEnd: boolean): number | null {
  if (position >= text.length) return isEnd ? position : null;
  if (text.charCodeAt(position) === lineFeed) return position + 1;
  if (position + 1 >= text.length) return isEnd ? position + 1 : null;
  return text.charCodeAt(position + 1) === lineFeed ? position + 2 : position + 1;
}

function skipSpaces(text: string, start: number): number {
  let position = start;
  while (text.charCodeAt(position) === space) position += 1;
  return position;
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) count += 1;
  }
  return count;
}
