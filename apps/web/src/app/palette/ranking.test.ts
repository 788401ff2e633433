import { describe, expect, it } from 'vitest';
import { ranked, type PaletteItem } from './palette-item.ts';

const item = (group: string, label: string, rank?: number): PaletteItem => ({
  key: label,
  group,
  label,
  detail: null,
  icon: '',
  choice: { kind: 'open', to: '/' },
  ...(rank !== undefined && { rank }),
});
const labels = (query: string, items: PaletteItem[]): string[] =>
  ranked(items, query).map(({ label }) => label);

describe('ranking records and commands', () => {
  it('puts the group with the nearest first, and the nearest first in it', () => {
    const items = [
      item('Customers', 'Otto Task'),
      item('Tasks', 'Multitask'),
      item('Tasks', 'Task of today'),
      item('Go to', 'Tasks'),
      item('Go to', 'Task'),
    ];
    expect(labels('task', items)).toEqual(['Task', 'Tasks', 'Task of today', 'Multitask', 'Otto Task']);
  });

  it('takes accents and case for nothing, and keeps the order among equals and without a query', () => {
    const items = [item('A', 'Second'), item('B', 'JOSÉ'), item('A', 'Josef'), item('B', 'Third')];
    expect(labels('jose', items)).toEqual(['JOSÉ', 'Third', 'Josef', 'Second']);
    expect(labels(' ', items)).toEqual(['Second', 'JOSÉ', 'Josef', 'Third']);
  });

  it('takes a rank that is given for the one of the label', () => {
    expect(labels('ann', [item('A', 'Ann'), item('B', 'Write to Bob', 0), item('C', 'Ann', 4)])).toEqual([
      'Ann',
      'Write to Bob',
      'Ann',
    ]);
  });
});
