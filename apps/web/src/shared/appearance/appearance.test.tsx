import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { useAppearance } from './appearance.ts';

function Choice({ name }: { name: 'theme' | 'nav' }): React.ReactElement {
  const [isOn, toggle] = useAppearance(name);
  return (
    <button type="button" onClick={toggle}>
      {isOn ? 'on' : 'off'}
    </button>
  );
}

afterEach(() => {
  delete document.documentElement.dataset['theme'];
  delete document.documentElement.dataset['nav'];
});

it.each([
  ['theme', 'dark'],
  ['nav', 'rail'],
] as const)('remembers the %s in this browser, and the default without an entry', async (name, value) => {
  const user = userEvent.setup();
  render(<Choice name={name} />);
  await user.click(screen.getByRole('button', { name: 'off' }));
  expect(await screen.findByRole('button', { name: 'on' })).toBeVisible();
  expect(document.documentElement.dataset[name]).toBe(value);
  expect(localStorage.getItem(name)).toBe(value);

  await user.click(screen.getByRole('button', { name: 'on' }));
  expect(await screen.findByRole('button', { name: 'off' })).toBeVisible();
  expect(document.documentElement.dataset[name]).toBeUndefined();
  expect(localStorage.getItem(name)).toBeNull();
});

it('starts with what the page was drawn with', () => {
  document.documentElement.dataset['nav'] = 'rail';
  render(<Choice name="nav" />);
  act(() => undefined);
  expect(screen.getByRole('button', { name: 'on' })).toBeVisible();
});
