import type { AccountParty } from '@handover/contract/customers/account-members.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { aCustomer, aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import Memberships from './memberships.tsx';

const aParty = (number: number, name: string, title: string | null = null): AccountParty => ({
  id: anId(number),
  name,
  email: null,
  phone: null,
  avatarUrl: null,
  status: 'active',
  title,
  since: '2026-11-20T15:00:00.000Z',
});

/** A fake server that stores members as they are added and removed. */
function stubMembers(...first: AccountParty[]): Call[] {
  const kept = new Map(first.map((party) => [party.id, party]));
  return stubApi({
    'GET /users/{id}/members': () => ({ members: [...kept.values()], total: kept.size, nextCursor: null }),
    'GET /users': () => ({
      users: [aCustomer(8, { name: 'Rosa Zimmer' })],
      total: 1,
      nextCursor: null,
    }),
    'PUT /users/{id}/members/{memberId}': ({ body, path }) => {
      const id = path.split('/').at(-1) ?? '';
      const { title } = body as { title: string | null };
      kept.set(id, { ...(kept.get(id) ?? aParty(8, 'Rosa Zimmer')), id, title });
      return { member: kept.get(id) };
    },
    'DELETE /users/{id}/members/{memberId}': ({ path }) => {
      kept.delete(path.split('/').at(-1) ?? '');
      return new Response(null, { status: 204 });
    },
  });
}

const account = aCustomerDetail(1, { name: 'Harbor Group', accountType: 'Corporate' });

beforeAll(() => import('./member-dialog.tsx'));

it('adds a person with their title', async () => {
  const user = userEvent.setup();
  const calls = stubMembers();
  await openWork(<Memberships customer={account} />);
  expect(await screen.findByText('No members yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add member' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('combobox', { name: 'Person' })).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Choose a person')).toBeVisible();
  await user.type(dialog.getByRole('combobox', { name: 'Person' }), 'rosa');
  await user.click(await screen.findByRole('option', { name: /Rosa Zimmer/ }));
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), ' Office manager ');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Office manager')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { title: 'Office manager' },
  ]);
  expect(calls.find(({ path }) => path === '/users')?.query.get('accountType')).toBe('Individual');
});

it('ends a membership, and restores it with its title', async () => {
  const user = userEvent.setup();
  stubMembers(aParty(2, 'Ann Lee', 'Partner'));
  await openWork(<Memberships customer={account} />);
  await user.click(await screen.findByRole('button', { name: 'Ann Lee’s membership' }));
  await user.click(screen.getByRole('menuitem', { name: 'End membership' }));
  await waitFor(() => expect(screen.queryByText('Partner')).not.toBeInTheDocument());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Partner')).toBeVisible();
});

it('says what went wrong, and tries again', async () => {
  const user = userEvent.setup();
  stubApi({ 'GET /users/{id}/accounts': () => errorResponse(422, 'RULE_BROKEN') });
  await openWork(<Memberships customer={{ ...account, accountType: 'Individual' }} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('RULE_BROKEN.');
  stubApi({
    'GET /users/{id}/accounts': () => ({ accounts: [aParty(3, 'Group')], total: 1, nextCursor: null }),
  });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Group' })).toHaveAttribute(
    'href',
    `/admin/users/view/${anId(3)}`,
  );
});
