import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, getWeekday } from '@handover/domain/calendar-dates.ts';
import { getDueGroup, getDueLabel, getNextMonday } from './due.ts';

describe('a due date', () => {
  it.each([
    ['2026-11-18', 'Overdue by 3 days', 'error'],
    ['2026-11-20', 'Overdue by 1 day', 'error'],
    ['2026-11-21', 'Today', 'warning'],
    ['2026-11-22', 'Tomorrow', 'neutral'],
    ['2026-11-30', 'Nov 30, 2026', 'neutral'],
  ])('of %s reads “%s” on 2026-11-21', (dueDate, text, tone) => {
    expect(getDueLabel(dueDate, '2026-11-21')).toEqual({ text, tone });
  });

  it('is counted in calendar days, also across a change of clocks', () => {
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
    expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1);
  });
});

describe('the heading of a task', () => {
  it.each([
    ['2026-11-16', '2026-11-17', 'overdue'],
    ['2026-11-17', '2026-11-17', 'today'],
    ['2026-11-18', '2026-11-17', 'tomorrow'],
    ['2026-11-19', '2026-11-17', 'next7Days'],
    ['2026-11-24', '2026-11-17', 'next7Days'],
    ['2026-11-25', '2026-11-17', 'later'],
    [null, '2026-11-17', 'none'],
  ])('due %s on %s is “%s”', (dueDate, today, group) => {
    expect(getDueGroup(dueDate, today)).toBe(group);
  });
});

it('calendar dates are counted without a clock', () => {
  expect([addDays('2026-02-28', 1), addDays('2027-01-01', -1)]).toEqual(['2026-03-01', '2026-12-31']);
  expect([getWeekday('2026-11-16'), getWeekday('2026-11-22')]).toEqual([1, 7]);
  expect([getNextMonday('2026-11-16'), getNextMonday('2026-11-22')]).toEqual(['2026-11-23', '2026-11-23']);
});
