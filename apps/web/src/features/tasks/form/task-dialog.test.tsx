import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { aTask } from '#test-setup/tasks.ts';
import { openWork, refusal, stubApi, type Call } from '#test-setup/work.tsx';
import TaskDialog from './task-dialog.tsx';

// Dialogs, menus and the parts that load late take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const pickers = {
  'GET /users': () => ({ users: [], total: 0, nextCursor: null }),
  'GET /businesses': () => ({ businesses: [], total: 0, nextCursor: null }),
};
const writes = (calls: readonly Call[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body]);

it('makes a task with its rule and reminder', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const calls = stubApi({ ...pickers, 'POST /tasks': () => ({ task: aTask(1) }) });
  await openWork(<TaskDialog task={null} start={{ dueDate: '2026-11-30' }} onClose={onClose} />);
  await user.type(await screen.findByLabelText('Task'), 'Send the lease');
  await user.selectOptions(screen.getByLabelText('Repeats'), 'weekly');
  await user.click(screen.getByRole('checkbox', { name: 'Friday' }));
  await user.selectOptions(screen.getByLabelText('Reminder'), 'dueDay');
  await user.click(screen.getByRole('button', { name: 'Create task' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(writes(calls)).toEqual([
    [
      'POST',
      {
        title: 'Send the lease',
        description: null,
        dueDate: '2026-11-30',
        priority: 'normal',
        audience: 'staff',
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
  await openWork(<TaskDialog task={null} onClose={vi.fn()} />);
  const assignee = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Assigned to' });
  expect([...assignee.options].map(({ text }) => text)).toEqual(['Nobody']);
  await user.type(screen.getByLabelText('Task'), 'Look around');
  await user.click(screen.getByRole('button', { name: 'Create task' }));
  await waitFor(() => expect(writes(calls)).toHaveLength(1));
  expect(calls.find(({ method }) => method === 'POST')?.body).not.toHaveProperty('assigneeId');
});

it('takes the person to what is wrong, whoever found it', async () => {
  const user = userEvent.setup();
  stubApi({
    ...pickers,
    'POST /tasks': () =>
      refusal(400, 'INVALID_INPUT', { errors: [{ path: 'reminder', message: 'This time has passed' }] }),
  });
  await openWork(<TaskDialog task={null} onClose={vi.fn()} />);
  await user.click(await screen.findByRole('button', { name: 'Create task' }));
  expect(screen.getByLabelText('Task')).toHaveFocus();
  await user.type(screen.getByLabelText('Task'), 'Call');
  await user.selectOptions(screen.getByLabelText('Reminder'), 'at');
  await user.type(screen.getByLabelText('Remind at'), '2026-11-20T09:00');
  await user.click(screen.getByRole('button', { name: 'Create task' }));
  expect(await screen.findByText('This time has passed')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Remind at')).toHaveFocus());
});

it('shows what somebody else saved meanwhile, and saves over it only when asked again', async () => {
  const user = userEvent.setup();
  const task = aTask(1, { business: null });
  const theirs = { ...task, title: 'Theirs', dueDate: '2026-12-01', version: 2 };
  const calls = stubApi({
    ...pickers,
    'PATCH /tasks/{id}': ({ body }) =>
      (body as { version: number }).version === 2
        ? { task: theirs }
        : refusal(409, 'STALE_VERSION', { current: theirs }),
  });
  const onClose = vi.fn();
  await openWork(<TaskDialog task={task} onClose={onClose} />);
  await user.clear(await screen.findByLabelText('Task'));
  await user.type(screen.getByLabelText('Task'), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Task: Theirs')).toBeVisible();
  expect(screen.getByText('Due: Dec 1, 2026')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const bodies = writes(calls).map(([, body]) => body as { version: number; title: string });
  expect(bodies.map(({ version, title }) => [version, title])).toEqual([
    [1, 'Mine'],
    [2, 'Mine'],
  ]);
  // A business that this person may not see stays linked.
  expect(bodies[0]).not.toHaveProperty('businessId');
});

it('saves over what it was opened with, not over what came in live since', async () => {
  const user = userEvent.setup();
  const calls = stubApi({ ...pickers, 'PATCH /tasks/{id}': () => ({ task: aTask(1, { version: 3 }) }) });
  function Live(): ReactElement {
    const [version, setVersion] = useState(1);
    return (
      <>
        <TaskDialog task={aTask(1, { version })} onClose={vi.fn()} />
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
  await waitFor(() => expect(writes(calls)).toHaveLength(1));
  expect(writes(calls)[0]?.[1]).toMatchObject({ title: 'Task 1!', version: 1 });
});

it('asks before it throws away what was entered', async () => {
  const user = userEvent.setup();
  stubApi(pickers);
  const onClose = vi.fn();
  await openWork(<TaskDialog task={null} onClose={onClose} />);
  await user.type(await screen.findByLabelText('Task'), 'x');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalled();
});

it('offers to ask the client once there is one', async () => {
  const user = userEvent.setup();
  const calls = stubApi({ ...pickers, 'PATCH /tasks/{id}': () => ({ task: aTask(1) }) });
  await openWork(
    <TaskDialog task={aTask(1, { customer: { id: anId(7), name: 'Ann' } })} onClose={vi.fn()} />,
  );
  await user.click(await screen.findByRole('checkbox', { name: /Ask the client/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(writes(calls)).toHaveLength(1));
  expect(writes(calls)[0]?.[1]).toMatchObject({ audience: 'client', customerId: anId(7) });
});
