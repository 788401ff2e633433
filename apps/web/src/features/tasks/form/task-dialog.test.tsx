import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { aTask } from '#test-setup/tasks.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import { RecordFormDialog } from '#shared/records/form/record-form-dialog.tsx';
import { taskForm } from '../tasks.form.tsx';

const pickers = {
  'GET /users': () => ({ users: [], total: 0, nextCursor: null }),
  'GET /businesses': () => ({ businesses: [], total: 0, nextCursor: null }),
};
const listWrites = (calls: readonly Call[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body]);

it('makes a task with its rule and reminder', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const calls = stubApi({ ...pickers, 'POST /tasks': () => ({ task: aTask(1) }) });
  await openWork(
    <RecordFormDialog form={taskForm} record={null} start={{ dueDate: '2026-11-30' }} onClose={onClose} />,
  );
  await user.type(await screen.findByLabelText('Task'), 'Send the lease');
  await user.selectOptions(screen.getByLabelText('Repeats'), 'weekly');
  await user.click(screen.getByRole('checkbox', { name: 'Friday' }));
  await user.selectOptions(screen.getByLabelText('Reminder'), 'dueDay');
  await user.click(screen.getByRole('button', { name: 'Create task' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(listWrites(calls)).toEqual([
    [
      'POST',
      {
        title: 'Send the lease',
        description: null,
        dueDate: '2026-11-30',
        priority: 'normal',
        audience: 'staff',
        requestsFiles: false,
        assigneeId: aProfile().id,
        customerId: null,
        businessId: null,
        // The 30th is a Monday.
        recurrence: { frequency: 'weekly', days: ['mon', 'fri'] },
        reminder: { kind: 'dueDay', time: '09:00', byEmail: false },
      },
    ],
  ]);
});

it('begins with nobody for a superadmin who only visits the workspace, and does not offer them', async () => {
  const user = userEvent.setup();
  const boss = aProfile({ role: 'SUPERADMIN', isMember: false });
  const calls = stubApi({ ...pickers, 'POST /tasks': () => ({ task: aTask(1) }) }, boss);
  await openWork(<RecordFormDialog form={taskForm} record={null} onClose={vi.fn()} />);
  const assignee = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Assigned to' });
  expect([...assignee.options].map(({ text }) => text)).toEqual(['Unassigned']);
  await user.type(screen.getByLabelText('Task'), 'Look around');
  await user.click(screen.getByRole('button', { name: 'Create task' }));
  await waitFor(() => expect(listWrites(calls)).toHaveLength(1));
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ assigneeId: null });
});

it('focuses the invalid field, found by browser or server', async () => {
  const user = userEvent.setup();
  stubApi({
    ...pickers,
    'POST /tasks': () =>
      errorResponse(400, 'INVALID_INPUT', {
        errors: [{ path: 'reminder', message: 'This time is in the past' }],
      }),
  });
  await openWork(<RecordFormDialog form={taskForm} record={null} onClose={vi.fn()} />);
  await user.click(await screen.findByRole('button', { name: 'Create task' }));
  expect(screen.getByLabelText('Task')).toHaveFocus();
  await user.type(screen.getByLabelText('Task'), 'Call');
  await user.selectOptions(screen.getByLabelText('Reminder'), 'at');
  await user.type(screen.getByLabelText('Remind at'), '2026-11-20T09:00');
  await user.click(screen.getByRole('button', { name: 'Create task' }));
  expect(await screen.findByText('This time is in the past')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Remind at')).toHaveFocus());
});

it('asks which version to keep when someone else has saved, and overwrites theirs', async () => {
  const user = userEvent.setup();
  const task = aTask(1, { business: null });
  const theirs = { ...task, title: 'Theirs', dueDate: '2026-12-01', version: 2 };
  const calls = stubApi({
    ...pickers,
    'GET /tasks/{id}': () => ({ task: theirs }),
    'PATCH /tasks/{id}': ({ body }) =>
      (body as { version: number }).version === 2 ? { task: theirs } : errorResponse(409, 'STALE_VERSION'),
  });
  const onClose = vi.fn();
  await openWork(<RecordFormDialog form={taskForm} record={task} onClose={onClose} />);
  await user.clear(await screen.findByLabelText('Task'));
  await user.type(screen.getByLabelText('Task'), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('dialog', { name: 'Someone else saved changes first' }));
  expect(question.getByRole('radio', { name: 'Theirs Theirs' })).toBeVisible();
  expect(question.getByText('They also changed: Due.')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Save again' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const bodies = listWrites(calls).map(([, body]) => body as { version: number; title: string });
  expect(bodies.map(({ version, title }) => [version, title])).toEqual([
    [1, 'Mine'],
    [2, 'Mine'],
  ]);
  // A business that is hidden from the user stays linked.
  expect(bodies[0]).not.toHaveProperty('businessId');
});

it('saves over what it was opened with, not over what came in live since', async () => {
  const user = userEvent.setup();
  const calls = stubApi({ ...pickers, 'PATCH /tasks/{id}': () => ({ task: aTask(1, { version: 3 }) }) });
  function Live(): ReactElement {
    const [version, setVersion] = useState(1);
    return (
      <>
        <RecordFormDialog form={taskForm} record={aTask(1, { version })} onClose={vi.fn()} />
        <button type="button" onClick={() => setVersion(2)}>
          somebody saves
        </button>
      </>
    );
  }
  await openWork(<Live />);
  await user.type(await screen.findByLabelText('Task'), '!');
  fireEvent.click(screen.getByText('somebody saves'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(listWrites(calls)).toHaveLength(1));
  expect(listWrites(calls)[0]?.[1]).toMatchObject({ title: 'Task 1!', version: 1 });
});

it('asks before it throws away what was entered', async () => {
  const user = userEvent.setup();
  stubApi(pickers);
  const onClose = vi.fn();
  await openWork(<RecordFormDialog form={taskForm} record={null} onClose={onClose} />);
  await user.type(await screen.findByLabelText('Task'), 'x');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalled();
});

it('offers to ask the client once there is one', async () => {
  const user = userEvent.setup();
  const calls = stubApi({ ...pickers, 'PATCH /tasks/{id}': () => ({ task: aTask(1) }) });
  await openWork(
    <RecordFormDialog
      form={taskForm}
      record={aTask(1, { customer: { id: anId(7), name: 'Ann' } })}
      onClose={vi.fn()}
    />,
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Client task' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(listWrites(calls)).toHaveLength(1));
  expect(listWrites(calls)[0]?.[1]).toEqual({ version: 1, audience: 'client' });
});
