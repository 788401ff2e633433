import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { errorResponse, openWork, stubApi } from '#test-setup/work.tsx';
import { loadInstallation } from '#shared/installation/installation.ts';
import ConfirmRegistration from '#app/registration/confirm-registration.tsx';
import AcceptInvite from './accept-invite.tsx';
import ForgotPassword from './forgot-password.tsx';
import ResetPassword from './reset-password.tsx';

it('asks for the email address only if a reset link can be sent', async () => {
  let canSendEmail = false;
  stubApi({ 'GET /installation': () => ({ installation: { name: 'Harbor', canSendEmail } }) });
  await loadInstallation();
  const first = await openWork(<ForgotPassword />);
  expect(screen.getByText(/^No mail server is set up/)).toBeVisible();
  expect(screen.queryByLabelText('Email')).toBeNull();
  first.unmount();
  canSendEmail = true;
  await loadInstallation();
  await openWork(<ForgotPassword />);
  expect(screen.getByLabelText('Email')).toBeVisible();
});

it.each([
  ['Accept invitation', <AcceptInvite key="invite" />, /If you already accepted, sign in/],
  ['Set password', <ResetPassword key="reset" />, /If you already set a new password, sign in with it/],
  [
    'Confirm registration',
    <ConfirmRegistration key="buyer" />,
    /If you already confirmed, you are registered/,
  ],
])('“%s” a second time, after a lost response, says what to do', async (button, page, advice) => {
  sessionStorage.setItem('link:/', 't'.repeat(43));
  let tries = 0;
  const use = (): Response => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch');
    return errorResponse(410, 'LINK_INVALID');
  };
  stubApi({
    'POST /auth/invite-preview': () => ({
      invite: { email: 'ann@example.com', workspaceName: 'Team 1', hasLogin: true },
    }),
    'POST /auth/accept-invite': use,
    'POST /auth/reset-preview': () => ({
      reset: { isFirstProof: false, passkeys: [], hasSecondFactor: false },
    }),
    'POST /auth/reset-password': use,
    'POST /buyer-registrations/confirm': use,
  });
  await openWork(page);
  const submit = await screen.findByRole('button', { name: button });
  const password = screen.queryByLabelText(/password$/i, { selector: 'input' });
  if (password !== null) await userEvent.type(password, 'fresh and long enough');
  await userEvent.click(submit);
  expect(await screen.findByRole('alert')).toBeVisible();
  await userEvent.click(submit);
  expect(await screen.findByText(advice)).toBeVisible();
});
