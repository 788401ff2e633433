import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { aPlan } from '#test-setup/plans.ts';
import { aProfile } from '#test-setup/profile.ts';
import { aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { SessionProvider } from '#shared/session/session-context.tsx';
import Subscriptions from './subscriptions.tsx';

const plans = [
  aPlan(1, { name: 'Basic', priceCents: 0, audience: 'Individual', includes: [] }),
  aPlan(2, { name: 'Growth', isHighlighted: true }),
  aPlan(3, { name: 'Exit', priceCents: 1_200_050, interval: 'once', audience: 'Corporate' }),
  aPlan(4, { name: 'Bespoke', priceCents: null, description: '' }),
];
const getCard = (name: string) => {
  const card = screen.getByRole('heading', { level: 2, name }).closest('li');
  if (card === null) throw new Error(`No card of ${name}`);
  return within(card);
};

/** Renders the page for a guest: without a session or a query client. */
function openAsGuest(): void {
  render(
    <SessionProvider>
      <MemoryRouter>
        <Subscriptions />
      </MemoryRouter>
    </SessionProvider>,
  );
}

describe('the catalog', () => {
  it('says what each plan costs, who it is for, what it includes, and which one is recommended', async () => {
    stubApi({ 'GET /client-plans': () => ({ clientPlans: plans }) });
    openAsGuest();
    expect(await screen.findByText('Free')).toBeVisible();
    expect(getCard('Basic').getByText('For individuals')).toBeVisible();
    expect(getCard('Basic').queryByRole('list')).toBeNull();
    expect(getCard('Growth').getByText('$290').closest('p')).toHaveTextContent('$290 per month');
    expect(getCard('Growth').getByText('Recommended')).toBeVisible();
    expect(
      within(getCard('Growth').getByRole('list', { name: 'Growth includes' })).getAllByRole('listitem'),
    ).toHaveLength(2);
    expect(getCard('Exit').getByText('$12,000.50').closest('p')).toHaveTextContent('$12,000.50 once');
    expect(getCard('Exit').queryByText('Recommended')).toBeNull();
    expect(getCard('Bespoke').getByText('On request')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Edit the catalog' })).toBeNull();
  });

  it('distinguishes an empty list from a failure', async () => {
    let isUp = false;
    stubApi({
      'GET /client-plans': () => (isUp ? { clientPlans: [] } : errorResponse(503, 'UNAVAILABLE')),
    });
    openAsGuest();
    expect(await screen.findByRole('alert')).toHaveTextContent('The plans could not be loaded');
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No plans yet')).toBeVisible();
  });
});

describe('for somebody signed in', () => {
  const client = aProfile({ role: 'CLIENT', customerId: anId(7), areas: [] });
  const answers = (planName: string | null) => ({
    'GET /client-plans': () => ({ clientPlans: plans }),
    'GET /users/{id}': () => ({ user: aCustomerDetail(7, { planName }) }),
  });

  it('shows a client which plan is theirs', async () => {
    stubApi(answers('Growth'), client);
    await openWork(<Subscriptions />);
    expect(await screen.findByText('Your plan')).toBeVisible();
    expect(getCard('Growth').getByText('Your plan')).toBeVisible();
    expect(screen.queryByText(/not among those/)).toBeNull();
  });

  it('shows a client a plan that is not offered to everybody', async () => {
    stubApi(answers('Legacy'), client);
    await openWork(<Subscriptions />);
    expect(await screen.findByText(/It is not offered publicly/)).toHaveTextContent('Your plan is Legacy.');
    expect(screen.queryByText('Your plan')).toBeNull();
  });

  it('leads a superadmin to the catalog, and nobody else', async () => {
    stubApi(answers(null), aProfile({ role: 'SUPERADMIN' }));
    const shown = await openWork(<Subscriptions />);
    expect(await screen.findByRole('link', { name: 'Edit the catalog' })).toHaveAttribute(
      'href',
      '/admin/settings/subscription-catalog',
    );
    shown.unmount();
    stubApi(answers(null), aProfile({ role: 'ADMIN' }));
    await openWork(<Subscriptions />);
    expect(await screen.findByRole('heading', { level: 2, name: 'Basic' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Edit the catalog' })).toBeNull();
  });
});
