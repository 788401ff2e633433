import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, listBodies } from '#test-setup/work.tsx';
import { RecordFormDialog } from '#shared/records/form/record-form-dialog.tsx';
import { customerForm } from './customers.form.tsx';

const [worth, chairs, type] = [anId(1), anId(2), anId(3)];
const group = { id: anId(12), label: 'Group' };
const createField = (id: string, name: string, kind: string, choices: object[] = []) => ({
  id,
  name,
  kind,
  choices,
  isArchived: false,
  version: 1,
});
const fields = {
  'GET /custom-fields': () => ({
    customFields: [
      createField(worth, 'Net worth', 'money'),
      createField(chairs, 'Chairs', 'number'),
      createField(type, 'Buyer type', 'choice', [group]),
    ],
    currency: 'USD',
  }),
};
const customer = aCustomerDetail(1, { custom: { [worth]: 125_000_000, [chairs]: 4 }, version: 1 });

it('sends only the custom fields that changed, as they are stored', async () => {
  const onClose = vi.fn();
  const calls = stubApi({ ...fields, 'PATCH /users/{id}': () => ({ user: customer }) });
  await openWork(<RecordFormDialog form={customerForm} record={customer} onClose={onClose} />);
  const input = await screen.findByRole('textbox', { name: 'Net worth (USD)' });
  expect(input).toHaveValue('1,250,000');
  await userEvent.clear(input);
  await userEvent.type(input, 'lots');
  await userEvent.selectOptions(screen.getByLabelText('Buyer type'), 'Group');
  await userEvent.clear(screen.getByLabelText('Chairs'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter an amount such as 850k or 1,250,000')).toBeVisible();
  await userEvent.clear(input);
  await userEvent.type(input, '1.5M');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(listBodies(calls)).toEqual([
    { version: 1, custom: { [worth]: 150_000_000, [chairs]: null, [type]: group.id } },
  ]);
});

it('asks about each custom field that both changed, and keeps what only they changed', async () => {
  const onClose = vi.fn();
  const theirs = { ...customer, custom: { [worth]: 100, [chairs]: 9 }, version: 2 };
  const calls = stubApi({
    ...fields,
    'GET /users/{id}': () => ({ user: theirs }),
    'PATCH /users/{id}': ({ body }) =>
      (body as { version: number }).version === 2 ? { user: theirs } : errorResponse(409, 'STALE_VERSION'),
  });
  await openWork(<RecordFormDialog form={customerForm} record={customer} onClose={onClose} />);
  const input = await screen.findByRole('textbox', { name: 'Net worth (USD)' });
  await userEvent.clear(input);
  await userEvent.type(input, '5');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else saved changes first' }));
  expect(dialog.getByText('They also changed: Chairs.')).toBeVisible();
  expect(dialog.getByRole('radio', { name: 'Mine $5' })).toBeChecked();
  expect(dialog.getByRole('radio', { name: 'Theirs $1' })).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save again' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(listBodies(calls).at(-1)).toEqual({ version: 2, custom: { [worth]: 500 } });
});

it('puts the server’s message on the field', async () => {
  stubApi({
    ...fields,
    'PATCH /users/{id}': () =>
      errorResponse(400, 'INVALID_INPUT', {
        errors: [{ path: `custom.${chairs}`, message: 'Chairs is archived' }],
      }),
  });
  await openWork(<RecordFormDialog form={customerForm} record={customer} onClose={vi.fn()} />);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Chairs' }), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Chairs is archived')).toBeVisible();
});
