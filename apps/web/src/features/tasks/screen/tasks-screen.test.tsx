import type { Task } from '@handover/contract/tasks.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { aTask, taskAnswers } from '#test-setup/tasks.ts';
import { openWork, place, refusal, stubApi } from '#test-setup/work.tsx';
import { TasksScreen } from './tasks-screen.tsx';

// Dialogs, menus and the parts that load late take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

// The profile's today is Saturday 2026-11-21.
const tasks = [
  aTask(1, { title: 'Late', dueDate: '2026-11-19' }),
  aTask(2, { title: 'Now', dueDate: '2026-11-21', customer: { id: anId(7), name: 'Harbor Clinic' } }),
  aTask(3, { title: 'Some day' }),
];
const list = () => screen.findByRole('region', { name: 'Task list' });

describe('the list', () => {
  it('puts tasks under the headings of when they are due, with what they are about', async () => {
    stubApi(taskAnswers(() => tasks));
    await openWork(<TasksScreen />);
    await within(await list()).findByText('Late');
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.map((text) => text?.replace(/ \d+$/, ''))).toEqual(['Overdue', 'Today', 'No date']);
    expect(screen.getByRole('link', { name: 'Harbor Clinic' })).toHaveAttribute(
      'href',
      `/admin/users/view/${anId(7)}`,
    );
  });

  it('tells that there is nothing from that nothing matches, and from a failure', async () => {
    stubApi(taskAnswers(() => []));
    const { unmount } = await openWork(<TasksScreen />);
    expect(await screen.findByText('Nothing to do')).toBeVisible();
    unmount();
    const again = await openWork(<TasksScreen />, { address: '/?q=lease' });
    expect(await screen.findByText('No tasks match')).toBeVisible();
    again.unmount();
    let isDown = true;
    const answers = taskAnswers(() => [aTask(1)]);
    stubApi({
      ...answers,
      'GET /tasks': (call) => (isDown ? refusal(403, 'FORBIDDEN') : answers['GET /tasks'](call)),
    });
    await openWork(<TasksScreen />);
    expect(await screen.findByText('The tasks could not be loaded')).toBeVisible();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Task 1')).toBeVisible();
  });

  it('acts on all tasks of a heading at once, says what was left, and undoes what was done', async () => {
    const user = userEvent.setup();
    const late = [aTask(1, { dueDate: '2026-11-19' }), aTask(2, { dueDate: '2026-11-20' })];
    const undo = { id: anId(1), version: 2, before: { dueDate: '2026-11-19' } };
    const calls = stubApi({
      ...taskAnswers(() => late),
      'POST /tasks/bulk': () => ({
        results: [
          { id: anId(1), outcome: 'changed', reason: null, undo },
          { id: anId(2), outcome: 'skipped', reason: 'It is due then already', undo: null },
        ],
      }),
      'POST /tasks/bulk/undo': () => ({
        results: [{ id: anId(1), outcome: 'changed', reason: null, undo: null }],
      }),
    });
    await openWork(<TasksScreen />);
    await user.click(await screen.findByRole('checkbox', { name: 'Select all shown: Overdue' }));
    expect(screen.getByText('2 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'To tomorrow' }));
    expect(await screen.findByText('1 task postponed, 1 left: It is due then already')).toBeVisible();
    expect(screen.queryByText('2 selected')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls.at(-1)?.path).not.toBe('/tasks/bulk'));
    const sent = calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
    expect(sent).toEqual([
      ['/tasks/bulk', { ids: [anId(1), anId(2)], action: { kind: 'postpone', to: 'tomorrow' } }],
      ['/tasks/bulk/undo', { tasks: [undo] }],
    ]);
  });

  it('marks a task as done with one click, and undo opens it again', async () => {
    const user = userEvent.setup();
    let task: Task = aTask(1, {
      status: 'waiting',
      recurrence: { frequency: 'daily' },
      dueDate: '2026-11-21',
    });
    const calls = stubApi({
      ...taskAnswers(() => [task]),
      'PATCH /tasks/{id}': ({ body }) => {
        task = { ...task, ...(body as object), version: task.version + 1 };
        return { task };
      },
    });
    await openWork(<TasksScreen />);
    await user.click(await screen.findByRole('button', { name: 'Done: Task 1' }));
    expect(await screen.findByText('Task done, the next one is made')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
        { status: 'done', version: 1 },
        { status: 'waiting', version: 2 },
      ]),
    );
  });

  it('keeps the text of a new task that could not be saved, and sends it again under the same key', async () => {
    const user = userEvent.setup();
    let isDown = true;
    const calls = stubApi({
      ...taskAnswers(() => []),
      'POST /tasks': () => (isDown ? refusal(503, 'UNAVAILABLE') : { task: aTask(1) }),
    });
    await openWork(<TasksScreen />);
    const box = await screen.findByRole('textbox', { name: 'New task' });
    await user.type(box, 'Call back{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Your text is kept.');
    expect(box).toHaveValue('Call back');
    isDown = false;
    await user.type(box, '{Enter}');
    await waitFor(() => expect(box).toHaveValue(''));
    const keys = calls.filter(({ method }) => method === 'POST').map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });
});

describe('the address', () => {
  it('opens the task of a reminder, and forgets it when it is closed', async () => {
    const user = userEvent.setup();
    stubApi({ ...taskAnswers(() => []), 'GET /tasks/{id}': () => ({ task: aTask(4) }) });
    await openWork(<TasksScreen />, { address: `/?task=${anId(4)}&q=lease` });
    const dialog = await screen.findByRole('dialog', { name: 'Edit task' }, { timeout: 5_000 });
    expect(within(dialog).getByLabelText('Task')).toHaveValue('Task 4');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(place().search).toBe('?q=lease'));
  });

  it('says so when that task is not there any more', async () => {
    stubApi({ ...taskAnswers(() => []), 'GET /tasks/{id}': () => refusal(404, 'NOT_FOUND') });
    await openWork(<TasksScreen />, { address: `/?task=${anId(4)}` });
    expect(await screen.findByText(/This task cannot be shown/)).toBeVisible();
  });
});
