import type { Task } from '@handover/contract/tasks/tasks.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { aTask, createTaskResponses } from '#test-setup/tasks.ts';
import { openWork, getUrl, errorResponse, stubApi } from '#test-setup/work.tsx';
import TasksScreen from './tasks-screen.tsx';

// The profile's `today` is Saturday, 2026-11-21.
const tasks = [
  aTask(1, { title: 'Late', dueDate: '2026-11-19' }),
  aTask(2, { title: 'Now', dueDate: '2026-11-21', customer: { id: anId(7), name: 'Harbor Clinic' } }),
  aTask(3, { title: 'Some day' }),
];
const list = () => screen.findByRole('region', { name: 'Task list' });

describe('the list', () => {
  it('groups tasks by due date and links their records', async () => {
    stubApi(createTaskResponses(() => tasks));
    await openWork(<TasksScreen />);
    await within(await list()).findByText('Late');
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.map((text) => text?.replace(/ \d+$/, ''))).toEqual(['Overdue', 'Today', 'No date']);
    expect(screen.getByRole('link', { name: 'Harbor Clinic' })).toHaveAttribute(
      'href',
      `/admin/users/view/${anId(7)}`,
    );
  });

  it('counts a search by its filter, whatever the order', async () => {
    const found = { tasks: tasks.slice(0, 1), similar: [], matched: {}, total: null, nextCursor: 'second' };
    const calls = stubApi({
      'GET /tasks': () => found,
      'GET /tasks/total': () => ({ total: 30, isExact: true }),
    });
    await openWork(<TasksScreen />, { address: '/?q=late&sort=-completedAt&status=done' });
    expect(await screen.findByText(/of 30/)).toBeVisible();
    const asked = calls.filter(({ path }) => path === '/tasks/total').map(({ query }) => query.get('sort'));
    expect(asked).toEqual([null]);
  });

  it('distinguishes empty, no match, and failed', async () => {
    stubApi(createTaskResponses(() => []));
    const { unmount } = await openWork(<TasksScreen />);
    expect(await screen.findByText('No tasks')).toBeVisible();
    unmount();
    const again = await openWork(<TasksScreen />, { address: '/?q=lease' });
    expect(await screen.findByText('No tasks match')).toBeVisible();
    again.unmount();
    let isDown = true;
    const answers = createTaskResponses(() => [aTask(1)]);
    stubApi({
      ...answers,
      'GET /tasks': (call) => (isDown ? errorResponse(500, 'INTERNAL') : answers['GET /tasks'](call)),
    });
    await openWork(<TasksScreen />);
    expect(await screen.findByText('The tasks could not be loaded')).toBeVisible();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Task 1')).toBeVisible();
  });

  it('runs a bulk action on all tasks under a heading, and undoes it', async () => {
    const user = userEvent.setup();
    const late = [aTask(1, { dueDate: '2026-11-19' }), aTask(2, { dueDate: '2026-11-20' })];
    const run = {
      id: anId(900),
      recordType: 'task',
      action: 'setDueDate',
      subjectAction: 'setDueDate',
      undoOf: null,
      status: 'done',
      statusDetail: null,
      counts: { total: 2, done: 1, skipped: 1 },
      canCancel: false,
      canUndo: true,
      createdBy: { id: anId(901), displayName: 'Me' },
      createdAt: '2026-11-20T15:00:00.000Z',
      finishedAt: null,
    };
    const calls = stubApi({
      ...createTaskResponses(() => late),
      'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
      'GET /bulk-runs/{id}': () => ({ bulkRun: run }),
      'POST /bulk-runs': () => ({ bulkRun: run }),
      'POST /bulk-runs/{id}/undo': () => ({ bulkRun: { ...run, action: 'undo' } }),
    });
    await openWork(<TasksScreen />);
    await user.click(await screen.findByRole('checkbox', { name: 'Select all shown: Overdue' }));
    expect(await screen.findByText('2 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'To tomorrow' }));
    expect(await screen.findByText('1 task rescheduled, 1 skipped')).toBeVisible();
    expect(screen.queryByText('2 selected')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls.at(-1)?.path).not.toBe('/bulk-runs'));
    const sent = calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
    expect(sent).toEqual([
      [
        '/bulk-runs',
        {
          recordType: 'task',
          selection: { filter: {}, ids: [anId(1), anId(2)] },
          input: { action: 'setDueDate', dueDate: '2026-11-22' },
        },
      ],
      [`/bulk-runs/${anId(900)}/undo`, null],
    ]);
  });

  it('edits the due date in place and saves views of its own record type', async () => {
    const user = userEvent.setup();
    let task = aTask(1, { dueDate: '2026-11-21' });
    const calls = stubApi({
      ...createTaskResponses(() => [task]),
      'GET /saved-views': () => ({ savedViews: [] }),
      'PATCH /tasks/{id}': ({ body }) => {
        task = { ...task, ...(body as object), version: 2 };
        return { task };
      },
    });
    await openWork(<TasksScreen />, { address: '/?priority=high' });
    await user.click(await screen.findByRole('button', { name: 'Edit due for Task 1' }));
    const field = await screen.findByLabelText('Due for Task 1', {}, { timeout: 5_000 });
    await user.clear(field);
    await user.type(field, '2026-12-01{Enter}');
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
        { version: 1, dueDate: '2026-12-01' },
      ]),
    );
    expect(screen.getByRole('button', { name: 'Save view' })).toBeVisible();
    expect(calls.find(({ path }) => path === '/saved-views')?.query.toString()).toBe('recordType=task');
  });

  it('marks a task as done with one click, and undo opens it again', async () => {
    const user = userEvent.setup();
    let task: Task = aTask(1, {
      status: 'waiting',
      recurrence: { frequency: 'daily' },
      dueDate: '2026-11-21',
    });
    const calls = stubApi({
      ...createTaskResponses(() => [task]),
      'PATCH /tasks/{id}': ({ body }) => {
        task = { ...task, ...(body as object), version: task.version + 1 };
        return { task };
      },
    });
    await openWork(<TasksScreen />);
    await user.click(await screen.findByRole('button', { name: 'Done: Task 1' }));
    expect(await screen.findByText('Task completed, next one created')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
        { status: 'done', version: 1 },
        { status: 'waiting', version: 2 },
      ]),
    );
  });

  it('keeps what is typed while a new task is saved', async () => {
    const user = userEvent.setup();
    let answer: (body: object) => void = () => undefined;
    stubApi({
      ...createTaskResponses(() => []),
      'POST /tasks': () => new Promise<object>((resolve) => (answer = resolve)),
    });
    await openWork(<TasksScreen />);
    const box = await screen.findByRole('textbox', { name: 'New task' });
    await user.type(box, 'Call back{Enter}');
    await user.clear(box);
    await user.type(box, 'Write to Ann');
    answer({ task: aTask(1) });
    expect(await screen.findByText('Task created')).toBeVisible();
    expect(box).toHaveValue('Write to Ann');
  });

  it('keeps the text of a new task that could not be saved, and sends it again under the same key', async () => {
    const user = userEvent.setup();
    let isDown = true;
    const calls = stubApi({
      ...createTaskResponses(() => []),
      'POST /tasks': () => (isDown ? errorResponse(503, 'UNAVAILABLE') : { task: aTask(1) }),
    });
    await openWork(<TasksScreen />);
    const box = await screen.findByRole('textbox', { name: 'New task' });
    await user.type(box, 'Call back{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Your text was not lost.');
    expect(box).toHaveValue('Call back');
    isDown = false;
    await user.type(box, '{Enter}');
    await waitFor(() => expect(box).toHaveValue(''));
    const keys = calls.filter(({ method }) => method === 'POST').map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });
});

