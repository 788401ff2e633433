import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aTask, createTaskResponses } from '#test-setup/tasks.ts';
import { openWork, getUrl, stubApi } from '#test-setup/work.tsx';
import TasksScreen from '../screen/tasks-screen.tsx';

// The profile's `today` is Saturday, 2026-11-21.
const tasks = [1, 2, 3, 4, 5].map((number) => aTask(number, { dueDate: '2026-11-24' }));
const open = (isPhone = false) => openWork(<TasksScreen />, { address: '/?view=calendar', isPhone });
const findDayButton = (name: RegExp) => screen.findByRole('button', { name }, { timeout: 5_000 });

it('shows three tasks of a day and how many more, and all of them below once it is chosen', async () => {
  const user = userEvent.setup();
  stubApi(createTaskResponses(() => tasks));
  await open();
  await findDayButton(/^Tuesday, November 24, 5 tasks/);
  await user.click(screen.getByRole('button', { name: '+2 more' }));
  const panel = await screen.findByRole('region', { name: 'Tuesday, November 24' });
  await waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(5));
  expect(getUrl().searchParams.get('day')).toBe('2026-11-24');
});

it('is walked by arrow keys, over the end of the month too', async () => {
  const user = userEvent.setup();
  stubApi(createTaskResponses(() => tasks));
  await open();
  (await findDayButton(/^Saturday, November 21/)).focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Sunday, November 29/ })).toHaveFocus());
  await user.keyboard('{PageDown}');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Tuesday, December 29/ })).toHaveFocus());
  expect(screen.getByRole('grid', { name: 'December 2026' })).toBeVisible();
});

it('moves a task to another day by its menu', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    ...createTaskResponses(() => [aTask(1, { dueDate: '2026-11-21' })]),
    'PATCH /tasks/{id}': () => ({ task: aTask(1, { dueDate: '2026-11-28', version: 2 }) }),
  });
  await open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Task 1' }, { timeout: 5_000 }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move a week later' }));
  expect(await screen.findByText('Moved to Saturday, Nov 28')).toBeVisible();
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ dueDate: '2026-11-28', version: 1 });
});

it('is a list of days on a phone', async () => {
  stubApi(createTaskResponses(() => tasks));
  await open(true);
  expect(await screen.findByRole('heading', { name: 'Tuesday, Nov 24' }, { timeout: 5_000 })).toBeVisible();
  expect(screen.queryByRole('grid')).not.toBeInTheDocument();
});

it('says on a phone that nothing is due only once the month is loaded', async () => {
  let answer = (): void => undefined;
  const answers = createTaskResponses(() => tasks);
  const held = (name: 'GET /tasks' | 'GET /tasks/totals') => async (call: { query: URLSearchParams }) => {
    if ((call.query.get('dueFrom') ?? '') > '2026-11-24')
      await new Promise<void>((resolve) => {
        const before = answer;
        answer = () => {
          before();
          resolve();
        };
      });
    return answers[name](call);
  };
  stubApi({ 'GET /tasks': held('GET /tasks'), 'GET /tasks/totals': held('GET /tasks/totals') });
  await open(true);
  await screen.findByRole('heading', { name: 'Tuesday, Nov 24' }, { timeout: 5_000 });
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Tuesday, Nov 24' })).not.toBeInTheDocument(),
  );
  expect(screen.queryByText('Nothing is due this month')).not.toBeInTheDocument();
  answer();
  expect(await screen.findByText('Nothing is due this month')).toBeVisible();
});
