import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ToastProvider } from './toast-provider.tsx';
import { useToasts, type Toasts } from './use-toasts.tsx';

function show(say: (toasts: Toasts) => void): void {
  const { result } = renderHook(useToasts, {
    wrapper: ({ children }) => <ToastProvider page="/customers">{children}</ToastProvider>,
  });
  act(() => say(result.current));
}

function Sayer(): ReactElement {
  const toasts = useToasts();
  return (
    <button type="button" onClick={() => toasts.undoable('Note deleted', () => undefined)}>
      Delete
    </button>
  );
}

it('disappears with its page, unless it caused the navigation', () => {
  const onPage = (page: string): ReactElement => (
    <ToastProvider page={page}>
      <Sayer />
    </ToastProvider>
  );
  const { rerender } = render(onPage('/customers/1'));
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  advanceTime(300);
  rerender(onPage('/customers'));
  advanceTime(1);
  expect(screen.getByText('Note deleted')).toBeVisible();
  advanceTime(2000);
  rerender(onPage('/tasks'));
  advanceTime(1);
  expect(screen.queryByText('Note deleted')).not.toBeInTheDocument();
});

function advanceTime(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});

it('shows what was done for five seconds', () => {
  show((toasts) => toasts.done('Saved'));
  advanceTime(4999);
  expect(screen.getByText('Saved')).toBeVisible();
  advanceTime(1);
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

it('announces a failure immediately', () => {
  show((toasts) => toasts.failed('The server is busy'));
  expect(screen.getByRole('alert')).toHaveTextContent('The server is busy');
});

it('undoes once, and then disappears', () => {
  const undo = vi.fn<() => void>();
  show((toasts) => toasts.undoable('Note deleted', undo));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText('Note deleted')).not.toBeInTheDocument();
});

it('stays while the pointer is on it, so that there is time to undo', () => {
  show((toasts) => toasts.undoable('Note deleted', () => undefined));
  const region = screen.getByRole('region', { name: 'Messages' });
  fireEvent.pointerOver(screen.getByText('Note deleted'));
  advanceTime(60_000);
  expect(screen.getByText('Note deleted')).toBeVisible();
  act(() => {
    region.dispatchEvent(new Event('pointerleave'));
  });
  advanceTime(8000);
  expect(screen.queryByText('Note deleted')).not.toBeInTheDocument();
});

it('shows three at most, the newest', () => {
  show((toasts) => {
    for (const message of ['one', 'two', 'three', 'four']) toasts.done(message);
  });
  expect(screen.queryByText('one')).not.toBeInTheDocument();
  expect(screen.getByText('four')).toBeVisible();
});
