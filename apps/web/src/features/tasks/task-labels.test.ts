import { describe, expect, it } from 'vitest';
import { describeMove, formatRecurrence, formatReminder } from './task-labels.ts';

describe('how a task comes back', () => {
  it.each([
    [{ frequency: 'daily' }, 'every day'],
    [{ frequency: 'weekdays' }, 'every weekday'],
    [{ frequency: 'weekly', days: ['mon', 'thu'] }, 'every Monday and Thursday'],
    [{ frequency: 'monthly', day: 31 }, 'monthly on day 31'],
    [{ frequency: 'monthly', day: 'last' }, 'monthly on the last day'],
    [{ frequency: 'yearly', month: 2, day: 29 }, 'yearly on February 29'],
  ] as const)('%j is “%s”', (rule, text) => {
    expect(formatRecurrence(rule.frequency === 'weekly' ? { ...rule, days: [...rule.days] } : rule)).toBe(
      text,
    );
  });
});

it('a reminder is shown in the workspace’s local time', () => {
  expect(formatReminder({ reminder: { kind: 'dueDay', time: '09:00', byEmail: true } })).toBe(
    'on the due date at 9:00 AM',
  );
  expect(formatReminder({ reminder: { kind: 'at', at: '2026-11-30T16:45', byEmail: false } })).toBe(
    'Nov 30, 2026 at 4:45 PM',
  );
});

it('a move says what became of the task', () => {
  const once = { status: 'open', recurrence: null } as const;
  expect(describeMove(once, 'done')).toBe('Task completed');
  expect(describeMove({ ...once, recurrence: { frequency: 'daily' } }, 'done')).toBe(
    'Task completed, next one created',
  );
  expect(describeMove(once, 'waiting')).toBe('Moved to Waiting');
  expect(describeMove({ ...once, status: 'done' }, 'open')).toBe('Task reopened');
});
