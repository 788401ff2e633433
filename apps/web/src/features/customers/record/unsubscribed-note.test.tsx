import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import UnsubscribedNote from './unsubscribed-note.tsx';

const unsubscribedAt = '2026-11-20T15:00:00.000Z';
const show = (changes: Partial<CustomerDetail> = {}) =>
  openWork(
    <UnsubscribedNote
      customer={aCustomerDetail(1, { name: 'Ann Abbott', unsubscribedAt, ...changes })}
      unsubscribedAt={unsubscribedAt}
    />,
  );

it('shows the date, and offers to resubscribe with permission', async () => {
  stubApi({});
  const { unmount } = await show();
  expect(
    screen.getByText(/This email address was unsubscribed from bulk email on Nov 20, 2026/),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Subscribe again' })).toBeVisible();
  unmount();
  const { abilities } = aCustomerDetail(1);
  await show({ abilities: { ...abilities, canUpdate: false } });
  expect(screen.queryByRole('button', { name: 'Subscribe again' })).toBeNull();
});

it('reverses it only with a reason', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'POST /users/{id}/resubscribe': () => ({ user: aCustomerDetail(1, { name: 'Ann Abbott' }) }),
  });
  await show();
  await user.click(screen.getByRole('button', { name: 'Subscribe again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Ann Abbott bulk email again?' }));
  await user.click(dialog.getByRole('button', { name: 'Subscribe again' }));
  expect(dialog.getByLabelText('Reason')).toBeInvalid();
  const sent = () => calls.filter(({ method }) => method === 'POST');
  expect(sent()).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'Asked for it{Enter}');
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { path: `/users/${anId(1)}/resubscribe`, body: { reason: 'Asked for it' } },
    ]),
  );
  expect(await screen.findByText('Bulk email resumed for Ann Abbott')).toBeVisible();
});

it('keeps the reason when the server refuses it', async () => {
  const user = userEvent.setup();
  stubApi({
    'POST /users/{id}/resubscribe': () =>
      errorResponse(422, 'RULE_BROKEN', { detail: 'This customer has not unsubscribed.' }),
  });
  await show();
  await user.click(screen.getByRole('button', { name: 'Subscribe again' }));
  await user.type(await screen.findByLabelText('Reason'), 'Asked for it{Enter}');
  expect(await screen.findByText('This customer has not unsubscribed.')).toBeInTheDocument();
  expect(screen.getByLabelText('Reason')).toHaveValue('Asked for it');
});
