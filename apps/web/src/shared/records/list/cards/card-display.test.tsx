import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { aCustomer, anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { CustomerList } from '#test-setup/customer-list.tsx';

const columnsKey = `customerColumns:${aProfile().id}:${aProfile().workspaceId ?? ''}`;
const names = ['Net worth', 'Buyer type', 'Remark', 'Chairs'];
const fields = names.map((name, index) => ({
  id: anId(40 + index),
  name,
  kind: 'text',
  choices: [],
  isArchived: false,
  version: 1,
}));
const custom = Object.fromEntries(fields.map(({ id, name }) => [id, `${name} of it`]));
const getKey = (index: number): string => fields[index]?.id ?? '';
const listStoredColumns = (): string[] => localStorage.getItem(columnsKey)?.split(',') ?? [];

/** Opens the list on a phone, with its display settings open. */
async function open(customFields: readonly object[] = fields) {
  const user = userEvent.setup();
  stubApi(
    {
      'GET /users': () => ({ users: [{ ...aCustomer(1), custom }], total: 1, nextCursor: null }),
      'GET /saved-views': () => ({ savedViews: [] }),
      'GET /custom-fields': () => ({ customFields, currency: 'USD' }),
    },
    aProfile({ role: 'ADMIN' }),
  );
  await openWork(<CustomerList />, { isPhone: true });
  await screen.findByRole('link', { name: 'Customer 1' });
  await user.click(screen.getByRole('button', { name: 'Display' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Display' })) };
}

it('chooses which of the fields of its own a card shows, and leaves the columns of a wider window', async () => {
  localStorage.setItem(columnsKey, 'phone,email');
  const { user, dialog } = await open();
  expect(dialog.queryByRole('checkbox', { name: 'Phone' })).toBeNull();
  expect(screen.queryByText('Net worth of it')).toBeNull();
  await user.click(await dialog.findByRole('checkbox', { name: 'Net worth' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Chairs' }));
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Net worth of it')).toBeVisible();
  expect(screen.getByText('Chairs of it')).toBeVisible();
  expect(screen.queryByText('Remark of it')).toBeNull();
  expect(listStoredColumns().slice(0, 2)).toEqual(['phone', 'email']);
  expect(listStoredColumns()).toHaveLength(4);
});

it('changes their order by a tap, each in the place of another, and takes all of them off', async () => {
  const { user, dialog } = await open();
  for (const name of names) await user.click(await dialog.findByRole('checkbox', { name }));
  const [first = '', second = ''] = listStoredColumns().slice(-4);
  expect([first, second].map((column) => column.includes(getKey(0)) || column.includes(getKey(1)))).toEqual([
    true,
    true,
  ]);
  expect(dialog.queryByRole('button', { name: 'Move Net worth up' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Move Buyer type up' }));
  expect(listStoredColumns().slice(-4, -2)).toEqual([second, first]);
  await user.click(dialog.getByRole('button', { name: 'Hide all' }));
  expect(listStoredColumns()).toEqual([]);
});

it('says what cards could show where there is no such field', async () => {
  const { dialog } = await open([]);
  expect(dialog.getByText(/once an administrator has added some/)).toBeVisible();
  expect(dialog.getByRole('combobox', { name: 'Rows per page' })).toBeVisible();
});
