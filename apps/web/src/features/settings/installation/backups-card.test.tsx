import type { Backup } from '@handover/contract/installation/backups.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { BackupsCard } from './backups-card.tsx';

const schedule = { isNightly: false, keptCount: 7 };

function aBackup(number: number, changes: Partial<Backup> = {}): Backup {
  return {
    id: anId(number),
    status: 'done',
    percent: 100,
    sizeBytes: 1_400_000,
    addedBytes: 1_400_000,
    lostFiles: 0,
    error: null,
    madeBy: { id: anId(99), displayName: 'Bo Boss' },
    isNightly: false,
    isHere: true,
    startedAt: '2026-11-20T15:00:00.000Z',
    finishedAt: '2026-11-20T15:00:09.000Z',
    ...changes,
  };
}

const listRows = () => within(screen.getByRole('list', { name: 'Backups' })).getAllByRole('listitem');

it('creates a backup and shows its progress until it is done', async () => {
  let backups: Backup[] = [];
  const calls = stubApi({
    'GET /installation/backups': () => ({ backups, schedule }),
    'POST /installation/backups': () => {
      backups = [
        aBackup(1, { status: 'running', percent: 42, sizeBytes: null, isHere: false, finishedAt: null }),
      ];
      return { backup: backups[0] };
    },
  });
  await openWork(<BackupsCard />);
  expect(await screen.findByText('No backups yet')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Back up now' }));
  expect(await screen.findByText('Bo Boss · 42%')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Backup' })).toHaveAttribute('aria-valuenow', '42');
  expect(screen.queryByRole('button', { name: /^(Download|Delete)/ })).toBeNull();
  backups = [aBackup(1)];
  expect(await screen.findByText('1.4 MB · Bo Boss', undefined, { timeout: 4_000 })).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('shows a failed backup, missing files, and an archive on another server', async () => {
  stubApi({
    'GET /installation/backups': () => ({
      backups: [
        aBackup(1, { status: 'failed', error: 'The disk is full.', sizeBytes: null, isHere: false }),
        aBackup(2, { lostFiles: 3, isNightly: true, madeBy: null, addedBytes: 200_000 }),
        aBackup(3, { isHere: false }),
      ],
      schedule,
    }),
  });
  await openWork(<BackupsCard />);
  await screen.findByText('The disk is full.');
  expect(screen.getByText('1.4 MB (200 KB new) · Scheduled')).toBeVisible();
  const [failed, incomplete, elsewhere] = listRows();
  expect(failed).toHaveTextContent('Failed');
  expect(incomplete).toHaveTextContent(/Files missing.*Scheduled.*3 files are missing/);
  expect(elsewhere).toHaveTextContent('The archive is not on this server.');
  expect(screen.getAllByRole('button', { name: /^Download/ })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: /^Delete/ })).toHaveLength(3);
});

it('deletes after a confirmation', async () => {
  const calls = stubApi({
    'GET /installation/backups': () => ({ backups: [aBackup(1)], schedule }),
    'DELETE /installation/backups/{id}': () => undefined,
  });
  await openWork(<BackupsCard />);
  await userEvent.click(await screen.findByRole('button', { name: /^Delete the backup from/ }));
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Backup deleted')).toBeVisible();
  expect(calls.find(({ method }) => method === 'DELETE')?.path).toContain(anId(1));
});

it('schedules a nightly backup and how many to keep', async () => {
  let planned = schedule;
  const calls = stubApi({
    'GET /installation/backups': () => ({ backups: [], schedule: planned }),
    'PUT /installation/backups/schedule': ({ body }) => {
      planned = body as typeof schedule;
      return { schedule: planned };
    },
  });
  await openWork(<BackupsCard />);
  await userEvent.click(await screen.findByLabelText('Back up every night after 2:00 AM'));
  await userEvent.selectOptions(await screen.findByLabelText('Backups to keep'), '14');
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { isNightly: true, keptCount: 7 },
    { isNightly: true, keptCount: 14 },
  ]);
});

it('shows an error and offers a retry', async () => {
  stubApi({
    'GET /installation/backups': () => ({ backups: [], schedule }),
    'POST /installation/backups': () =>
      errorResponse(409, 'CONFLICT', { detail: 'A backup is already running.' }),
  });
  const { unmount } = await openWork(<BackupsCard />);
  await userEvent.click(await screen.findByRole('button', { name: 'Back up now' }));
  expect(await screen.findByText('A backup is already running.')).toBeVisible();
  unmount();
  stubApi({ 'GET /installation/backups': () => errorResponse(500, 'INTERNAL') });
  await openWork(<BackupsCard />);
  expect(await screen.findByText('The backups could not be loaded')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
