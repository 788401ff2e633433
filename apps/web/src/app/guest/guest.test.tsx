import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { loadInstallation } from '#shared/installation/installation.ts';
import ForgotPassword from './forgot-password.tsx';

afterEach(() => vi.unstubAllGlobals());

it('asks for the address of a lost password only where a link can be sent', async () => {
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
