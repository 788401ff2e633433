import type { AccountSecurity } from '@handover/contract/auth/account-security.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { EmailAddress } from './email-address.tsx';

// Lazy modules, loaded first so that no test waits for them.
beforeAll(() => import('./change-email-dialog.tsx'));

const confirmed: AccountSecurity = {
  isEmailConfirmed: true,
  pendingEmail: null,
  secondFactor: null,
  passkeys: [],
  passkeyOrigin: null,
};
const pendingEmail = { email: 'new@handover.test', expiresAt: '2099-11-20T15:00:00.000Z' };

it('requests another address without submitting the outer form, and shows where the link was sent', async () => {
  const user = userEvent.setup();
  let security = confirmed;
  const calls = stubApi({
    'GET /auth/security': () => ({ security }),
    'POST /auth/email': () => {
      security = { ...confirmed, pendingEmail };
      return { pendingEmail };
    },
    'DELETE /auth/email': () => {
      security = confirmed;
    },
  });
  const around = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault());
  await openWork(
    <form onSubmit={around}>
      <EmailAddress />
    </form>,
  );
  expect(await screen.findByText('Confirmed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change address' }));
  await user.type(await screen.findByLabelText('New email'), 'new@handover.test');
  await user.type(screen.getByLabelText('Your password'), 'correct horse battery{Enter}');
  expect(await screen.findByText(/Open the link we sent to new@handover.test/)).toBeVisible();
  expect(around).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Keep avery@handover.test' }));
  expect(await screen.findByText('Confirmed')).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    email: 'new@handover.test',
    password: 'correct horse battery',
  });
});

it('offers to send the confirmation of an address that is not confirmed', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'GET /auth/security': () => ({ security: { ...confirmed, isEmailConfirmed: false } }),
    'POST /auth/email/confirmation': () => ({
      pendingEmail: { ...pendingEmail, email: 'avery@handover.test' },
    }),
  });
  await openWork(<EmailAddress />);
  expect(await screen.findByText('Not confirmed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send confirmation' }));
  expect(await screen.findByText('Link sent to avery@handover.test')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
