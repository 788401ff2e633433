import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import LegalHoldDialog from './legal-hold-dialog.tsx';

const legalHold = {
  id: anId(1),
  reason: 'Subpoena of May 4',
  placedBy: { id: anId(2), displayName: 'Avery Admin' },
  placedAt: '2026-11-20T15:00:00.000Z',
  isOnBusiness: false,
};
const open = async (current: typeof legalHold | null) => {
  stubApi({});
  const [place, lift, onClose] = [vi.fn(() => Promise.resolve()), vi.fn(() => Promise.resolve()), vi.fn()];
  const mutations = { place, lift, onClose };
  await openWork(
    <LegalHoldDialog
      recordId={anId(3)}
      legalHold={current}
      text="This file cannot be deleted."
      {...mutations}
    />,
  );
  return mutations;
};

it('places a hold with a reason only', async () => {
  const { place, onClose } = await open(null);
  await userEvent.click(screen.getByRole('button', { name: 'Place hold' }));
  expect(await screen.findByText('Required')).toBeVisible();
  expect(place).not.toHaveBeenCalled();
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Subpoena');
  await userEvent.click(screen.getByRole('button', { name: 'Place hold' }));
  expect(await screen.findByText('Legal hold placed')).toBeVisible();
  expect(place).toHaveBeenCalledWith({ reason: 'Subpoena' });
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows the hold that there is, and lifts it', async () => {
  const { lift } = await open(legalHold);
  expect(screen.getByText('Subpoena of May 4')).toBeVisible();
  expect(screen.getByText(/Placed by Avery Admin, Friday, November 20, 2026/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Lift hold' }));
  expect(await screen.findByText('Legal hold lifted')).toBeVisible();
  expect(lift).toHaveBeenCalledOnce();
});
