import { expect, it } from 'vitest';
import { readLayout, writeLayout } from './task-layout.ts';

const read = (address: string) => readLayout(new URLSearchParams(address));

it('reads back the layout that was written', () => {
  const address = 'q=lease&view=calendar&month=2026-11&day=2026-11-21';
  expect(writeLayout(new URLSearchParams('q=lease'), read(address)).toString()).toBe(address);
});

it('ignores invalid values, so that an old link still opens', () => {
  for (const address of [
    'view=gantt&day=2026-02-30&month=2026-13',
    'day=9999-12-31&month=9999-12',
    'day=0000-01-01&month=0000-01',
  ])
    expect(read(address)).toEqual({ view: 'list', month: null, day: null });
});

it('drops the calendar’s parameters and the page in another layout, and keeps all others', () => {
  const params = new URLSearchParams('task=1&day=2026-11-21&cursor=x&page=2');
  expect(writeLayout(params, { ...read('day=2026-11-21'), view: 'board' }).toString()).toBe(
    'task=1&view=board',
  );
});
