import type { ContactPoint } from '@handover/contract/customers/contact-points.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { RecordFormDialog } from '#shared/records/form/record-form-dialog.tsx';
import { customerForm } from './customers.form.tsx';
import { CustomerHeader } from './record/customer-header.tsx';
import { CustomerFacts } from './record/customer-facts.tsx';

const points: ContactPoint[] = [
  { kind: 'phone', label: 'Office', value: '+1 212 555 0202' },
  { kind: 'email', label: '', value: 'home@lee.test' },
  { kind: 'address', label: 'Branch', value: '2 Side St, Troy' },
];
const customer = aCustomerDetail(1, { name: 'Ann Lee', email: null, phone: null, contactPoints: points });

it('are links to call and to write on the record, with their labels', async () => {
  stubApi({
    'GET /custom-fields': () => ({ customFields: [], currency: 'USD' }),
    'GET /tags': () => ({ tags: [] }),
  });
  await openWork(<CustomerFacts customer={customer} />);
  expect(await screen.findByRole('link', { name: '+1 212 555 0202' })).toHaveAttribute(
    'href',
    'tel:+12125550202',
  );
  expect(screen.getByRole('link', { name: 'home@lee.test' })).toHaveAttribute('href', 'mailto:home@lee.test');
  expect(screen.getByText('2 Side St, Troy')).toBeVisible();
  for (const label of ['Office', 'Branch']) expect(screen.getByText(label)).toBeVisible();
  expect(screen.queryByText('No contact details yet')).not.toBeInTheDocument();
});

it('are added, changed, and removed in the form', async () => {
  const user = userEvent.setup();
  const calls = stubApi({ 'PATCH /users/{id}': () => ({ user: { ...customer, version: 2 } }) });
  await openWork(<RecordFormDialog form={customerForm} record={customer} onClose={vi.fn()} />);
  const group = await screen.findByRole('group', { name: 'Other contact details' });
  await user.click(within(group).getByRole('button', { name: 'Remove home@lee.test' }));
  await user.click(within(group).getByRole('button', { name: 'Add phone, email, or address' }));
  await user.selectOptions(
    within(group).getAllByRole('combobox', { name: 'Type' })[2] as HTMLElement,
    'Email',
  );
  await user.type(within(group).getByRole('textbox', { name: 'Email' }), 'nonsense');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await within(group).findByText('Enter an email address such as name@example.com')).toBeVisible();
  await user.type(within(group).getByRole('textbox', { name: 'Email' }), '@lee.test');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      version: 1,
      contactPoints: [points[0], points[2], { kind: 'email', label: '', value: 'nonsense@lee.test' }],
    }),
  );
});

it('return when a merge is undone from the customer’s menu', async () => {
  const user = userEvent.setup();
  const merge = {
    id: anId(9),
    survivor: { id: anId(1), name: 'Ann Lee' },
    merged: { id: anId(2), name: 'Anne Leigh' },
    storedFields: [],
  };
  const calls = stubApi({
    'GET /merges/{id}': () => ({ merge }),
    'POST /merges/{id}/undo': () => ({ merge }),
    'GET /custom-fields': () => ({ customFields: [], currency: 'USD' }),
  });
  await openWork(<CustomerHeader customer={{ ...customer, lastMergeId: anId(9) }} />);
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Undo merge' }));
  await user.click(await screen.findByRole('button', { name: 'Undo merge' }));
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain(`/merges/${anId(9)}/undo`));
  expect(await screen.findByText('Anne Leigh was restored')).toBeVisible();
});
