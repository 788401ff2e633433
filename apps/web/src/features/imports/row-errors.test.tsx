import type { ImportProblemRow } from '@handover/contract/records/imports.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { anImport } from '#test-setup/imports.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import { ImportPlan } from './import-plan.tsx';
import { RowErrorsPanel } from './row-errors.tsx';

const run = anImport();
const createBadRow = (row: number, equal = 1): ImportProblemRow => ({
  row,
  name: `Person ${String(row)}`,
  cells: { '0': `Person ${String(row)}`, '1': 'nope' },
  editedColumns: [],
  isSkipped: false,
  problems: [{ column: '1', kind: 'invalid', message: 'Email: not an address.', equal }],
});
const groups = { groups: [{ column: '1', kind: 'invalid', count: 3 }], open: 3, fixed: 1 };
const createRowsResponse = (rows: readonly ImportProblemRow[]) => ({
  rows,
  total: rows.length,
  nextCursor: null,
});

beforeEach(() => {
  // jsdom has no layout; without a height, no row would be in view.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(90);
});

async function openPanel(answers: Record<string, (call: Call) => unknown> = {}): Promise<Call[]> {
  const calls = stubApi({
    'GET /imports/{id}/problem-groups': () => groups,
    'GET /imports/{id}/problems': () =>
      createRowsResponse([createBadRow(2, 3), createBadRow(5), createBadRow(9)]),
    'POST /imports/{id}/edits': () => ({
      changedRows: 3,
      row: { ...createBadRow(2), problems: [] },
      nextRow: null,
    }),
    'POST /imports/{id}/skips': () => ({ changedRows: 1, isMore: false }),
    'GET /imports/{id}': () => ({ import: run }),
    ...answers,
  });
  await openWork(<RowErrorsPanel run={run} />);
  await screen.findAllByRole('textbox', { name: 'Mail' });
  return calls;
}
const listEdits = (calls: readonly Call[]) =>
  calls.filter(({ path }) => path.endsWith('/edits')).map(({ body }) => body);
const listCells = () => screen.getAllByRole('textbox', { name: 'Mail' });

