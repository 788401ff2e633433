import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SecretDialog } from './secret-dialog.tsx';

const renderDialog = (onClose = () => {}) => (
  <SecretDialog
    title="Share"
    text="Shown only once."
    label="Link"
    secret="https://a.test/1"
    onClose={onClose}
  />
);

it('is closed by Done alone, since its text is not shown again', async () => {
  const onClose = vi.fn();
  render(renderDialog(onClose));
  const user = userEvent.setup();
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('copies its text', async () => {
  const user = userEvent.setup();
  render(renderDialog());
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('https://a.test/1');
});

it('shows a notice if the browser has no clipboard, as on a page without HTTPS', async () => {
  const user = userEvent.setup();
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  render(renderDialog());
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Could not be copied. Select it and copy it.')).toBeVisible();
});
