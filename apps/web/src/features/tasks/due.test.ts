import { describe, expect, it } from 'vitest';
import { daysBetween, dueLabel } from './due.ts';

describe('a due date', () => {
  it.each([
    ['2026-11-18', 'Overdue by 3 days', 'error'],
    ['2026-11-20', 'Overdue since yesterday', 'error'],
    ['2026-11-21', 'Today', 'warning'],
    ['2026-11-22', 'Tomorrow', 'neutral'],
    ['2026-11-30', 'Nov 30, 2026', 'neutral'],
  ])('of %s reads “%s” on 2026-11-21', (dueDate, text, tone) => {
    expect(dueLabel(dueDate, '2026-11-21')).toEqual({ text, tone });
  });

  it('is counted in calendar days, also across a change of clocks', () => {
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
    expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1);
  });
});
