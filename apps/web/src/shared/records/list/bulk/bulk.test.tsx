import type { BulkRun } from '@handover/contract/records/bulk.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { aList, CustomerList } from '#test-setup/customer-list.tsx';
import { aCustomer, anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { formatBulkRun } from './bulk-runs.tsx';
import { useBulk } from './bulk.ts';

function Starter({ onDone }: { onDone: () => void }): ReactElement {
  const bulk = useBulk({ recordType: 'customer' });
  const start = (subject: string): void =>
    bulk.start(
      {
        selection: { filter: {}, ids: [anId(1)] },
        input: { action: 'email', subject, html: '<p>Hello</p>' },
      },
      onDone,
    );
  return (
    <>
      <button type="button" onClick={() => start('News')}>
        News
      </button>
      <button type="button" onClick={() => start('More')}>
        More
      </button>
    </>
  );
}

it('sends no email twice when an answer is lost, and a second one on purpose', async () => {
  const user = userEvent.setup();
  const done = vi.fn();
  let tries = 0;
  const calls = stubApi({
    'POST /bulk-runs': () => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch');
      return { bulkRun: { id: anId(900) } };
    },
  });
  await openWork(<Starter onDone={done} />);
  const keys = () => calls.filter(({ method }) => method === 'POST').map(({ key }) => key);
  const ask = async (name: string, times: number): Promise<void> => {
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(keys()).toHaveLength(times));
  };
  await ask('News', 1);
  expect(done).not.toHaveBeenCalled();
  await ask('News', 2);
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  await ask('News', 3);
  await waitFor(() => expect(done).toHaveBeenCalledTimes(2));
  await ask('More', 4);
  const [first, again, meant, other] = keys();
  expect(again).toBe(first);
  expect(new Set([first, meant, other]).size).toBe(3);
});

it('says what an undo did, and to how many', () => {
  const run: BulkRun = {
    id: anId(900),
    recordType: 'customer',
    action: 'undo',
    subjectAction: 'tag',
    undoOf: anId(899),
    status: 'done',
    statusDetail: null,
    counts: { total: 14, done: 12, skipped: 2 },
    canCancel: false,
    canUndo: false,
    createdBy: { id: anId(1), displayName: 'Me' },
    createdAt: '2026-11-20T15:00:00.000Z',
    finishedAt: null,
  };
  expect(formatBulkRun(aList, run)).toBe('Undone for 12 customers, 2 skipped');
  expect(formatBulkRun(aList, { ...run, status: 'running' })).toBe('Undoing: 14 of 14');
});

it('opens the dialog of tags with the focus in their field', async () => {
  const user = userEvent.setup();
  await Promise.all([import('./list-actions.tsx'), import('./bulk-dialog.tsx')]);
  stubApi({
    'GET /users': () => ({ users: [aCustomer(1)], total: 1, nextCursor: null }),
    'GET /saved-views': () => ({ savedViews: [] }),
    'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
  });
  await openWork(<CustomerList />);
  await user.click(await screen.findByRole('checkbox', { name: 'Select Customer 1' }));
  await user.click(await screen.findByRole('button', { name: 'Tag' }));
  const dialog = await screen.findByRole('dialog', { name: 'Tag 1 customer' });
  const field = await within(dialog).findByRole('combobox', { name: 'Tags' });
  await waitFor(() => expect(field).toHaveFocus());
});
