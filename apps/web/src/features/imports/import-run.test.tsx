import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anImport } from '#test-setup/imports.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { ImportProgress, ImportResult } from './import-run.tsx';

const counts = {
  rows: 10,
  individuals: 8,
  organizations: 1,
  created: 5,
  updated: 4,
  rejected: 0,
  undone: 0,
  kept: 0,
};

it('undoes an import once that is confirmed', async () => {
  const user = userEvent.setup();
  const run = anImport({ status: 'done', canUndo: true, counts });
  const calls = stubApi({ 'POST /imports/{id}/undo': () => ({ import: { ...run, status: 'undoing' } }) });
  await openWork(<ImportResult run={run} />);
  await user.click(screen.getByRole('button', { name: 'Undo import' }));
  expect(
    await screen.findByText(/deletes 5 created customers and restores 4 updated customers/),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(calls.some(({ path }) => path.endsWith('/undo'))).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Undo import' }));
  await user.click(screen.getAllByRole('button', { name: 'Undo import' }).at(-1) as HTMLElement);
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/undo'))).toBe(true));
});

it('offers no undo without permission', async () => {
  stubApi({});
  await openWork(<ImportResult run={anImport({ status: 'done', counts })} />);
  expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull();
});

it('lists what an undo did not revert, with the reason and a link to the customer', async () => {
  const rows = [{ row: 7, recordId: anId(9), name: 'Noted', reason: 'Changed after the import.' }];
  stubApi({ 'GET /imports/{id}/kept': () => ({ rows, total: 1, nextCursor: null }) });
  const run = anImport({ status: 'undone', canUndo: true, counts: { ...counts, undone: 8, kept: 1 } });
  await openWork(<ImportResult run={run} />);
  expect(await screen.findByRole('link', { name: 'Noted' })).toHaveAttribute(
    'href',
    `/admin/users/view/${anId(9)}`,
  );
  expect(screen.getByText('Changed after the import.')).toBeVisible();
  expect(screen.getByText('Import of people.csv undone: 8 rows reverted, 1 not undone')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo the rest' })).toBeVisible();
});

it.each([
  [{ created: 9, updated: 0 }, '9 rows removed', 'Removed'],
  [{ created: 0, updated: 9 }, '9 rows restored', 'Restored'],
])('says whether an undo of %j deleted or restored', async (changes, text, label) => {
  stubApi({});
  await openWork(
    <ImportResult run={anImport({ status: 'undone', counts: { ...counts, ...changes, undone: 9 } })} />,
  );
  expect(screen.getByText(`Import of people.csv undone: ${text}`)).toBeVisible();
  expect(screen.getByText(label)).toBeVisible();
});

it('shows how far an undo is, which cannot be stopped', async () => {
  stubApi({});
  await openWork(<ImportProgress run={anImport({ status: 'undoing', progress: 0.25, counts })} />);
  expect(screen.getByText('Undoing the import of people.csv: 25%')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop import' })).toBeNull();
});