it('offers to restore a task in the trash, and nothing that is refused there', async () => {
  const user = userEvent.setup();
  const deleted = aTask(1, { title: 'Late', deletedAt: '2026-11-20T15:00:00.000Z' });
  const calls = stubApi({
    'GET /tasks': () => ({ tasks: [deleted], similar: [], matched: {}, total: 1, nextCursor: null }),
    'POST /tasks/{id}/restore': () => ({ task: { ...deleted, deletedAt: null } }),
  });
  await openWork(<TasksScreen />, { address: '/?deleted=true' });
  expect(await screen.findByRole('button', { name: 'Done: Late' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Actions for Late' }));
  const [restore, ...others] = await screen.findAllByRole('menuitem');
  expect(others).toEqual([]);
  await user.click(restore ?? document.body);
  expect(await screen.findByText('Task restored')).toBeVisible();
  expect(calls.map(({ path }) => path)).toContain(`/tasks/${deleted.id}/restore`);
});

describe('the address', () => {
  it('opens the task of a reminder, and forgets it when it is closed', async () => {
    const user = userEvent.setup();
    stubApi({ ...createTaskResponses(() => []), 'GET /tasks/{id}': () => ({ task: aTask(4) }) });
    await openWork(<TasksScreen />, { address: `/?task=${anId(4)}&q=lease` });
    const dialog = await screen.findByRole('dialog', { name: 'Edit task' }, { timeout: 5_000 });
    expect(within(dialog).getByLabelText('Task')).toHaveValue('Task 4');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(getUrl().search).toBe('?q=lease'));
  });

  it('shows a notice when that task no longer exists', async () => {
    stubApi({ ...createTaskResponses(() => []), 'GET /tasks/{id}': () => errorResponse(404, 'NOT_FOUND') });
    await openWork(<TasksScreen />, { address: `/?task=${anId(4)}` });
    expect(await screen.findByText(/This task could not be opened/)).toBeVisible();
  });
});
