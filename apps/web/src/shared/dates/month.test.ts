import { describe, expect, it } from 'vitest';
import { addMonths, findDayByKey, listWeekdays, listWeeks } from './month.ts';

describe('the weeks of a month', () => {
  it('run from the first day of the week and hold every day once', () => {
    const weeks = listWeeks('2026-11', 1);
    expect(weeks.map((week) => week[0])).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(listWeeks('2027-02', 1)).toHaveLength(4);
    expect(listWeeks('2026-11', 7).map((week) => week[0])).toEqual([
      '2026-11-01',
      '2026-11-08',
      '2026-11-15',
      '2026-11-22',
      '2026-11-29',
    ]);
    expect(listWeekdays(7)).toEqual([7, 1, 2, 3, 4, 5, 6]);
    expect(new Set(weeks.flat()).size).toBe(42);
  });

  it('are right in the months when clocks change', () => {
    expect(
      listWeeks('2026-03', 7)
        .flat()
        .filter((day) => day.startsWith('2026-03')),
    ).toHaveLength(31);
  });
});

it('months follow one another over the year', () => {
  expect([addMonths('2026-12', 1), addMonths('2027-01', -1), addMonths('2026-11', 14)]).toEqual([
    '2027-01',
    '2026-12',
    '2028-01',
  ]);
});

it.each([
  ['ArrowLeft', '2026-10-31'],
  ['ArrowDown', '2026-11-08'],
  ['Home', '2026-10-26'],
  ['End', '2026-11-01'],
  ['PageDown', '2026-12-01'],
  ['a', null],
])('%s leads from 2026-11-01 to %s', (key, day) => {
  expect(findDayByKey(key, '2026-11-01', 1)).toBe(day);
});

it('a month that has no such day takes its last', () => {
  expect(findDayByKey('PageUp', '2026-03-31', 1)).toBe('2026-02-28');
});
