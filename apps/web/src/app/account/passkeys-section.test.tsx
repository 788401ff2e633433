import type { AccountSecurity } from '@handover/contract/auth/account-security.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { anId } from '#test-setup/records.ts';
import { PasskeysSection } from './passkeys-section.tsx';

// Lazy modules, loaded first so that no test waits for them.
beforeAll(() => import('./passkey-dialog.tsx'));

const time = '2026-11-20T15:00:00.000Z';
const passkeys = [{ id: anId(1), name: 'Laptop', createdAt: time, lastUsedAt: null }];
const createSecurity = (changes: Partial<AccountSecurity> = {}): AccountSecurity => ({
  isEmailConfirmed: true,
  pendingEmail: null,
  secondFactor: null,
  passkeys,
  passkeyOrigin: window.location.origin,
  ...changes,
});
const withBrowser = (): void => void vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});

it('lists passkeys, renames one, and removes it with the password', async () => {
  const user = userEvent.setup();
  withBrowser();
  const calls = stubApi({
    'GET /auth/security': () => ({ security: createSecurity() }),
    'PATCH /auth/passkeys/{id}': () => ({ passkey: passkeys[0] }),
    'POST /auth/passkeys/{id}/remove': () => undefined,
  });
  await openWork(<PasskeysSection />);
  expect(await screen.findByText('Laptop')).toBeVisible();
  expect(screen.getByText(/not used yet/)).toBeVisible();
  const choose = async (action: string): Promise<void> => {
    await user.click(screen.getByRole('button', { name: 'Actions for Laptop' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };
  await choose('Rename');
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Blue key');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Passkey renamed')).toBeVisible();
  await choose('Remove');
  await user.type(await screen.findByLabelText('Your password'), 'correct horse battery');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Passkey removed')).toBeVisible();
  expect(calls.flatMap(({ method, body }) => (method === 'GET' ? [] : [body]))).toEqual([
    { name: 'Blue key' },
    { password: 'correct horse battery' },
  ]);
});

it.each([
  [null, /opened by IP address/],
  ['https://crm.example.com', /Passkeys work only at https:\/\/crm.example.com/],
])('at the origin %s it says why none can be made here', async (passkeyOrigin, reason) => {
  withBrowser();
  stubApi({ 'GET /auth/security': () => ({ security: createSecurity({ passkeyOrigin, passkeys: [] }) }) });
  await openWork(<PasskeysSection />);
  expect(await screen.findByText(reason)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add passkey' })).not.toBeInTheDocument();
});

it('shows a notice if the browser does not support passkeys', async () => {
  stubApi({ 'GET /auth/security': () => ({ security: createSecurity() }) });
  await openWork(<PasskeysSection />);
  expect(await screen.findByText('This browser does not support passkeys.')).toBeVisible();
});
