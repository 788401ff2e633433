import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import AdminDashboard from './admin-dashboard.tsx';

it('links to the forms for new records of the open areas', async () => {
  const nothing = { total: 0, nextCursor: null };
  stubApi(
    {
      'GET /tasks': () => ({ tasks: [], ...nothing }),
      'GET /dashboard/activities': () => ({ activities: [], ...nothing }),
    },
    aProfile({ role: 'STAFF', areas: ['dashboard', 'tasks'] }),
  );
  await openWork(<AdminDashboard />);
  const links = within(screen.getByRole('navigation', { name: 'Create' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['New task', '/admin/tasks?create'],
  ]);
  expect(await screen.findByText(/You are all caught up/)).toBeVisible();
});

it('offers an administrator each form for a new record', async () => {
  stubApi({});
  await openWork(<AdminDashboard />);
  const links = within(screen.getByRole('navigation', { name: 'Create' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Add customer', '/admin/users/create'],
    ['New task', '/admin/tasks?create'],
    ['Add business', '/admin/business-center?create'],
  ]);
});
