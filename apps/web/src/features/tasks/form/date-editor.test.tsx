import { DateInputContext } from '@handover/ui/forms/date-inputs.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import DateInput from '#shared/dates/date-input.tsx';
import { FieldEditor } from '#shared/records/form/field-editor.tsx';
import { aTask } from '#test-setup/tasks.ts';
import { openWork, stubApi, type Call } from '#test-setup/work.tsx';
import { taskForm } from '../tasks.form.tsx';

const task = aTask(1, { title: 'Call back', dueDate: '2030-11-27' });
const getDueField = () => screen.getByRole('textbox', { name: 'Due for Call back' });
const listSavedBodies = (calls: readonly Call[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

/** The due date of a task, edited in a list. */
async function open() {
  const onEnd = vi.fn<() => void>();
  const calls = stubApi({
    'PATCH /tasks/{id}': () => ({ task: { ...task, version: task.version + 1 } }),
  });
  const field = taskForm.fields.find(({ key }) => key === 'dueDate');
  if (field === undefined) throw new Error('A task has a due date');
  await openWork(
    <DateInputContext value={DateInput}>
      <FieldEditor form={taskForm} field={field} record={task} name="Call back" label="Due" onEnd={onEnd} />
    </DateInputContext>,
  );
  return { calls, onEnd, user: userEvent.setup() };
}

it('saves a date that is typed as people say it', async () => {
  const { calls, onEnd, user } = await open();
  expect(getDueField()).toHaveFocus();
  await user.clear(getDueField());
  await user.type(getDueField(), 'Dec 24 2030{Enter}');
  await waitFor(() => expect(onEnd).toHaveBeenCalled());
  expect(listSavedBodies(calls)).toEqual([expect.objectContaining({ dueDate: '2030-12-24' })]);
});

it('saves a date that is chosen in the calendar, once', async () => {
  const { calls, onEnd, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Choose a date' }));
  await user.click(await screen.findByRole('button', { name: 'Thursday, November 28, 2030' }));
  await waitFor(() => expect(onEnd).toHaveBeenCalled());
  expect(listSavedBodies(calls)).toEqual([expect.objectContaining({ dueDate: '2030-11-28' })]);
});

it('chooses by the keyboard, while Enter and Escape belong to the calendar', async () => {
  const { calls, onEnd, user } = await open();
  screen.getByRole('button', { name: 'Choose a date' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: /November 27/ })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  expect(onEnd).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: /November 27/ })).toHaveFocus());
  await user.keyboard('{ArrowRight}{Enter}');
  await waitFor(() => expect(onEnd).toHaveBeenCalled());
  expect(listSavedBodies(calls)).toEqual([expect.objectContaining({ dueDate: '2030-11-28' })]);
});
