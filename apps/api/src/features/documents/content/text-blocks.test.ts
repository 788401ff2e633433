import { expect, it } from 'vitest';
import type { PdfBlock } from '#platform/pdf/pdf-document.ts';
import { createTextBlocks } from './text-blocks.ts';

const createBlocks = (text: string, format: 'csv' | 'xlsx'): PdfBlock[] =>
  createTextBlocks({ name: 'Ledger', pages: [{ title: null, text }], format, isCut: false }).slice(1);
const createTable = (headings: readonly string[], rows: string[][]) => ({
  kind: 'table',
  columns: headings.map((heading) => ({ heading })),
  rows,
});

it('keeps the cells of a sheet in their columns, whatever they contain', () => {
  const text = 'Account,Note,2025\r\nHygiene,Recall; perio,120000\r\nRent,a\tb;c,4100\r\n';
  const rows = [
    ['Hygiene', 'Recall; perio', '120000'],
    ['Rent', 'a\tb;c', '4100'],
  ];
  for (const format of ['csv', 'xlsx'] as const)
    expect(createBlocks(text, format)).toEqual([createTable(['Account', 'Note', '2025'], rows)]);
  expect(createBlocks('A;B;C\r\n', 'xlsx')).toEqual([createTable(['A;B;C'], [])]);
});

it('reads a CSV file by its own delimiter', () => {
  expect(createBlocks('Konto;2025\nLohn;1.234,50\nMiete;4.100,00', 'csv')).toEqual([
    createTable(
      ['Konto', '2025'],
      [
        ['Lohn', '1.234,50'],
        ['Miete', '4.100,00'],
      ],
    ),
  ]);
});

it('reports which rows and columns of a sheet are omitted', () => {
  const small = (text: string) => ({ kind: 'paragraph', style: 'small', text });
  const sheetOf = (rows: number, columns: number): string =>
    Array.from({ length: rows + 1 }, () => Array.from({ length: columns }, () => 'x').join(',')).join('\n');
  const last = (rows: number, columns: number) => createBlocks(sheetOf(rows, columns), 'xlsx').at(-1);
  expect(last(1_000, 2)).toMatchObject({ kind: 'table', rows: { length: 1_000 } });
  expect(last(1_001, 2)).toEqual(small('Only the first 1,000 rows are shown. Ask your broker for the rest.'));
  expect(last(1, 61)).toEqual(small('Only the first 60 columns are shown. Ask your broker for the rest.'));
  expect(last(1_001, 61)).toEqual(
    small('Only the first 1,000 rows and 60 columns are shown. Ask your broker for the rest.'),
  );
});
