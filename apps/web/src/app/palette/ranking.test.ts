import { describe, expect, it } from 'vitest';
import { rankItems, type PaletteItem } from './palette-item.ts';

const createItem = (group: string, label: string, rank?: number): PaletteItem => ({
  key: label,
  group,
  label,
  detail: null,
  icon: '',
  choice: { kind: 'open', to: '/' },
  ...(rank !== undefined && { rank }),
});
const listLabels = (query: string, items: PaletteItem[]): string[] =>
  rankItems(items, query).map(({ label }) => label);

describe('ranking records and commands', () => {
  it('puts the group with the nearest first, and the nearest first in it', () => {
    const items = [
      createItem('Customers', 'Otto Task'),
      createItem('Tasks', 'Multitask'),
      createItem('Tasks', 'Task of today'),
      createItem('Go to', 'Tasks'),
      createItem('Go to', 'Task'),
    ];
    expect(listLabels('task', items)).toEqual(['Task', 'Tasks', 'Task of today', 'Multitask', 'Otto Task']);
  });

  it('ignores accents and case, and keeps the order among equals and without a query', () => {
    const items = [
      createItem('A', 'Second'),
      createItem('B', 'JOSÉ'),
      createItem('A', 'Josef'),
      createItem('B', 'Third'),
    ];
    expect(listLabels('jose', items)).toEqual(['JOSÉ', 'Third', 'Josef', 'Second']);
    expect(listLabels(' ', items)).toEqual(['Second', 'JOSÉ', 'Josef', 'Third']);
  });

  it('uses a given rank instead of the label’s', () => {
    expect(
      listLabels('ann', [
        createItem('A', 'Ann'),
        createItem('B', 'Write to Bob', 0),
        createItem('C', 'Ann', 4),
      ]),
    ).toEqual(['Ann', 'Write to Bob', 'Ann']);
  });
});
