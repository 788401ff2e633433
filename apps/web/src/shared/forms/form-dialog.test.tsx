import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { FormDialog } from './form-dialog.tsx';

// What loads when it is opened, so that no test waits for it.
beforeAll(() => import('@handover/ui/feedback/confirm-dialog-content.tsx'));
afterEach(() => vi.unstubAllGlobals());

it('asks before Escape discards what was typed, and closes at once when nothing was', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  stubApi({});
  await openWork(
    <FormDialog
      title="Ask a question"
      submitLabel="Send"
      failure={undefined}
      isPending={false}
      onSubmit={() => undefined}
      onClose={onClose}
    >
      <textarea aria-label="Question" />
    </FormDialog>,
  );
  await user.click(screen.getByLabelText('Question'));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.type(screen.getByLabelText('Question'), 'Does the lease');
  await user.keyboard('{Escape}');
  await screen.findByText('Your changes will be lost.');
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Your changes will be lost.')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Question')).toHaveValue('Does the lease');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(2);
});
