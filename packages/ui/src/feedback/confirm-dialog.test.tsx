import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

it('allows an irreversible action only after the text is typed', async () => {
  const user = userEvent.setup();
  const confirm = vi.fn<() => void>();
  render(
    <ConfirmDialog
      title="Delete 12 customers"
      confirmLabel="Delete"
      isDangerous
      typedText="delete 12"
      onConfirm={confirm}
      onClose={() => undefined}
    >
      This cannot be undone.
    </ConfirmDialog>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Delete 12 customers' });
  expect(dialog).toBeVisible();
  expect(dialog).not.toBeInstanceOf(HTMLFormElement);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(confirm).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox')).toBeInvalid();
  await user.type(screen.getByRole('textbox'), 'delete 12');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(confirm).toHaveBeenCalledOnce();
});

it('asks for no text if the action can be undone', async () => {
  const user = userEvent.setup();
  const confirm = vi.fn<() => void>();
  const close = vi.fn<() => void>();
  render(
    <ConfirmDialog title="Ban this customer" confirmLabel="Ban" onConfirm={confirm} onClose={close}>
      They can no longer sign in.
    </ConfirmDialog>,
  );
  await user.click(await screen.findByRole('button', { name: 'Ban' }));
  expect(confirm).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(close).toHaveBeenCalledOnce();
});

it('asks before Escape discards what was typed into its field, and closes at once when nothing was', async () => {
  const user = userEvent.setup();
  const close = vi.fn<() => void>();
  render(
    <ConfirmDialog title="Move deal" confirmLabel="Move" hasField onConfirm={() => undefined} onClose={close}>
      <textarea aria-label="Reason" />
    </ConfirmDialog>,
  );
  await user.click(await screen.findByLabelText('Reason'));
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(1);
  await user.type(screen.getByLabelText('Reason'), 'The lender backed out');
  await user.keyboard('{Escape}');
  await screen.findByText('Your changes will be lost.');
  expect(close).toHaveBeenCalledTimes(1);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Your changes will be lost.')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Reason')).toHaveValue('The lender backed out');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledTimes(2);
});
