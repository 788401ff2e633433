import type { Customer } from '@handover/contract/customers/customers.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CustomerList } from '#test-setup/customer-list.tsx';
import { aProfile } from '#test-setup/profile.ts';
import { aCustomer, anId } from '#test-setup/records.ts';
import { openWork, stubApi, type Call } from '#test-setup/work.tsx';

async function open(users: readonly Customer[], address = '/'): Promise<Call[]> {
  const calls = stubApi(
    {
      'GET /users': () => ({ users, total: users.length, nextCursor: null }),
      'GET /saved-views': () => ({ savedViews: [] }),
      'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
    },
    aProfile({ role: 'ADMIN' }),
  );
  await openWork(<CustomerList />, { address });
  await screen.findByRole('link', { name: 'Customer 1' });
  return calls;
}

const listHeads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

describe('the list of customers', () => {
  it('shows the most important columns first, and an arrow only on the sorted one', async () => {
    await open([aCustomer(1)], '/?sort=-lastContactAt');
    expect(listHeads().slice(1, 8)).toEqual([
      'Name',
      'Company',
      'Broker',
      'Last contact',
      'Tags',
      'Phone',
      'Email',
    ]);
    const sortButtons = screen
      .getAllByRole('columnheader')
      .flatMap((head) => within(head).queryAllByRole('button', { name: /^(?!.* column$)/ }));
    expect(sortButtons.map((button) => [button.textContent, button.querySelector('svg') !== null])).toEqual([
      ['Name', false],
      ['Company', false],
      ['Last contact', true],
    ]);
  });

  it('marks customers that are banned or corporate, and counts the tags that do not fit', async () => {
    const tags = ['Seller', 'Dental', 'Referral', 'Hot lead'].map((name, index) => ({
      id: anId(40 + index),
      name,
    }));
    const listed = [
      aCustomer(1),
      aCustomer(2, { status: 'banned' }),
      aCustomer(3, { accountType: 'Corporate', tags }),
    ];
    await open(listed);
    const row = (number: number) =>
      screen.getByRole('row', { name: new RegExp(`Customer ${String(number)}\\b`) });
    expect(row(1)).not.toHaveTextContent(/Active|Individual/);
    expect(row(2)).toHaveTextContent('Banned');
    expect(within(row(3)).getByRole('img', { name: 'Corporate' })).toBeVisible();
    expect(row(3)).toHaveTextContent('SellerDental+2');
  });
});

it('lists customers without contact with one click', async () => {
  const calls = await open([aCustomer(1)]);
  const button = screen.getByRole('button', { name: 'Never contacted' });
  await userEvent.click(button);
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path === '/users')?.query.get('neverContacted')).toBe('true'),
  );
  expect(button).toHaveAttribute('aria-pressed', 'true');
});
