import type { ImportRun } from '@handover/contract/imports.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { anId } from '../../../../test-setup/records.ts';
import { openWork, stubApi } from '../../../../test-setup/work.tsx';
import { ImportPlan } from './import-plan.tsx';

const run: ImportRun = {
  id: anId(1),
  fileName: 'people.csv',
  status: 'uploaded',
  statusDetail: null,
  sizeBytes: 2048,
  encoding: 'UTF-8',
  delimiter: ',',
  columns: ['Full name', 'Mail'],
  mapping: { '1': 'email' },
  isMappingRemembered: true,
  mode: 'both',
  counts: { rows: 0, individuals: 0, organizations: 0, created: 0, updated: 0, rejected: 0 },
  progress: 0,
  createdBy: { id: anId(2), displayName: 'Avery' },
  createdAt: '2026-11-20T15:00:00.000Z',
  finishedAt: null,
};

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it('asks for the name’s column, previews with it and starts with what was chosen', async () => {
  const user = userEvent.setup();
  const rows = [
    { row: 2, outcome: 'create', reason: null, values: { name: 'Ann Lee', email: 'ann@example.com' } },
    {
      row: 3,
      outcome: 'reject',
      reason: 'E-mail: “x” is not an address',
      values: { name: 'Bob', email: 'x' },
    },
  ];
  const calls = stubApi({
    'POST /imports/{id}/preview': () => ({ rows }),
    'POST /imports/{id}/start': () => ({ import: { ...run, status: 'queued' } }),
  });
  await openWork(<ImportPlan run={run} />);
  expect(screen.getByText(/went the last time/)).toBeVisible();
  expect(screen.getByText(/Choose the column with the name/)).toBeVisible();
  expect(calls.some(({ path }) => path.endsWith('/preview'))).toBe(false);

  await user.selectOptions(screen.getByRole('combobox', { name: 'Where Full name goes' }), 'Name');
  await screen.findByText('Of the first 2 rows, 1 would be taken and 1 left out.');
  expect(screen.getByText(/is not an address/)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'What to do' }), 'Only create new customers');
  await user.click(screen.getByRole('button', { name: 'Start import' }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/start'))?.body).toEqual({
      mapping: { '0': 'name', '1': 'email' },
      mode: 'create',
    }),
  );
});
