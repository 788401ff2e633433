import type { AccountSecurity } from '@handover/contract/auth/account-security.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { TwoStepSection } from './two-step-section.tsx';

// Lazy modules, loaded first so that no test waits for them.
beforeAll(() => Promise.all([import('./set-up-two-step.tsx'), import('./change-two-step.tsx')]));

const recoveryCodes = Array.from({ length: 10 }, (_, index) => `aaaa${String(index)}-bbbbb`);
const off: AccountSecurity = {
  isEmailConfirmed: true,
  pendingEmail: null,
  secondFactor: null,
  passkeys: [],
  passkeyOrigin: 'http://localhost:3000',
};
const on = { ...off, secondFactor: { enabledAt: '2026-11-20T15:00:00.000Z', recoveryCodesLeft: 1 } };
const enrolment = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Handover:a?secret=JBSWY3DPEHPK3PXP' };

it('sets up: password, then the code of the app, then the recovery codes, once', async () => {
  const user = userEvent.setup();
  let security: AccountSecurity = off;
  const calls = stubApi({
    'GET /auth/security': () => ({ security }),
    'POST /auth/second-factor': () => ({ enrolment }),
    'POST /auth/second-factor/confirm': () => {
      security = on;
      return { recoveryCodes };
    },
  });
  await openWork(<TwoStepSection />);
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  await user.type(await screen.findByLabelText('Your password'), 'correct horse battery');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  await user.type(screen.getByLabelText('Six-digit code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  const list = within(await screen.findByRole('list', { name: 'Recovery codes' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I saved my codes' }));
  expect(await screen.findByText(/1 recovery code left/)).toBeVisible();
  expect(screen.queryByText(recoveryCodes[0] ?? '')).not.toBeInTheDocument();
  expect(calls.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))).toEqual([
    { password: 'correct horse battery' },
    { code: '123456' },
  ]);
});

it('stays open until the response arrives, since only it has the recovery codes', async () => {
  const user = userEvent.setup();
  let answer = (): void => undefined;
  stubApi({
    'GET /auth/security': () => ({ security: off }),
    'POST /auth/second-factor': () => ({ enrolment }),
    'POST /auth/second-factor/confirm': () =>
      new Promise((resolve) => {
        answer = () => resolve({ recoveryCodes });
      }),
  });
  await openWork(<TwoStepSection />);
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  await user.type(await screen.findByLabelText('Your password'), 'correct horse battery{Enter}');
  await user.type(await screen.findByLabelText('Six-digit code'), '123456{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled());
  await user.keyboard('{Escape}');
  answer();
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
});

it('shows errors at its field, and sends nothing that cannot be a code', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'GET /auth/security': () => ({ security: off }),
    'POST /auth/second-factor': ({ body }) =>
      JSON.stringify(body).includes('wrong')
        ? errorResponse(422, 'CURRENT_PASSWORD_WRONG', {
            errors: [{ path: 'password', message: 'Not your password.' }],
          })
        : { enrolment },
  });
  await openWork(<TwoStepSection />);
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  const password = await screen.findByLabelText('Your password');
  await user.type(password, 'wrong');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Not your password.')).toBeVisible();
  await user.clear(password);
  await user.type(password, 'right one');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText('Six-digit code'), '12');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('Enter the six-digit code')).toBeVisible();
  expect(calls.filter(({ path }) => path.endsWith('/confirm'))).toEqual([]);
});

it('is turned off with password and code', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'GET /auth/security': () => ({ security: on }),
    'POST /auth/second-factor/disable': () => undefined,
  });
  await openWork(<TwoStepSection />);
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await user.type(await screen.findByLabelText('Your password'), 'correct horse battery');
  await user.type(screen.getByLabelText('Code from your authenticator app'), 'k3v9f-2m7qx');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Two-step sign-in turned off')).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    password: 'correct horse battery',
    code: 'k3v9f-2m7qx',
  });
});

it('shows an error when it cannot be loaded, and retries', async () => {
  const user = userEvent.setup();
  let isDown = true;
  stubApi({ 'GET /auth/security': () => (isDown ? errorResponse(503, 'UNAVAILABLE') : { security: off }) });
  await openWork(<TwoStepSection />);
  expect(await screen.findByText('The security settings could not be loaded')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/You sign in with only your password/)).toBeVisible();
});
