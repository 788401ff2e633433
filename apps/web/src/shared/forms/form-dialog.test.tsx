import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import type { ReactElement } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { removeToken, storeToken } from '#shared/api/stored-session.ts';
import { FormDialog } from './form-dialog.tsx';
import { createDialogDraft } from './use-dialog-draft.tsx';

// Lazy modules, loaded first so that no test waits for them.
beforeAll(() => import('@handover/ui/feedback/confirm-dialog-content.tsx'));

it('asks before Escape discards what was typed, and closes at once when nothing was', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  stubApi({});
  await openWork(
    <FormDialog
      title="Ask a question"
      draft={null}
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

interface Note {
  version: number;
  text: string;
}

function NoteDialog({ note: { version, text } }: { note: Note }): ReactElement {
  const form = useForm({ defaultValues: { text, title: 'Lease' } });
  return (
    <FormDialog
      title="Edit note"
      draft={createDialogDraft('dialog-note:1', form, version)}
      submitLabel="Save"
      failure={undefined}
      isPending={false}
      onSubmit={() => undefined}
      onClose={() => undefined}
    >
      <FormTextField control={form.control} name="text" label="Text" />
    </FormDialog>
  );
}

async function openNote(note: Note): Promise<() => void> {
  stubApi({});
  return (await openWork(<NoteDialog note={note} />)).unmount;
}

/** Types into the dialog, and ends the session while it is open. */
async function typeUntilSignedOut(note: Note): Promise<void> {
  const close = await openNote(note);
  await userEvent.type(screen.getByLabelText('Text'), ' and renewal');
  removeToken();
  close();
  storeToken('another');
}

it('restores what was typed before the session ended, until it is discarded', async () => {
  const note = { version: 1, text: 'Rent' };
  await typeUntilSignedOut(note);
  const close = await openNote(note);
  expect(screen.getByLabelText('Text')).toHaveValue('Rent and renewal');
  expect(screen.getByText('Unsaved changes restored.')).toBeVisible();
  expect(screen.queryByText(/Someone else/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByLabelText('Text')).toHaveValue('Rent');
  close();
  await openNote(note);
  expect(screen.getByLabelText('Text')).toHaveValue('Rent');
});

it('says that restored text would replace what someone else has changed', async () => {
  await typeUntilSignedOut({ version: 1, text: 'Rent' });
  await openNote({ version: 2, text: 'Rent 2027' });
  expect(screen.getByLabelText('Text')).toHaveValue('Rent and renewal');
  expect(screen.getByText(/^Someone else changed this/)).toBeVisible();
});

it('keeps nothing of a dialog that was closed', async () => {
  const note = { version: 1, text: 'Rent' };
  const close = await openNote(note);
  await userEvent.type(screen.getByLabelText('Text'), ' and renewal');
  close();
  await openNote(note);
  expect(screen.getByLabelText('Text')).toHaveValue('Rent');
});
