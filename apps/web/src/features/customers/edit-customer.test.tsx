import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aCustomerDetail } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, listBodies } from '#test-setup/work.tsx';
import { RecordFormDialog } from '#shared/records/form/record-form-dialog.tsx';
import { customerForm } from './customers.form.tsx';

const mine = aCustomerDetail(1, { name: 'Ann Lee', phone: '111', company: 'Old', version: 1 });
const theirs = { ...mine, phone: '333', city: 'Dallas', version: 2 };

it('sends only what changed, with the version it began with', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const calls = stubApi({ 'PATCH /users/{id}': () => ({ user: { ...mine, version: 2 } }) });
  await openWork(<RecordFormDialog form={customerForm} record={mine} onClose={onClose} />);
  await user.clear(screen.getByRole('textbox', { name: 'Company' }));
  await user.type(screen.getByRole('textbox', { name: 'Job title' }), 'Owner');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(listBodies(calls)).toEqual([{ version: 1, company: null, title: 'Owner' }]);
});

it('asks field by field when somebody else saved first, and saves the choice on top of theirs', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  let version = 2;
  const calls = stubApi({
    'GET /users/{id}': () => ({ user: theirs }),
    'PATCH /users/{id}': ({ body }) =>
      (body as { version: number }).version === version
        ? { user: { ...theirs, version: (version += 1) } }
        : errorResponse(409, 'STALE_VERSION'),
  });
  await openWork(<RecordFormDialog form={customerForm} record={mine} onClose={onClose} />);
  await user.clear(screen.getByRole('textbox', { name: 'Phone' }));
  await user.type(screen.getByRole('textbox', { name: 'Phone' }), '222');
  await user.clear(screen.getByRole('textbox', { name: 'Company' }));
  await user.type(screen.getByRole('textbox', { name: 'Company' }), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  const dialog = await screen.findByRole('dialog', { name: 'Someone else saved changes first' });
  expect(within(dialog).getByText('They also changed: City.')).toBeVisible();
  const phone = within(dialog).getByRole('group', { name: 'Phone (changed by both)' });
  expect(within(phone).getByRole('radio', { name: 'Mine 222' })).toBeChecked();
  await user.click(within(phone).getByRole('radio', { name: 'Theirs 333' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save again' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(listBodies(calls).at(-1)).toEqual({ version: 2, company: 'Mine' });
});

it('puts the server’s message on its field', async () => {
  const user = userEvent.setup();
  stubApi({
    'PATCH /users/{id}': () =>
      errorResponse(400, 'INVALID_INPUT', { errors: [{ path: 'phone', message: 'Not a phone number' }] }),
  });
  await openWork(<RecordFormDialog form={customerForm} record={mine} onClose={vi.fn()} />);
  await user.type(screen.getByRole('textbox', { name: 'Phone' }), '2');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Not a phone number');
  expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveFocus();
});

it('asks before typed text is discarded', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  stubApi({});
  await openWork(<RecordFormDialog form={customerForm} record={mine} onClose={onClose} />);
  await user.type(screen.getByRole('textbox', { name: 'City' }), 'Austin');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  const question = await screen.findByRole('dialog', { name: 'Close without saving?' });
  expect(onClose).not.toHaveBeenCalled();
  await user.click(within(question).getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalled();
});
