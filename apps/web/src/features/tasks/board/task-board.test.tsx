import type { Task } from '@handover/contract/tasks/tasks.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { aTask, createTaskResponses } from '#test-setup/tasks.ts';
import { openWork, getUrl, errorResponse, stubApi } from '#test-setup/work.tsx';
import TasksScreen from '../screen/tasks-screen.tsx';

beforeEach(() => {
  class Unseen {
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Unseen);
});

const findColumn = (name: RegExp) => screen.findByRole('region', { name }, { timeout: 5_000 });
const listCards = async (name: RegExp): Promise<(string | null)[]> =>
  within(await findColumn(name))
    .queryAllByRole('button', { name: /^Task/ })
    .map(({ textContent }) => textContent);
const open = () => openWork(<TasksScreen />, { address: '/?view=board' });

async function moveByMenu(title: string, to: string): Promise<void> {
  const user = userEvent.setup();
  const actions = await screen.findByRole('button', { name: `Actions for ${title}` }, { timeout: 5_000 });
  actions.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: `Move to ${to}` }));
}

it('moves a card by its menu at once, with an undo', async () => {
  let task: Task = aTask(1);
  let answer: () => void = () => undefined;
  const calls = stubApi({
    ...createTaskResponses(() => [task]),
    'PATCH /tasks/{id}': async ({ body }) => {
      await new Promise<void>((resolve) => (answer = resolve));
      task = { ...task, ...(body as object), version: task.version + 1 };
      return { task };
    },
  });
  await open();
  expect(await findColumn(/^Open 1/)).toBeVisible();
  await moveByMenu('Task 1', 'Waiting');
  // The card moves before the server has answered.
  await waitFor(async () => expect(await listCards(/^Waiting 1/)).toEqual(['Task 1']));
  expect(await listCards(/^Open 0/)).toEqual([]);
  answer();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await listCards(/^Open 1/)).toEqual(['Task 1']));
  answer();
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { status: 'waiting', version: 1 },
      { status: 'open', version: 2 },
    ]),
  );
});

it('moves a card again before the first move was answered', async () => {
  let task: Task = aTask(1);
  const answers: (() => void)[] = [];
  const calls = stubApi({
    ...createTaskResponses(() => [task]),
    'PATCH /tasks/{id}': async ({ body }) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      task = { ...task, ...(body as object), version: task.version + 1 };
      return { task };
    },
  });
  const moves = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  await open();
  await moveByMenu('Task 1', 'Waiting');
  await waitFor(async () => expect(await listCards(/^Waiting 1/)).toEqual(['Task 1']));
  await moveByMenu('Task 1', 'Done');
  await waitFor(async () => expect(await listCards(/^Done 1/)).toEqual(['Task 1']));
  expect(moves()).toHaveLength(1);
  answers[0]?.();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  expect(await screen.findByText(/^Task completed/)).toBeVisible();
  expect(moves()).toEqual([
    { status: 'waiting', version: 1 },
    { status: 'done', version: 2 },
  ]);
});

it('puts a card back where it was when the move is refused, before the lists are read again', async () => {
  const answers = createTaskResponses(() => [aTask(1)]);
  let isRefused = false;
  const never = new Promise(() => undefined);
  stubApi({
    ...answers,
    'GET /tasks': (call) => (isRefused ? never : answers['GET /tasks'](call)),
    'PATCH /tasks/{id}': () => {
      isRefused = true;
      return errorResponse(409, 'STALE_VERSION', { detail: 'Somebody was faster.' });
    },
  });
  await open();
  await moveByMenu('Task 1', 'Done');
  expect(await screen.findByText('Somebody was faster.')).toBeVisible();
  expect(await listCards(/^Open 1/)).toEqual(['Task 1']);
  expect(await listCards(/^Done 0/)).toEqual([]);
});

it('shows a notice when there are no tasks', async () => {
  stubApi(createTaskResponses(() => []));
  await open();
  expect(await screen.findByText('No tasks yet', {}, { timeout: 5_000 })).toBeVisible();
});

it('has the filters and chips of the list above the board, except for the status', async () => {
  const user = userEvent.setup();
  const calls = stubApi(createTaskResponses(() => [aTask(1)]));
  await openWork(<TasksScreen />, { address: '/?view=board&priority=high&status=done&dueFrom=2026-11-01' });
  const filters = await screen.findByRole('region', { name: 'Filters' });
  expect(within(filters).getByRole('button', { name: 'Remove High' })).toBeVisible();
  expect(within(filters).queryByLabelText('Status')).not.toBeInTheDocument();
  const totals = () => calls.findLast(({ path }) => path === '/tasks/totals')?.query.toString();
  await waitFor(() => expect(totals()).toBe('priority=high&dueFrom=2026-11-01'));
  await user.click(within(filters).getByRole('button', { name: 'Mine' }));
  await waitFor(() => expect(totals()).toBe('assigneeId=me&priority=high&dueFrom=2026-11-01'));
  await user.click(within(filters).getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(getUrl().search).toBe('?status=done&view=board'));
});
