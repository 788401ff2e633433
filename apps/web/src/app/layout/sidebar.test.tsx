import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { MenuEntry } from '#app/routes/menu.ts';
import { NavList } from './sidebar.tsx';

const entries: readonly MenuEntry[] = [
  { title: 'Tasks', icon: 'solar:check-square-bold-duotone', path: '/admin/tasks', info: '3' },
  {
    title: 'Plans',
    icon: 'solar:check-square-bold-duotone',
    children: [{ title: 'Weak plan', icon: 'solar:check-square-bold-duotone', path: '/weak-plan' }],
  },
  {
    title: 'Money',
    icon: 'solar:check-square-bold-duotone',
    children: [{ title: 'Payments', icon: 'solar:check-square-bold-duotone', path: '/payment-management' }],
  },
];

function show(pathname: string): void {
  render(
    <MemoryRouter>
      <NavList entries={entries} pathname={pathname} />
    </MemoryRouter>,
  );
}

it('marks the entry with the current path, with its badge', () => {
  show('/admin/tasks');
  expect(screen.getByRole('link', { name: /Tasks/ })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByText('3')).toBeVisible();
});

it('expands and collapses each parent by itself', async () => {
  const user = userEvent.setup();
  show('/admin/tasks');
  expect(screen.queryByRole('link', { name: 'Weak plan' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Plans' }));
  expect(screen.getByRole('button', { name: 'Plans' })).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('link', { name: 'Weak plan' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Money' })).toHaveAttribute('aria-expanded', 'false');
  await user.click(screen.getByRole('button', { name: 'Plans' }));
  expect(screen.queryByRole('link', { name: 'Weak plan' })).not.toBeInTheDocument();
});

it('shows the parent of the active entry open and highlighted', () => {
  show('/weak-plan');
  const plans = screen.getByRole('button', { name: 'Plans' });
  expect(plans).toHaveAttribute('aria-expanded', 'true');
  expect(plans.className).toMatch(/active/);
  expect(screen.getByRole('button', { name: 'Money' }).className).not.toMatch(/active/);
  expect(screen.getByRole('link', { name: 'Weak plan' })).toHaveAttribute('aria-current', 'page');
});