it('shows every bad cell with its message, and nothing of the others until asked', async () => {
  const user = userEvent.setup();
  await openPanel();
  expect(listCells()).toHaveLength(3);
  expect(listCells()[0]).toHaveAccessibleDescription('Email: not an address.');
  expect(listCells()[0]).toBeInvalid();
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  const [first] = screen.getAllByRole('listitem');
  await user.click(within(first as HTMLElement).getByRole('button', { name: 'Show all fields' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Person 2');
});

it('saves a value on Enter and moves on, saves on leaving the cell, and cancels on Escape', async () => {
  const user = userEvent.setup();
  const calls = await openPanel();
  const [one, two, three] = listCells();
  await user.clear(one as HTMLElement);
  await user.type(one as HTMLElement, 'a@x.test{Enter}');
  expect(two).toHaveFocus();
  await user.type(two as HTMLElement, '1{Tab}');
  await user.type(three as HTMLElement, '2{Escape}');
  expect(three).toHaveValue('nope');
  await user.tab();
  await waitFor(() =>
    expect(listEdits(calls)).toEqual([
      { row: 2, column: '1', value: 'a@x.test', isForAllEqual: false },
      { row: 5, column: '1', value: 'nope1', isForAllEqual: false },
    ]),
  );
});

it('keeps a value for all equal ones, by a button or by Ctrl+Enter, once', async () => {
  const user = userEvent.setup();
  const calls = await openPanel();
  await user.type(listCells()[1] as HTMLElement, 'x');
  expect(screen.queryByRole('button', { name: /Apply to all/ })).toBeNull();
  await user.type(listCells()[1] as HTMLElement, '{Escape}');
  await user.type(listCells()[0] as HTMLElement, '!');
  await user.click(screen.getByRole('button', { name: 'Apply to all 3 matching' }));
  await screen.findByText('3 rows fixed');
  await user.type(listCells()[0] as HTMLElement, '?{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(listEdits(calls)).toEqual([
      { row: 2, column: '1', value: 'nope!', isForAllEqual: true },
      { row: 2, column: '1', value: 'nope!?', isForAllEqual: true },
    ]),
  );
});

it('stays in the cell when its button is clicked, so that leaving it does not save one row only', async () => {
  const user = userEvent.setup();
  await openPanel();
  await user.type(listCells()[0] as HTMLElement, '!');
  await user.click(screen.getByRole('button', { name: 'Apply to all 3 matching' }));
  expect(listCells()[0]).toHaveFocus();
});

it('repeats the request when more rows are equal than one request fixes or skips', async () => {
  const user = userEvent.setup();
  const calls = await openPanel({
    'POST /imports/{id}/edits': ({ body }) => ({
      changedRows: 5_000,
      row: { ...createBadRow(2), problems: [] },
      nextRow: (body as { row: number }).row === 2 ? 7_000 : null,
    }),
    'POST /imports/{id}/skips': () => ({
      changedRows: 100,
      isMore: calls.filter(({ path }) => path.endsWith('/skips')).length < 3,
    }),
  });
  await user.type(listCells()[0] as HTMLElement, '!{Control>}{Enter}{/Control}');
  expect(await screen.findByText('10,000 rows fixed')).toBeVisible();
  expect(listEdits(calls)).toMatchObject([{ row: 2 }, { row: 7_000, value: 'nope!', isForAllEqual: true }]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Mail: not valid (3)');
  await user.click(await screen.findByRole('button', { name: 'Skip all' }));
  expect(await screen.findByText('300 rows will be skipped')).toBeVisible();
});

it('skips a row, undoes that, and skips all rows with one problem', async () => {
  const user = userEvent.setup();
  const calls = await openPanel({ 'DELETE /imports/{id}/edits/{row}': () => ({ changedRows: 1 }) });
  await user.click(screen.getAllByRole('button', { name: 'Skip row' })[1] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(calls.some(({ method, path }) => method === 'DELETE' && path.endsWith('/edits/5'))).toBe(true),
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Mail: not valid (3)');
  await waitFor(() =>
    expect(
      calls
        .filter(({ path }) => path.endsWith('/problems'))
        .at(-1)
        ?.query.toString(),
    ).toContain('kind=invalid'),
  );
  await user.click(screen.getByRole('button', { name: 'Skip all' }));
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.endsWith('/skips')).map(({ body }) => body)).toEqual([
      { row: 5 },
      { column: '1', kind: 'invalid' },
    ]),
  );
});

