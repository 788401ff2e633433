import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aDeal, createDealResponses } from '#test-setup/deals.ts';
import { openUpdated, openWork, stubApi } from '#test-setup/work.tsx';
import MoveDialog from './move-dialog.tsx';

it('says why a closed deal with a final commission cannot be moved, and does not try', async () => {
  const moveRefusal = 'The commission of this deal is final. Reopen the commission first.';
  const deal = aDeal(1, { stage: 'closed', moveRefusal });
  const calls = stubApi(createDealResponses(() => [deal]));
  await openWork(<MoveDialog deal={deal} onClose={vi.fn()} />);
  expect(await screen.findByText(moveRefusal)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Move to Closing' })).toBeDisabled();
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason *' }), 'Rescinded{Enter}');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('says that someone else moved the deal, and continues from its new stage', async () => {
  const deal = aDeal(1, { stage: 'inquiry' });
  const moved = aDeal(1, { stage: 'nda_signed', version: 2 });
  stubApi(createDealResponses(() => [moved]));
  const show = await openUpdated(deal, (shown) => <MoveDialog deal={shown} onClose={vi.fn()} />);
  expect(await screen.findByRole('button', { name: 'Move to NDA signed' })).toBeVisible();
  show(moved);
  expect(await screen.findByText(/^Someone else moved this deal to NDA signed/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('combobox', { name: 'To' })).toHaveValue('qualified');
});
