import { render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

function Form({ isDirty }: { isDirty: boolean }): ReactElement {
  return (
    <MemoryRouter>
      <Guarded isDirty={isDirty} />
    </MemoryRouter>
  );
}

interface GuardedProps {
  isDirty: boolean;
  onDiscard?: () => void;
}

function Guarded({ isDirty, onDiscard }: GuardedProps): ReactElement | null {
  return useUnsavedGuard(isDirty, onDiscard);
}

/** Resolves once the browser has gone back. */
async function waitUntilBack(back: () => void): Promise<void> {
  const popped = vi.fn();
  window.addEventListener('popstate', popped, { once: true, capture: true });
  back();
  await waitFor(() => expect(popped).toHaveBeenCalledOnce());
}

it('asks before Back leaves unsaved changes', async () => {
  render(<Form isDirty />);
  await waitUntilBack(() => window.history.back());
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
});

it('does not ask when a link leads to a place of the same page', async () => {
  render(<Form isDirty />);
  const popped = vi.fn();
  window.addEventListener('popstate', popped, { once: true });
  window.location.hash = '#main';
  await waitFor(() => expect(popped).toHaveBeenCalledOnce());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  window.history.replaceState(null, '', '/');
});

it('does not ask when a form is edited again while its history entry is being removed', async () => {
  const { rerender } = render(<Form isDirty />);
  await waitUntilBack(() => {
    rerender(<Form isDirty={false} />);
    const back = vi.spyOn(window.history, 'back').mockImplementationOnce(() => {
      back.mockRestore();
      window.history.back();
      rerender(<Form isDirty />);
    });
  });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitUntilBack(() => window.history.back());
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
});

it('keeps the history entry of a form that is edited again at once', () => {
  const { rerender } = render(<Form isDirty />);
  const entries = window.history.length;
  rerender(<Form isDirty={false} />);
  rerender(<Form isDirty />);
  expect(window.history.length).toBe(entries);
});

it.each([
  ['a link', () => userEvent.click(screen.getByRole('link'))],
  ['Back', () => waitUntilBack(() => window.history.back())],
])('asks once for two forms before %s leaves both', async (_way, leave) => {
  const discards = [vi.fn<() => void>(), vi.fn<() => void>()];
  render(
    <MemoryRouter>
      <a href="/elsewhere">Elsewhere</a>
      {discards.map((onDiscard, index) => (
        <Guarded key={index} isDirty onDiscard={onDiscard} />
      ))}
    </MemoryRouter>,
  );
  await leave();
  expect(await screen.findAllByRole('dialog')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
  for (const onDiscard of discards) expect(onDiscard).toHaveBeenCalledOnce();
});
