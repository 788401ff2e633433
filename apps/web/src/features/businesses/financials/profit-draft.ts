import type { FinancialPeriod, UpdateFinancials } from '@handover/contract/businesses/financials.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import type { PastedTable } from '@handover/domain/recast/paste.ts';
import type { Period } from '@handover/domain/recast/periods.ts';
import { profitLines, type ProfitAndLoss, type ProfitLine } from '@handover/domain/recast/recast.ts';

/** A year or month in the table, with the text typed in its cells. */
export interface DraftColumn extends Period {
  /** The version that is edited; null for a new period. */
  readonly version: number | null;
  /** The amounts of that version. */
  readonly base: ProfitAndLoss;
  readonly texts: Readonly<Partial<Record<ProfitLine, string>>>;
  readonly isRemoved: boolean;
}

const isSame = (one: Period, other: Period): boolean => one.year === other.year && one.month === other.month;

/** The columns of the saved periods. */
export function toDraftColumns(periods: readonly FinancialPeriod[]): DraftColumn[] {
  return periods.map(({ year, month, version, lines }) => ({
    year,
    month,
    version,
    base: lines,
    texts: toTexts(lines),
    isRemoved: false,
  }));
}

function toTexts(lines: ProfitAndLoss): DraftColumn['texts'] {
  return Object.fromEntries(
    profitLines.flatMap((line) => {
      const cents = lines[line];
      return cents === undefined ? [] : [[line, formatMoneyInput(cents)]];
    }),
  );
}

/** Adds an empty column for the period, unless it exists. Restores a removed column. */
export function addPeriod(draft: readonly DraftColumn[], period: Period): DraftColumn[] {
  if (draft.some((column) => isSame(column, period)))
    return draft.map((column) => (isSame(column, period) ? { ...column, isRemoved: false } : column));
  return [...draft, { ...period, version: null, base: {}, texts: {}, isRemoved: false }];
}

export function removePeriod(draft: readonly DraftColumn[], period: Period): DraftColumn[] {
  return draft.flatMap((column) => {
    if (!isSame(column, period)) return [column];
    return column.version === null ? [] : [{ ...column, isRemoved: true }];
  });
}

export function setCell(
  draft: readonly DraftColumn[],
  { period, line, text }: { period: Period; line: ProfitLine; text: string },
): DraftColumn[] {
  return draft.map((column) =>
    isSame(column, period) ? { ...column, texts: { ...column.texts, [line]: text } } : column,
  );
}

/**
 * Replaces cells with the amounts of a pasted table. Rows for the same line are added up. `lines` has the line of each
 * row; null skips it.
 */
export function applyPaste(
  draft: readonly DraftColumn[],
  { periods, rows }: PastedTable,
  lines: readonly (ProfitLine | null)[],
): DraftColumn[] {
  let result = [...draft];
  for (const [index, period] of periods.entries()) {
    result = addPeriod(result, period);
    for (const line of profitLines) {
      const amounts = rows.flatMap((row, at) => (lines[at] === line ? (row.cents[index] ?? []) : []));
      if (amounts.length === 0) continue;
      const text = formatMoneyInput(amounts.reduce((sum, cents) => sum + cents, 0));
      result = setCell(result, { period, line, text });
    }
  }
  return result;
}

/** Cents of a cell; undefined if it is empty, null if it is not an amount. */
export function parseCents(text: string | undefined): number | null | undefined {
  return text === undefined || text.trim() === '' ? undefined : parseMoney(text);
}

/** The amounts of a column, without cells that are not amounts. */
export function toLines({ texts }: DraftColumn): ProfitAndLoss {
  return Object.fromEntries(
    profitLines.flatMap((line) => {
      const cents = parseCents(texts[line]);
      return cents === undefined || cents === null ? [] : [[line, cents]];
    }),
  );
}

/** The columns with cells that are not amounts. */
export function listInvalidColumns(draft: readonly DraftColumn[]): DraftColumn[] {
  return draft.filter(
    ({ isRemoved, texts }) => !isRemoved && profitLines.some((line) => parseCents(texts[line]) === null),
  );
}

/** The changes for the server. New columns without amounts are omitted. */
export function toChanges(draft: readonly DraftColumn[]): UpdateFinancials['periods'] {
  return draft.filter(isChanged).map((column) => {
    const { year, month, version, isRemoved } = column;
    return { year, month, version, lines: isRemoved ? null : toLines(column) };
  });
}

function isChanged({ isRemoved, base, texts }: DraftColumn): boolean {
  return isRemoved || profitLines.some((line) => parseCents(texts[line]) !== base[line]);
}

/**
 * The draft merged with the currently saved columns. Unchanged columns take the saved values; `conflicts` are changed
 * columns that someone else has changed too.
 */
export function rebase(
  draft: readonly DraftColumn[],
  saved: readonly FinancialPeriod[],
): { columns: DraftColumn[]; conflicts: DraftColumn[] } {
  const current = toDraftColumns(saved);
  const currentOf = (column: Period): DraftColumn | undefined => current.find((one) => isSame(one, column));
  const isCurrent = (column: DraftColumn): boolean => (currentOf(column)?.version ?? null) === column.version;
  const columns = draft.flatMap((column) => {
    const theirs = currentOf(column);
    if (isCurrent(column) || (isChanged(column) && !(column.isRemoved && theirs === undefined)))
      return [column];
    return theirs ?? [];
  });
  const added = current.filter((column) => !draft.some((one) => isSame(one, column)));
  return { columns: [...columns, ...added], conflicts: columns.filter((column) => !isCurrent(column)) };
}

/** Resolves the conflicts: typed values replace the values saved since, or are discarded. */
export function resolveConflicts(
  draft: readonly DraftColumn[],
  saved: readonly FinancialPeriod[],
  kept: 'mine' | 'theirs',
): DraftColumn[] {
  const { columns, conflicts } = rebase(draft, saved);
  const current = toDraftColumns(saved);
  return columns.flatMap((column) => {
    if (!conflicts.includes(column)) return [column];
    const theirs = current.find((one) => isSame(one, column));
    if (kept === 'theirs') return theirs ?? [];
    return [{ ...column, version: theirs?.version ?? null, base: theirs?.base ?? {} }];
  });
}
