import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastProvider } from './toast-provider.tsx';
import { useToasts, type Toasts } from './use-toasts.tsx';

let toasts: Toasts | null = null;

function Page(): null {
  toasts = useToasts();
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ToastProvider>
      <Page />
    </ToastProvider>,
  );
});

afterEach(() => vi.useRealTimers());

it('shows what was done for five seconds', () => {
  act(() => toasts?.done('Saved'));
  act(() => vi.advanceTimersByTime(4999));
  expect(screen.getByText('Saved')).toBeVisible();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

it('says a failure at once', () => {
  act(() => toasts?.failed('The server is busy'));
  expect(screen.getByRole('alert')).toHaveTextContent('The server is busy');
});

it('takes back once, and is gone then', () => {
  const undo = vi.fn<() => void>();
  act(() => toasts?.undoable('Note deleted', undo));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText('Note deleted')).not.toBeInTheDocument();
});

it('stays while the pointer is on it, so that there is time to undo', () => {
  act(() => toasts?.undoable('Note deleted', () => undefined));
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Messages' }));
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByText('Note deleted')).toBeVisible();
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Messages' }));
  act(() => vi.advanceTimersByTime(8000));
  expect(screen.queryByText('Note deleted')).not.toBeInTheDocument();
});

it('shows three at most, the newest', () => {
  act(() => {
    for (const message of ['one', 'two', 'three', 'four']) toasts?.done(message);
  });
  expect(screen.queryByText('one')).not.toBeInTheDocument();
  expect(screen.getByText('four')).toBeVisible();
});
