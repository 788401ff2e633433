import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import TablePreview from './table-preview.tsx';

const listCells = (): string[][] =>
  screen
    .getAllByRole<HTMLTableRowElement>('row')
    .map((row) => [...row.cells].map((cell) => cell.textContent));

it('shows all columns of a report that begins with a title', () => {
  const text = 'Smith Dental LLC\nProfit and Loss\nAccount,2024,2025\nRent,4100,4200';
  render(<TablePreview text={text} name="report.csv" />);
  expect(listCells()).toEqual([
    ['Smith Dental LLC', '', ''],
    ['Profit and Loss', '', ''],
    ['Account', '2024', '2025'],
    ['Rent', '4100', '4200'],
  ]);
});

it('keeps a cell with a semicolon or a tab in its column', () => {
  render(<TablePreview text={'Account,Note,2025\nHygiene,Recall; perio\tx,120000'} name="report.csv" />);
  expect(listCells()).toEqual([
    ['Account', 'Note', '2025'],
    ['Hygiene', 'Recall; perio\tx', '120000'],
  ]);
});

it('splits a sheet of a workbook at commas only', () => {
  render(<TablePreview text={'A;B;C\nD;E;F'} delimiter="," name="Sheet 1" />);
  expect(listCells()).toEqual([['A;B;C'], ['D;E;F']]);
});
