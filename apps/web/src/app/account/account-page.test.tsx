import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import TwoStepNotice from '#app/signed-in/two-step-notice.tsx';
import AccountPage, { PasswordSection } from './account-page.tsx';

// Lazy modules, loaded first so that no test waits for them.
beforeAll(() =>
  Promise.all([
    import('./set-up-two-step.tsx'),
    import('./notifications-section.tsx'),
    import('./signature-section.tsx'),
    import('./mailbox-section.tsx'),
  ]),
);

const security = {
  isEmailConfirmed: true,
  pendingEmail: null,
  secondFactor: null,
  passkeys: [],
  passkeyOrigin: 'http://localhost:3000',
};
const own = {
  'GET /auth/security': () => ({ security }),
  'GET /auth/sessions': () => ({ sessions: [] }),
  'GET /auth/signature': () => ({ signature: { html: '', version: 0 } }),
};
const held = { twoStep: { dueAt: '2026-11-20T15:00:00.000Z', isOverdue: true } };
/** The titles of the sections; messages are a region without one. */
const listTitles = () =>
  screen.getAllByRole('region').flatMap((section) => section.querySelector('h2')?.textContent ?? []);

it('shows overdue setup first and makes no workspace calls', async () => {
  const calls = stubApi(own, aProfile(held));
  await openWork(<AccountPage />, { address: '/account' });
  await screen.findByText('You sign in with only your password.');
  await waitFor(() => expect(listTitles()).toHaveLength(6));
  expect(listTitles().slice(0, 2)).toEqual(['Two-step sign-in', 'Passkeys']);
  expect(calls.filter(({ path }) => !path.startsWith('/auth/'))).toEqual([]);
});

it('reports that the workspace is open again after set-up, with a link to it', async () => {
  let user = aProfile(held);
  const recoveryCodes = ['aaaa0-bbbbb'];
  stubApi({
    ...own,
    'GET /auth/profile': () => ({ user }),
    'POST /auth/second-factor': () => ({
      enrolment: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Handover:a?secret=JBSWY3DPEHPK3PXP' },
    }),
    'POST /auth/second-factor/confirm': () => {
      user = aProfile();
      return { recoveryCodes };
    },
  });
  await openWork(<AccountPage />, { address: '/account' });
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  await userEvent.type(await screen.findByLabelText('Your password'), 'correct horse battery{Enter}');
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'I saved my codes' }));
  expect(await screen.findByText(/have access to the workspace again/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/');
});

it('keeps the recovery codes when the page notices that access is back', async () => {
  let user = aProfile(held);
  stubApi({
    ...own,
    'GET /auth/profile': () => ({ user }),
    'POST /auth/second-factor': () => ({
      enrolment: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Handover:a?secret=JBSWY3DPEHPK3PXP' },
    }),
    'POST /auth/second-factor/confirm': () => {
      user = aProfile();
      return { recoveryCodes: ['aaaa0-bbbbb'] };
    },
  });
  const page = (
    <>
      <TwoStepNotice />
      <AccountPage />
    </>
  );
  await openWork(page, { address: '/account' });
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  await userEvent.type(await screen.findByLabelText('Your password'), 'correct horse battery{Enter}');
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456{Enter}');
  await screen.findByText('aaaa0-bbbbb');
  window.dispatchEvent(new Event('focus'));
  expect(await screen.findByText(/have access to the workspace again/)).toBeInTheDocument();
  expect(screen.getByText('aaaa0-bbbbb')).toBeVisible();
});

it('is locked while saving, and then accepts another password without an error', async () => {
  const user = userEvent.setup();
  let answer: () => void = () => undefined;
  stubApi({
    'GET /auth/sessions': () => ({ sessions: [] }),
    'POST /auth/change-password': () => new Promise<void>((resolve) => (answer = resolve)),
  });
  await openWork(<PasswordSection />);
  const password = screen.getByLabelText('New password');
  await user.type(screen.getByLabelText('Current password'), 'old words');
  await user.type(password, 'four new plain words{Enter}');
  await waitFor(() => expect(password).toHaveAttribute('readonly'));
  answer();
  await waitFor(() => expect(password).toHaveValue(''));
  await user.type(password, 'x');
  expect(password).not.toBeInvalid();
});

it('links to its sections, and marks the current one', async () => {
  const show = vi.spyOn(Element.prototype, 'scrollIntoView');
  stubApi(own, aProfile({ role: 'CLIENT' }));
  await openWork(<AccountPage />, { address: '/account' });
  const nav = within(screen.getByRole('navigation', { name: 'Account' }));
  expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Profile',
    'Sign-in and security',
    'Devices',
    'Notifications',
  ]);
  const link = nav.getByRole('link', { name: 'Devices' });
  await userEvent.click(link);
  expect(link).toHaveAttribute('aria-current', 'location');
  expect(show.mock.contexts.at(-1)).toHaveProperty('id', 'devices');
});
