import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useBusyFocus } from './use-busy-focus.ts';

function Page({ isBusy }: { isBusy: boolean }): React.ReactNode {
  useBusyFocus();
  return (
    <>
      <button type="button" disabled={isBusy}>
        Save
      </button>
      <p>Text</p>
      <button type="button">Other</button>
    </>
  );
}

/** Simulates what a browser does with the focus when the button is disabled. */
function loseFocus(): void {
  screen.getByText('Save').blur();
  expect(document.body).toHaveFocus();
}

it('returns the focus to a button that was disabled while busy', async () => {
  const { rerender } = render(<Page isBusy={false} />);
  screen.getByText('Save').focus();
  rerender(<Page isBusy />);
  loseFocus();
  rerender(<Page isBusy={false} />);
  await waitFor(() => expect(screen.getByText('Save')).toHaveFocus());
});

it('keeps it where the user has moved or clicked', async () => {
  const { rerender } = render(<Page isBusy={false} />);
  screen.getByText('Save').focus();
  rerender(<Page isBusy />);
  loseFocus();
  screen.getByText('Other').focus();
  rerender(<Page isBusy={false} />);
  await Promise.resolve();
  expect(screen.getByText('Other')).toHaveFocus();
  screen.getByText('Save').focus();
  rerender(<Page isBusy />);
  loseFocus();
  await userEvent.pointer({ keys: '[MouseLeft]', target: screen.getByText('Text') });
  rerender(<Page isBusy={false} />);
  await Promise.resolve();
  expect(document.body).toHaveFocus();
});
