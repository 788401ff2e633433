import { readPastedTable } from '@handover/domain/recast/paste.ts';
import { expect, it } from 'vitest';
import {
  addPeriod,
  applyPaste,
  toChanges,
  listInvalidColumns,
  toDraftColumns,
  rebase,
  removePeriod,
  resolveConflicts,
  setCell,
} from './profit-draft.ts';

const saved = [{ year: 2024, month: null, lines: { revenue: 1_000_00, rent: 100_00 }, version: 3 }];
const y2024 = { year: 2024, month: null };
const y2025 = { year: 2025, month: null };

it('sends only the periods that changed, with the version that was edited', () => {
  const draft = addPeriod(toDraftColumns(saved), y2025);
  expect(toChanges(draft)).toEqual([]);
  const typed = setCell(draft, { period: y2025, line: 'revenue', text: '$1.2M' });
  expect(toChanges(typed)).toEqual([{ ...y2025, version: null, lines: { revenue: 1_200_000_00 } }]);
  const emptied = setCell(draft, { period: y2024, line: 'rent', text: ' ' });
  expect(toChanges(emptied)).toEqual([{ ...y2024, version: 3, lines: { revenue: 1_000_00 } }]);
});

it('removes a saved period, and forgets a new one', () => {
  const draft = removePeriod(removePeriod(addPeriod(toDraftColumns(saved), y2025), y2025), y2024);
  expect(toChanges(draft)).toEqual([{ ...y2024, version: 3, lines: null }]);
  expect(toChanges(addPeriod(draft, y2024))).toEqual([]);
});

it('follows what others save, and names the columns that both changed', () => {
  const opened = [...saved, { ...y2025, lines: { revenue: 5_00 }, version: 1 }];
  const draft = setCell(toDraftColumns(opened), { period: y2024, line: 'rent', text: '120' });
  const y2023 = { year: 2023, month: null, lines: { revenue: 9_00 }, version: 1 };
  const untouched = [...saved, { ...y2025, lines: { revenue: 6_00 }, version: 2 }, y2023];
  const followed = rebase(draft, untouched);
  expect(followed.conflicts).toEqual([]);
  expect(followed.columns.map(({ year, texts }) => [year, texts.revenue])).toEqual([
    [2024, '1,000'],
    [2025, '6'],
    [2023, '9'],
  ]);
  expect(toChanges(followed.columns)).toEqual([
    { ...y2024, version: 3, lines: { revenue: 1_000_00, rent: 120_00 } },
  ]);
  const both = [{ ...y2024, lines: { revenue: 7_00 }, version: 4 }];
  const { columns, conflicts } = rebase(draft, both);
  expect(conflicts.map(({ year }) => year)).toEqual([2024]);
  expect(columns.map(({ year }) => year)).toEqual([2024]);
  expect(toChanges(resolveConflicts(columns, both, 'theirs'))).toEqual([]);
  expect(toChanges(resolveConflicts(columns, both, 'mine'))).toEqual([
    { ...y2024, version: 4, lines: { revenue: 1_000_00, rent: 120_00 } },
  ]);
  expect(toChanges(resolveConflicts(columns, [], 'mine'))).toEqual([
    { ...y2024, version: null, lines: { revenue: 1_000_00, rent: 120_00 } },
  ]);
});

it('lists columns with cells that are not amounts', () => {
  const draft = setCell(toDraftColumns(saved), { period: y2024, line: 'interest', text: 'about 5' });
  expect(listInvalidColumns(draft)).toMatchObject([y2024]);
  expect(listInvalidColumns(removePeriod(draft, y2024))).toEqual([]);
});

it('adds up the pasted rows of one line and skips rows without a line', () => {
  const table = readPastedTable(
    'P&L\t2024\t2025\nRevenue\t900\t1,000\nSupplies\t10\t20\nPostage\t1\t\nGifts\t5\t5',
  );
  if (table === null) throw new Error('A table');
  const draft = applyPaste(toDraftColumns(saved), table, ['revenue', 'otherExpenses', 'otherExpenses', null]);
  expect(toChanges(draft)).toEqual([
    { ...y2024, version: 3, lines: { revenue: 900_00, rent: 100_00, otherExpenses: 11_00 } },
    { ...y2025, version: null, lines: { revenue: 1_000_00, otherExpenses: 20_00 } },
  ]);
});
