import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aDeal, createDealResponses } from '#test-setup/deals.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
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
