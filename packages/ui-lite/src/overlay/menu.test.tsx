import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MenuItem } from './menu-item.tsx';
import { Menu } from './menu.tsx';

const choose = vi.fn<(name: string) => void>();

function show(): void {
  render(
    <>
      <Menu label="Fruit" trigger="Choose">
        <MenuItem onSelect={() => choose('apple')}>Apple</MenuItem>
        <MenuItem onSelect={() => choose('pear')}>Pear</MenuItem>
        <MenuItem onSelect={() => choose('plum')}>Plum</MenuItem>
      </Menu>
      <button type="button">Elsewhere</button>
    </>,
  );
}

it('can be used with the keyboard alone, and returns the focus', async () => {
  const user = userEvent.setup();
  show();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('menuitem', { name: 'Apple' })).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('menuitem', { name: 'Plum' })).toHaveFocus();
  await user.keyboard('{Home}{ArrowDown}{Enter}');
  expect(choose).toHaveBeenCalledWith('pear');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Choose' })).toHaveFocus();
});

it('closes by Escape, and by a press outside', async () => {
  const user = userEvent.setup();
  show();
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});
