import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastProvider } from './toast-provider.tsx';
import { useToasts, type Toasts } from './use-toasts.tsx';

function show(say: (toasts: Toasts) => void): void {
  const { result } = renderHook(useToasts, { wrapper: ToastProvider });
  act(() => say(result.current));
}

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('shows what was done for five seconds', () => {
  show((toasts) => toasts.done('Saved'));
  pass(4999);
  expect(screen.getByText('Saved')).toBeVisible();
  pass(1);
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

it('says a failure at once', () => {
  show((toasts) => toasts.failed('The server is busy'));
  expect(screen.getByRole('alert')).toHaveTextContent('The server is busy');
});

it('takes back once, and is gone then', () => {
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
  pass(60_000);
  expect(screen.getByText('Note deleted')).toBeVisible();
  act(() => {
    region.dispatchEvent(new Event('pointerleave'));
  });
  pass(8000);
  expect(screen.queryByText('Note deleted')).not.toBeInTheDocument();
});

it('shows three at most, the newest', () => {
  show((toasts) => {
    for (const message of ['one', 'two', 'three', 'four']) toasts.done(message);
  });
  expect(screen.queryByText('one')).not.toBeInTheDocument();
  expect(screen.getByText('four')).toBeVisible();
});