it('keeps the problem that is shown among the choices when its last row is fixed', async () => {
  const user = userEvent.setup();
  let isFixed = false;
  await openPanel({
    'GET /imports/{id}/problem-groups': () => (isFixed ? { groups: [], open: 0, fixed: 4 } : groups),
    'GET /imports/{id}/problems': () => createRowsResponse(isFixed ? [] : [createBadRow(2)]),
    'POST /imports/{id}/edits': () => {
      isFixed = true;
      return { changedRows: 1, row: { ...createBadRow(2), problems: [] }, nextRow: null };
    },
  });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Mail: not valid (3)');
  await user.type((await screen.findAllByRole('textbox', { name: 'Mail' }))[0] as HTMLElement, 'x{Enter}');
  expect(await screen.findByText('No rows left with this problem')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Show' })).toHaveDisplayValue('Mail: not valid (0)');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'All rows with errors (0)');
  expect(await screen.findByText('No rows with errors')).toBeVisible();
});

it('shows broken lines as they are, which can only be skipped', async () => {
  const broken = {
    ...createBadRow(4),
    problems: [
      { column: null, kind: 'broken', message: 'Line 4: A quoted cell is not closed here.', equal: 1 },
    ],
  };
  stubApi({
    'GET /imports/{id}/problem-groups': () => groups,
    'GET /imports/{id}/problems': () => ({ rows: [broken], total: 1, nextCursor: null }),
  });
  await openWork(<RowErrorsPanel run={run} />);
  expect(await screen.findByText('Line 4: A quoted cell is not closed here.')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('button', { name: 'Skip row' })).toBeVisible();
});

it('says when no rows have errors, and when the rows cannot be loaded', async () => {
  stubApi({
    'GET /imports/{id}/problem-groups': () => ({ groups: [], open: 0, fixed: 0 }),
    'GET /imports/{id}/problems': () => createRowsResponse([]),
  });
  const { unmount } = await openWork(<RowErrorsPanel run={run} />);
  expect(await screen.findByText('No rows with errors')).toBeVisible();
  unmount();
  stubApi({
    'GET /imports/{id}/problem-groups': () => groups,
    'GET /imports/{id}/problems': () => errorResponse(503, 'UNAVAILABLE'),
  });
  await openWork(<RowErrorsPanel run={run} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The rows could not be loaded');
});

it('shows the server’s error', async () => {
  const user = userEvent.setup();
  await openPanel({ 'POST /imports/{id}/edits': () => errorResponse(409, 'CONFLICT') });
  await user.type(listCells()[0] as HTMLElement, 'x{Enter}');
  expect((await screen.findAllByText('CONFLICT.'))[0]).toBeVisible();
  expect(listCells()[0]).toHaveValue('nopex');
});

it('sends a value again that could not be saved', async () => {
  const user = userEvent.setup();
  const calls = await openPanel({ 'POST /imports/{id}/edits': () => errorResponse(409, 'CONFLICT') });
  await user.type(listCells()[0] as HTMLElement, 'x{Enter}');
  await screen.findAllByText('CONFLICT.');
  await user.type(listCells()[0] as HTMLElement, '{Enter}');
  await waitFor(() => expect(listEdits(calls)).toHaveLength(2));
});

it('starts the import once the fix of the last cell is saved', async () => {
  const user = userEvent.setup();
  const events: string[] = [];
  let finishFix = (): void => undefined;
  stubApi({
    'GET /imports/{id}/problem-groups': () => groups,
    'GET /imports/{id}/problems': () => createRowsResponse([createBadRow(2)]),
    'GET /imports/{id}': () => ({ import: run }),
    'POST /imports/{id}/edits': async () => {
      events.push('fixing');
      await new Promise<void>((resolve) => (finishFix = resolve));
      events.push('fixed');
      return { changedRows: 1, row: { ...createBadRow(2), problems: [] }, nextRow: null };
    },
    'POST /imports/{id}/start': () => {
      events.push('started');
      return { import: { ...run, status: 'queued' } };
    },
  });
  await openWork(<ImportPlan run={run} />);
  await user.click(screen.getByRole('tab', { name: /Rows with errors/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Mail' }), 'x');
  await user.click(screen.getByRole('button', { name: 'Start import' }));
  await waitFor(() => expect(events).toContain('fixing'));
  finishFix();
  await waitFor(() => expect(events).toEqual(['fixing', 'fixed', 'started']));
});

it('does not start the import when a fix that it waits for is refused', async () => {
  const user = userEvent.setup();
  let refuseFix = (): void => undefined;
  const calls = stubApi({
    'GET /imports/{id}/problem-groups': () => groups,
    'GET /imports/{id}/problems': () => createRowsResponse([createBadRow(2)]),
    'GET /imports/{id}': () => ({ import: run }),
    'POST /imports/{id}/edits': async () => {
      await new Promise<void>((resolve) => (refuseFix = resolve));
      return errorResponse(409, 'CONFLICT');
    },
    'POST /imports/{id}/start': () => ({ import: { ...run, status: 'queued' } }),
  });
  await openWork(<ImportPlan run={run} />);
  await user.click(screen.getByRole('tab', { name: /Rows with errors/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Mail' }), 'x');
  await user.click(screen.getByRole('button', { name: 'Start import' }));
  await waitFor(() => expect(listEdits(calls)).toHaveLength(1));
  refuseFix();
  await waitFor(() => expect(screen.getAllByText('CONFLICT.')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Start import' }));
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/start'))).toHaveLength(1));
});
