import { RecordActions } from './record-page.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { useTrash } from './use-trash.ts';

function Actions({
  isTrashed,
  remove,
  restore,
}: Record<'remove' | 'restore', () => Promise<void>> & { isTrashed: boolean }) {
  const trash = useTrash({ noun: 'contact', customerId: null }, { label: 'Jane Roe', remove, restore });
  return <RecordActions onEdit={null} canDelete isTrashed={isTrashed} trash={trash} />;
}

const createCalls = () => ({ remove: vi.fn(async () => undefined), restore: vi.fn(async () => undefined) });

it('moves a record to the trash, and back with Undo', async () => {
  const user = userEvent.setup();
  const calls = createCalls();
  stubApi({});
  await openWork(<Actions isTrashed={false} {...calls} />);
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move to trash' }));
  expect(await screen.findByText('Jane Roe moved to the trash')).toBeVisible();
  expect(calls.remove).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Jane Roe restored')).toBeVisible();
  expect(calls.restore).toHaveBeenCalledOnce();
});

it('restores a record in the trash, which has no menu', async () => {
  const user = userEvent.setup();
  const calls = createCalls();
  stubApi({});
  await openWork(<Actions isTrashed {...calls} />);
  expect(screen.queryByRole('button', { name: 'More actions' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('Jane Roe restored')).toBeVisible();
  expect(calls.restore).toHaveBeenCalledOnce();
});
