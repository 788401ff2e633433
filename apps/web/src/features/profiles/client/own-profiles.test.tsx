import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { ignoreDoubleClicks } from '#shared/forms/double-clicks.ts';
import OwnProfiles from './own-profiles.tsx';

beforeAll(() => import('./answer-dialog.tsx'));

const approval = {
  id: anId(1),
  state: 'pending',
  kind: 'teaser',
  businessName: 'Bright Dental',
  senderName: 'Avery Collins',
  deadline: '2026-12-11T15:00:00.000Z',
  title: 'A dental practice',
  sections: [],
};

async function openDialog(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Review and respond' }));
  await screen.findByRole('heading', { name: 'A dental practice' });
}

it('keeps the reason for declining when the dialog closes, until it is sent', async () => {
  const calls = stubApi({
    'GET /own-profiles': () => ({ approvals: [approval], cims: [] }),
    'POST /own-profiles/{id}/open': () => ({ approval }),
    'POST /own-profiles/{id}/answer': () => ({ approval: { ...approval, state: 'declined' } }),
  });
  await openWork(<OwnProfiles />);
  await openDialog();
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  await userEvent.type(screen.getByLabelText('What should change? (optional)'), 'No lease terms');
  await userEvent.keyboard('{Escape}');
  await openDialog();
  expect(screen.getByLabelText('What should change? (optional)')).toHaveValue('No lease terms');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('button', { name: 'Approve' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Response sent to your broker')).toBeVisible();
  expect(calls.find(({ path }) => path.endsWith('/answer'))?.body).toEqual({
    decision: 'declined',
    reason: 'No lease terms',
  });
  expect(Object.keys(localStorage).filter((key) => key.startsWith('form-draft:'))).toEqual([]);
});

it('asks what should change before it declines, also after a double click', async () => {
  ignoreDoubleClicks();
  const calls = stubApi({
    'GET /own-profiles': () => ({ approvals: [approval], cims: [] }),
    'POST /own-profiles/{id}/open': () => ({ approval }),
    'POST /own-profiles/{id}/answer': () => ({ approval: { ...approval, state: 'declined' } }),
  });
  await openWork(<OwnProfiles />);
  await openDialog();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Decline' }));
  expect(screen.getByLabelText('What should change? (optional)')).toBeVisible();
  expect(calls.some(({ path }) => path.endsWith('/answer'))).toBe(false);
});
