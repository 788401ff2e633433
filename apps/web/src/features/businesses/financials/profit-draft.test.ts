import { readPastedTable } from '@handover/domain/recast/paste.ts';
import { expect, it } from 'vitest';
import {
  addPeriod,
  applyPaste,
  changesOf,
  countErrors,
  draftOf,
  removePeriod,
  setCell,
} from './profit-draft.ts';

const saved = [{ year: 2024, month: null, lines: { revenue: 1_000_00, rent: 100_00 }, version: 3 }];
const y2024 = { year: 2024, month: null };
const y2025 = { year: 2025, month: null };

it('sends only the periods that changed, with the version that was edited', () => {
  const draft = addPeriod(draftOf(saved), y2025);
  expect(changesOf(draft, saved)).toEqual([]);
  const typed = setCell(draft, { period: y2025, line: 'revenue', text: '$1.2M' });
  expect(changesOf(typed, saved)).toEqual([{ ...y2025, version: null, lines: { revenue: 1_200_000_00 } }]);
  const emptied = setCell(draft, { period: y2024, line: 'rent', text: ' ' });
  expect(changesOf(emptied, saved)).toEqual([{ ...y2024, version: 3, lines: { revenue: 1_000_00 } }]);
});

it('removes a saved period, and forgets a new one', () => {
  const draft = removePeriod(removePeriod(addPeriod(draftOf(saved), y2025), y2025), y2024);
  expect(changesOf(draft, saved)).toEqual([{ ...y2024, version: 3, lines: null }]);
  expect(changesOf(addPeriod(draft, y2024), saved)).toEqual([]);
});

it('counts cells that are not amounts', () => {
  const draft = setCell(draftOf(saved), { period: y2024, line: 'interest', text: 'about 5' });
  expect(countErrors(draft)).toBe(1);
  expect(countErrors(removePeriod(draft, y2024))).toBe(0);
});

it('adds up the pasted rows of one line and skips rows without a line', () => {
  const table = readPastedTable(
    'P&L\t2024\t2025\nRevenue\t900\t1,000\nSupplies\t10\t20\nPostage\t1\t\nGifts\t5\t5',
  );
  if (table === null) throw new Error('A table');
  const draft = applyPaste(draftOf(saved), table, ['revenue', 'otherExpenses', 'otherExpenses', null]);
  expect(changesOf(draft, saved)).toEqual([
    { ...y2024, version: 3, lines: { revenue: 900_00, rent: 100_00, otherExpenses: 11_00 } },
    { ...y2025, version: null, lines: { revenue: 1_000_00, otherExpenses: 20_00 } },
  ]);
});
