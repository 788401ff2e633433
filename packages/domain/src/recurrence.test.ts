import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, countDaysInMonth, getWeekday } from './calendar-dates.ts';
import { findNextDue, findNextOccurrence, type Recurrence } from './recurrence.ts';

const daily: Recurrence = { frequency: 'daily' };
const listOccurrences = (rule: Recurrence, start: string, count: number): string[] => {
  const dates: string[] = [];
  for (
    let date = findNextOccurrence(rule, start);
    date !== null && dates.length < count;
    date = findNextOccurrence(rule, date)
  )
    dates.push(date);
  return dates;
};

describe('the next occurrence', () => {
  it('daily is the next day, over month ends and changes of clocks', () => {
    expect(listOccurrences(daily, '2026-03-07', 2)).toEqual(['2026-03-08', '2026-03-09']);
    expect(findNextOccurrence(daily, '2026-12-31')).toBe('2027-01-01');
    expect(findNextOccurrence(daily, '2028-02-28')).toBe('2028-02-29');
  });

  it('on weekdays leaves the weekend out', () => {
    expect(listOccurrences({ frequency: 'weekdays' }, '2026-11-19', 3)).toEqual([
      '2026-11-20',
      '2026-11-23',
      '2026-11-24',
    ]);
    expect(findNextOccurrence({ frequency: 'weekdays' }, '2026-11-21')).toBe('2026-11-23');
  });

  it('weekly takes each of its days, whatever their order', () => {
    expect(listOccurrences({ frequency: 'weekly', days: ['thu', 'mon'] }, '2026-11-23', 3)).toEqual([
      '2026-11-26',
      '2026-11-30',
      '2026-12-03',
    ]);
    expect(findNextOccurrence({ frequency: 'weekly', days: ['sun'] }, '2026-11-22')).toBe('2026-11-29');
  });

  it('monthly on the 31st falls on the last day of shorter months and comes back to the 31st', () => {
    expect(listOccurrences({ frequency: 'monthly', day: 31 }, '2026-01-31', 4)).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ]);
    expect(findNextOccurrence({ frequency: 'monthly', day: 30 }, '2028-01-30')).toBe('2028-02-29');
    expect(findNextOccurrence({ frequency: 'monthly', day: 5 }, '2026-11-02')).toBe('2026-11-05');
    expect(findNextOccurrence({ frequency: 'monthly', day: 5 }, '2026-12-05')).toBe('2027-01-05');
  });

  it('monthly on the last day is the last one in every month', () => {
    expect(listOccurrences({ frequency: 'monthly', day: 'last' }, '2027-11-30', 4)).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
    ]);
  });

  it('yearly on 29 February is the 28th in common years and the 29th again in leap years', () => {
    expect(listOccurrences({ frequency: 'yearly', month: 2, day: 29 }, '2024-02-29', 4)).toEqual([
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ]);
    expect(findNextOccurrence({ frequency: 'yearly', month: 12, day: 24 }, '2026-11-01')).toBe('2026-12-24');
  });

  it('is null after the last valid date', () => {
    for (const rule of [
      daily,
      { frequency: 'weekdays' },
      { frequency: 'weekly', days: ['mon'] },
      { frequency: 'monthly', day: 31 },
      { frequency: 'yearly', month: 12, day: 31 },
    ] satisfies Recurrence[])
      expect(findNextOccurrence(rule, '9999-12-31')).toBeNull();
  });
});

describe('what is due next', () => {
  it('follows the due date when done early or on the day', () => {
    expect(findNextDue(daily, { due: '2026-11-20', today: '2026-11-18' })).toBe('2026-11-21');
    expect(findNextDue(daily, { due: '2026-11-20', today: '2026-11-20' })).toBe('2026-11-21');
  });

  it('does not make up for what was missed', () => {
    expect(
      findNextDue({ frequency: 'weekly', days: ['mon'] }, { due: '2026-11-02', today: '2026-11-18' }),
    ).toBe('2026-11-23');
    expect(findNextDue(daily, { due: '2026-11-02', today: '2026-11-18' })).toBe('2026-11-18');
  });
});

describe('calendar dates', () => {
  it('are counted without a clock', () => {
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
    expect(['2026-11-23', '2026-11-29', '1969-12-31', '0001-01-01'].map(getWeekday)).toEqual([1, 7, 3, 1]);
    expect([
      countDaysInMonth(2026, 2),
      countDaysInMonth(2028, 2),
      countDaysInMonth(2100, 2),
      countDaysInMonth(2026, 12),
    ]).toEqual([28, 29, 28, 31]);
  });
});
