type Place = {
  /** The line of the file where it starts, from 1. */
  readonly line: number;
  /** Bytes of the file up to the end of the record, and the next line: the position to resume from. */
  readonly endsAt: number;
  readonly nextLine: number;
};

/** One record of a file, or a line where the file is broken. */
export type CsvRecord =
  | (Place & { readonly kind: 'row'; readonly cells: readonly string[] })
  | (Place & { readonly kind: 'broken'; readonly reason: string; readonly raw: string });

export type CsvReader = {
  /** Takes the next piece of text and returns the records that it completes. Blank lines are skipped. */
  push(text: string): CsvRecord[];
  /** The records that only the end of the file completes. */
  end(): CsvRecord[];
};

export type CsvSource = {
  readonly delimiter: string;
  /** The size in the file of a decoded text, in bytes. */
  readonly bytesOf: (text: string) => number;
  /** Where to start reading, if not at the start of the file. */
  readonly from?: { readonly byte: number; readonly line: number };
};

type Fault = { readonly line: number; readonly reason: string; readonly raw: string };

type State = {
  pending: string;
  /** The first character of `pending` that no record covers yet, and its place in the file. */
  start: number;
  byte: number;
  line: number;
  fault: Fault | null;
  readonly bytesOf: CsvSource['bytesOf'];
  readonly delimiterCode: number;
};

/** How much of a broken line is kept to be shown. */
const rawLimit = 10_000;

/**
 * Reads RFC 4180 text in chunks, with any line ending and any single-character delimiter. If a quote is not closed
 * correctly, only that line is reported as broken and reading continues after it, while other parsers stop or read the
 * rest of the file as one cell. Memory is bounded by the longest record.
 */
export function createCsvReader({ delimiter, bytesOf, from = { byte: 0, line: 1 } }: CsvSource): CsvReader {
  const state: State = {
    pending: '',
    start: 0,
    ...from,
    fault: null,
    bytesOf,
    delimiterCode: delimiter.charCodeAt(0),
  };
  return {
    push: (text) => {
      state.pending += text;
      return readPending(state, false);
    },
    end: () => {
      const records = readPending(state, true);
      return state.fault === null
        ? records
        : [...records, { kind: 'broken', ...advance(state, { to: 0, lines: 1 }), ...state.fault }];
    },
  };
}

function readPending(state: State, isEnd: boolean): CsvRecord[] {
  const records: CsvRecord[] = [];
  state.start = 0;
  while (state.start < state.pending.length) {
    if (state.fault !== null) {
      const record = skipBrokenLine(state, { fault: state.fault, isEnd });
      if (record === null) break;
      records.push(record);
      continue;
    }
    const found = readRecord(state.pending, {
      start: state.start,
      delimiterCode: state.delimiterCode,
      isEnd,
    });
    if (found.kind === 'incomplete') break;
    if (found.kind === 'broken') {
      state.fault = { line: state.line, reason: found.reason, raw: '' };
      continue;
    }
    const place = advance(state, { to: found.end, lines: found.lines });
    if (!isBlank(found.cells)) records.push({ kind: 'row', ...place, cells: found.cells });
  }
  state.pending = state.pending.slice(state.start);
  state.start = 0;
  return records;
}

/** Skips a broken line; null until its end has arrived. */
function skipBrokenLine(state: State, { fault, isEnd }: { fault: Fault; isEnd: boolean }): CsvRecord | null {
  const end = findLineEnd(state.pending, state.start, isEnd);
  // A carriage return at the very end may be half of a line break.
  const to = end ?? state.pending.length - (state.pending.endsWith('\r') ? 1 : 0);
  const raw = `${fault.raw}${state.pending.slice(state.start, Math.min(to, state.start + rawLimit - fault.raw.length))}`;
  const place = advance(state, { to, lines: end === null ? 0 : 1 });
  state.fault = end === null ? { ...fault, raw } : null;
  return end === null ? null : { kind: 'broken', ...place, ...fault, raw: raw.trimEnd() };
}

function advance(state: State, { to, lines }: { to: number; lines: number }): Place {
  const place = {
    line: state.line,
    endsAt: state.byte + state.bytesOf(state.pending.slice(state.start, to)),
    nextLine: state.line + lines,
  };
  state.start = to;
  state.byte = place.endsAt;
  state.line = place.nextLine;
  return place;
}

/** The end of the line, including its break; null if it is not yet in the text. */
function findLineEnd(text: string, start: number, isEnd: boolean): number | null {
  const match = /\r\n|\n|\r(?!$)/g;
  match.lastIndex = start;
  const found = match.exec(text);
  if (found !== null) return found.index + found[0].length;
  return isEnd ? text.length : null;
}

function isBlank(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0]?.trim() === '';
}

/** A longer record is taken to have an unclosed quote. */
const maxRecordCharacters = 1_000_000;

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

type Broken = { readonly kind: 'broken'; readonly reason: string };

type FoundRecord =
  | { readonly kind: 'row'; readonly cells: readonly string[]; readonly end: number; readonly lines: number }
  | { readonly kind: 'incomplete' }
  | Broken;

type Where = { readonly start: number; readonly delimiterCode: number; readonly isEnd: boolean };
type Cell = { readonly text: string; readonly end: number; readonly lines: number };

const incomplete = { kind: 'incomplete' } as const;

/** The record that begins at `start`; `incomplete` when the text ends before it may have. */
function readRecord(text: string, { start, delimiterCode, isEnd }: Where): FoundRecord {
  const cells: string[] = [];
  let position = start;
  let lines = 0;
  for (;;) {
    const readCell = isQuoted(text, position) ? readQuoted : readPlain;
    const cell = readCell(text, { start: position, delimiterCode, isEnd });
    if (cell === null) return classifyUnfinishedRecord(text, start);
    if ('kind' in cell) return cell;
    cells.push(cell.text);
    lines += cell.lines;
    position = cell.end;
    if (position - start > maxRecordCharacters) return tooLong;
    if (text.charCodeAt(position) === delimiterCode && position < text.length) {
      position += 1;
      continue;
    }
    const end = findBreakEnd(text, position, isEnd);
    return end === null
      ? classifyUnfinishedRecord(text, start)
      : { kind: 'row', cells, end, lines: lines + 1 };
  }
}

const tooLong = { kind: 'broken', reason: 'This line is longer than 1 MB.' } as const;

function classifyUnfinishedRecord(text: string, start: number): FoundRecord {
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
    return isLost ? { kind: 'broken', reason: 'A quoted cell that starts here is never closed.' } : null;
  }
  const end = skipSpaces(text, close + 1);
  const next = text.charCodeAt(end);
  if (end >= text.length) {
    // The next character decides whether the quote closes the cell.
    if (!isEnd) return null;
  } else if (next !== delimiterCode && next !== lineFeed && next !== carriageReturn) {
    return {
      kind: 'broken',
      reason: 'A quoted cell is not closed here. Double any quotation marks inside a cell.',
    };
  }
  const quoted = text.slice(open + 1, close);
  return {
    text: quoted.includes('"') ? quoted.replaceAll('""', '"') : quoted,
    end,
    lines: countBreaks(quoted),
  };
}

/** The position after the line break at `position`; the end of the text counts as one when nothing follows. */
function findBreakEnd(text: string, position: number, isEnd: boolean): number | null {
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
