import { describe, expect, it } from 'vitest';
import { aTask } from '#test-setup/tasks.ts';
import { toBody, getErrors, readField } from '#shared/records/form/record-form.ts';
import { taskForm } from '../tasks.form.tsx';
import { readRecurrence, readReminder, writeRecurrence, writeReminder } from './task-rules.ts';

const { fields, createSchema } = taskForm;
const entered = fields.filter(({ isInlineOnly }) => isInlineOnly !== true);
const validate = (values: object) =>
  getErrors(createSchema, entered, { title: 'Call back', priority: 'normal', ...values });

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
    expect(writeRecurrence(readRecurrence({ recurrence }), '2026-11-21')).toEqual(rule);
  });

  it.each([
    null,
    { kind: 'dueDay', time: '08:30', byEmail: true },
    { kind: 'at', at: '2026-11-30T16:45', byEmail: false },
  ] as const)('keeps the reminder %j', (reminder) => {
    expect(writeReminder(readReminder({ reminder }))).toEqual(reminder);
  });

  it('keeps who it is assigned to, nobody included', () => {
    const values = Object.fromEntries(entered.map((field) => [field.key, readField(field, aTask(1))]));
    expect(toBody(entered, values)).toMatchObject({ assigneeId: null });
  });

  it('takes day and month of a new rule from the due date', () => {
    const value = { repeats: 'yearly', days: [], day: 0, month: 0 };
    expect(writeRecurrence(value, '2028-02-29')).toEqual({ frequency: 'yearly', month: 2, day: 29 });
  });

  it('names the field that is missing', () => {
    const reminder = { reminds: 'at', time: '', at: '', byEmail: false };
    const recurrence = { repeats: 'weekly', days: [], day: 0, month: 0 };
    expect(Object.keys(validate({ title: ' ' }))).toEqual(['title']);
    expect(validate({ reminder })).toEqual({ reminder: 'Enter a date and a time' });
    expect(validate({ dueDate: '2026-11-30', recurrence })).toEqual({ recurrence: 'Choose a day' });
  });

  it('is asked of the client only where there is one', () => {
    const values = { title: 'Call back', audience: true };
    expect(toBody(entered, { ...values, customerId: null })).toMatchObject({ audience: 'staff' });
    const customerId = { id: aTask(7).id, name: 'Ann' };
    expect(toBody(entered, { ...values, customerId })).toMatchObject({
      audience: 'client',
      customerId: customerId.id,
      businessId: null,
    });
  });
});
