import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { UsageCard } from './usage-card.tsx';

const usage = {
  plan: 'Free',
  people: { used: 25, limit: 25 },
  customers: { used: 1_204, limit: null },
};

it('shows plan usage and who can change the plan', async () => {
  stubApi({ 'GET /workspace/usage': () => ({ usage }) });
  await openWork(<UsageCard />);
  const [people, customers] = await screen.findAllByRole('listitem');
  expect(people).toHaveTextContent(/Members\s*Limit reached.*25 of 25/);
  expect(screen.getByRole('progressbar', { name: /Members/ })).toHaveAttribute('aria-valuenow', '100');
  expect(customers).toHaveTextContent('1,204, no limit');
  expect(screen.getByText(/on the Free plan/)).toHaveTextContent('Ask a superadmin');
  expect(screen.queryByRole('link')).toBeNull();
});

it('links a superadmin to the plans', async () => {
  stubApi({ 'GET /workspace/usage': () => ({ usage }) }, aProfile({ role: 'SUPERADMIN' }));
  await openWork(<UsageCard />);
  expect(await screen.findByRole('link')).toHaveAttribute('href', '/admin/settings/workspaces');
});

it('shows an error without affecting the page', async () => {
  stubApi({ 'GET /workspace/usage': () => errorResponse(500, 'INTERNAL') });
  await openWork(<UsageCard />);
  expect(await screen.findByText('The plan could not be loaded')).toBeVisible();
});
