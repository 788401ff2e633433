import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setShortcutsOn, startShortcuts, useGlobalShortcut, useShortcut } from './shortcuts.ts';

const create = vi.fn<() => void>();
let stop = (): void => undefined;

function Page({ children }: { children?: React.ReactNode }): React.ReactNode {
  useShortcut('c', 'Create', create);
  return children;
}

beforeEach(() => {
  localStorage.clear();
  create.mockReset();
  stop = startShortcuts();
});

afterEach(() => stop());

it('runs while its page is shown', async () => {
  const { unmount } = render(<Page />);
  await userEvent.keyboard('c');
  expect(create).toHaveBeenCalledOnce();
  unmount();
  await userEvent.keyboard('c');
  expect(create).toHaveBeenCalledOnce();
});

it('gives a key to the page that binds it, in any order', async () => {
  const everywhere = vi.fn<() => void>();
  const Header = (): null => {
    useGlobalShortcut('c', 'Show what can be created', everywhere);
    return null;
  };
  const { rerender } = render(
    <>
      <Page />
      <Header />
    </>,
  );
  await userEvent.keyboard('c');
  expect([create.mock.calls.length, everywhere.mock.calls.length]).toEqual([1, 0]);
  rerender(
    <>
      <Header />
    </>,
  );
  await userEvent.keyboard('c');
  expect([create.mock.calls.length, everywhere.mock.calls.length]).toEqual([1, 1]);
});

it('is quiet with a modifier, while somebody types, below a dialog, and when switched off', async () => {
  const { rerender } = render(
    <Page>
      <input aria-label="Search" />
    </Page>,
  );
  await userEvent.keyboard('{Control>}c{/Control}');
  await userEvent.type(screen.getByLabelText('Search'), 'c');
  await userEvent.click(document.body);
  rerender(
    <Page>
      <div role="dialog" />
    </Page>,
  );
  await userEvent.keyboard('c');
  rerender(<Page />);
  setShortcutsOn(false);
  await userEvent.keyboard('c');
  expect(create).not.toHaveBeenCalled();
  setShortcutsOn(true);
  await userEvent.keyboard('c');
  expect(create).toHaveBeenCalledOnce();
});
