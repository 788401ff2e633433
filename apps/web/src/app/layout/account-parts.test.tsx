import type { Profile } from '@handover/contract/auth/auth.ts';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { getUrl, openWork, stubApi } from '#test-setup/work.tsx';
import { useUnsavedGuard } from '#shared/forms/use-unsaved-guard.tsx';
import { AccountMenu, ProfileCard, WorkspaceSwitcher } from './account-parts.tsx';

const createWorkspaces = (...names: string[]): Profile['workspaces'] =>
  names.map((name, index) => ({ id: anId(index + 1), name, plan: 'Pro', logoUrl: null, role: 'CLIENT' }));

async function openAs(changes: Partial<Profile>): Promise<void> {
  stubApi({});
  await openWork(<WorkspaceSwitcher user={aProfile({ workspaceId: anId(1), ...changes })} />);
}

it('is hidden from a client of one workspace', async () => {
  await openAs({ role: 'CLIENT', workspaces: createWorkspaces('Team 1') });
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('shows a client of two workspaces their names, without the plan of either', async () => {
  await openAs({ role: 'CLIENT', workspaces: createWorkspaces('Team 1', 'Team 2') });
  expect(screen.getByRole('button', { name: /Team 1/ })).toBeVisible();
  expect(screen.queryByText('Pro')).not.toBeInTheDocument();
});

it('shows staff the plan, also with one workspace', async () => {
  await openAs({ role: 'STAFF', workspaces: createWorkspaces('Team 1') });
  expect(screen.getByRole('button', { name: /Team 1/ })).toHaveTextContent('Pro');
});

function UnsavedForm(): ReactElement | null {
  return useUnsavedGuard(true);
}

it.each([
  ['Your account', 'Account'],
  ['Logout', 'Account'],
  ['Team 2', /Team 1/],
])('asks before “%s” leaves unsaved changes', async (item, menu) => {
  const user = aProfile({ workspaceId: anId(1), workspaces: createWorkspaces('Team 1', 'Team 2') });
  const calls = stubApi({});
  await openWork(
    <>
      <AccountMenu user={user} />
      <WorkspaceSwitcher user={user} />
      <UnsavedForm />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: menu }));
  await userEvent.click(await screen.findByText(item));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  expect(getUrl().pathname).toBe('/');
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('does nothing when the current page or workspace is chosen', async () => {
  const user = aProfile({ workspaceId: anId(1), workspaces: createWorkspaces('Team 1', 'Team 2') });
  const calls = stubApi({});
  await openWork(
    <>
      <AccountMenu user={user} />
      <WorkspaceSwitcher user={user} />
      <UnsavedForm />
    </>,
    { address: '/account' },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Account' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Your account' }));
  await userEvent.click(screen.getByRole('button', { name: /Team 1/ }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: /Team 1/ }));
  expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull();
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('shows clients their broker where all of their own customers have the same one', async () => {
  stubApi({});
  const [jordan, casey] = ['Jordan Blake', 'Casey Moore'].map((displayName, index) => ({
    id: anId(30 + index),
    displayName,
    email: `broker${String(index)}@handover.test`,
    photoURL: null,
  }));
  const createCustomer = (number: number, broker = jordan) => ({
    id: anId(number),
    name: `Customer ${String(number)}`,
    isOwn: true,
    broker: broker ?? null,
  });
  const shared = { ...createCustomer(3), isOwn: false, broker: null };
  const openCard = (customers: Profile['customers']) =>
    openWork(<ProfileCard user={aProfile({ role: 'CLIENT', displayName: 'Bea Buyer', customers })} />);
  const { unmount } = await openCard([createCustomer(1), createCustomer(2), shared]);
  expect(screen.getByText('Your broker')).toBeVisible();
  expect(screen.getByText('Jordan Blake')).toBeVisible();
  unmount();
  await openCard([createCustomer(1), createCustomer(2, casey)]);
  expect(screen.queryByText('Your broker')).toBeNull();
  expect(screen.getByText('Bea Buyer')).toBeVisible();
});
