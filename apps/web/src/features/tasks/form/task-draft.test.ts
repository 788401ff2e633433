import { describe, expect, it } from 'vitest';
import { aTask } from '#test-setup/tasks.ts';
import { emptyTaskDraft, parseLinkedTask, parseTask, taskDraftOf } from './task-draft.ts';

const unlinked = { customer: null, business: null };
const draft = (changes: Partial<typeof emptyTaskDraft>) => ({
  ...emptyTaskDraft,
  title: 'Call back',
  ...changes,
});
const messagesOf = ({ error }: ReturnType<typeof parseTask>) =>
  error?.issues.map(({ path, message }) => [String(path[0]), message]);

describe('a task in its form', () => {
  it.each([
    null,
    { frequency: 'daily' },
    { frequency: 'weekdays' },
    { frequency: 'weekly', days: ['mon', 'thu'] },
    { frequency: 'monthly', day: 31 },
    { frequency: 'monthly', day: 'last' },
    { frequency: 'yearly', month: 2, day: 29 },
  ] as const)('keeps the rule %j', (rule) => {
    const recurrence = rule?.frequency === 'weekly' ? { ...rule, days: [...rule.days] } : rule;
    const task = aTask(1, { dueDate: '2026-11-21', recurrence });
    expect(parseTask(taskDraftOf(task)).data?.recurrence).toEqual(rule);
  });

  it.each([
    null,
    { kind: 'dueDay', time: '08:30', byEmail: true },
    { kind: 'at', at: '2026-11-30T16:45', byEmail: false },
  ] as const)('keeps the reminder %j', (reminder) => {
    const task = aTask(1, { dueDate: '2026-11-21', reminder });
    expect(parseTask(taskDraftOf(task)).data?.reminder).toEqual(reminder);
  });

  it('keeps who it is given to, nobody included', () => {
    expect(parseTask(taskDraftOf(aTask(1))).data?.assigneeId).toBeNull();
    expect(parseTask(draft({})).data).not.toHaveProperty('assigneeId');
  });

  it('takes day and month of a new rule from the due date', () => {
    expect(parseTask(draft({ dueDate: '2028-02-29', repeats: 'yearly' })).data?.recurrence).toEqual({
      frequency: 'yearly',
      month: 2,
      day: 29,
    });
  });

  it('names the field that is missing', () => {
    expect(messagesOf(parseTask(draft({ title: ' ' })))?.[0]?.[0]).toBe('title');
    expect(messagesOf(parseTask(draft({ reminds: 'at', remindAt: '' })))?.[0]).toEqual([
      'reminder',
      'Enter a date and a time',
    ]);
    expect(messagesOf(parseTask(draft({ repeats: 'weekly' })))).toEqual([['recurrence', 'Choose a day']]);
  });

  it('is asked of the client only where there is one', () => {
    const asked = draft({ isAsked: true });
    expect(parseLinkedTask(asked, unlinked).data?.audience).toBe('staff');
    const customer = { id: aTask(7).id, name: 'Ann' };
    expect(parseLinkedTask(asked, { ...unlinked, customer }).data).toMatchObject({
      audience: 'client',
      customerId: customer.id,
      businessId: null,
    });
  });
});
