import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { errorResponse, openWork, stubApi } from '#test-setup/work.tsx';
import { AddableCustomerPicker, CustomerPicker, type PickedCustomer } from './customer-picker.tsx';

const found = (name: string) => ({ id: anId(1), name, company: null, email: null });
const listResponse = { users: [found('Paul Older')], total: 1, nextCursor: null };

function Owner({ Picker }: { Picker: typeof AddableCustomerPicker }): ReactElement {
  const [value, setValue] = useState<PickedCustomer | null>(null);
  return <Picker label="Owner" value={value} onChange={setValue} />;
}

async function type(text: string, Picker: typeof AddableCustomerPicker = AddableCustomerPicker) {
  await openWork(<Owner Picker={Picker} />, { address: '/' });
  const user = userEvent.setup();
  await user.type(screen.getByRole('combobox', { name: 'Owner' }), text);
  return user;
}

it('adds an owner who is not a customer yet, and selects them', async () => {
  const calls = stubApi({
    'GET /users': () => listResponse,
    'POST /users': () => ({ user: { id: anId(2), name: 'Paula New' } }),
  });
  const user = await type('Paula New');
  await user.click(await screen.findByRole('option', { name: 'Add “Paula New” as a customer' }));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1));
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'Paula New' });
  expect(screen.getByRole('combobox', { name: 'Owner' })).toHaveValue('Paula New');
});

it('says why a customer could not be added', async () => {
  stubApi({
    'GET /users': () => listResponse,
    'POST /users': () => errorResponse(422, 'RULE_BROKEN', { detail: 'The plan allows 50 customers.' }),
  });
  const user = await type('Paula New');
  await user.click(await screen.findByRole('option', { name: /^Add/ }));
  expect(await screen.findByText('The plan allows 50 customers.')).toBeVisible();
});

it('does not offer to add a customer of that name a second time, nor where only existing ones fit', async () => {
  stubApi({ 'GET /users': () => listResponse });
  await type('paul older');
  expect(await screen.findByRole('option', { name: /Paul Older/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: /^Add/ })).toBeNull();
});

it('only finds customers where no new ones fit', async () => {
  stubApi({ 'GET /users': () => ({ ...listResponse, users: [] }) });
  await type('Paula New', CustomerPicker);
  expect(await screen.findByText('No matching customers')).toBeVisible();
  expect(screen.queryByRole('option')).toBeNull();
});
