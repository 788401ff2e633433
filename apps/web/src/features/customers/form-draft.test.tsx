import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { customerForm } from './customers.form.tsx';
import { aProfile } from '#test-setup/profile.ts';
import { aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, listBodies } from '#test-setup/work.tsx';
import { RecordFormDialog } from '#shared/records/form/record-form-dialog.tsx';

const customer = aCustomerDetail(1, { name: 'Ann Lee', city: 'Austin', version: 1 });
const getCityField = () => screen.getByRole('textbox', { name: 'City' });

/** Opens the form, types a city, and unmounts the page without warning, as when the session ends. */
async function typeAndLeave(): Promise<void> {
  stubApi({});
  const { unmount } = await openWork(
    <RecordFormDialog form={customerForm} record={customer} onClose={vi.fn()} />,
  );
  await userEvent.clear(getCityField());
  await userEvent.type(getCityField(), 'Salem');
  unmount();
}

it('restores what was typed, and saves only that over the version it was typed on', async () => {
  await typeAndLeave();
  const current = { ...customer, phone: '222', version: 2 };
  const onClose = vi.fn();
  const calls = stubApi({
    'GET /users/{id}': () => ({ user: { ...current, city: 'Eugene' } }),
    'PATCH /users/{id}': ({ body }) =>
      (body as { version: number }).version === 2 ? { user: current } : errorResponse(409, 'STALE_VERSION'),
  });
  await openWork(
    <RecordFormDialog form={customerForm} record={{ ...current, city: 'Eugene' }} onClose={onClose} />,
  );
  expect(screen.getByText('Unsaved changes restored.')).toBeVisible();
  expect(getCityField()).toHaveValue('Salem');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('dialog', { name: 'Someone else saved changes first' }));
  expect(question.getByRole('radio', { name: 'Theirs Eugene' })).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Save again' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(listBodies(calls)).toEqual([
    { version: 1, city: 'Salem' },
    { version: 2, city: 'Salem' },
  ]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('form-draft:'))).toEqual([]);
});

it('goes back to the record when what was restored is discarded', async () => {
  await typeAndLeave();
  stubApi({});
  const { unmount } = await openWork(
    <RecordFormDialog form={customerForm} record={customer} onClose={vi.fn()} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(getCityField()).toHaveValue('Austin');
  unmount();
  await openWork(<RecordFormDialog form={customerForm} record={customer} onClose={vi.fn()} />);
  expect(getCityField()).toHaveValue('Austin');
  expect(screen.queryByText('Unsaved changes restored.')).toBeNull();
});

it('does not show what another user of the browser typed', async () => {
  await typeAndLeave();
  stubApi({}, aProfile({ id: anId(77) }));
  await openWork(<RecordFormDialog form={customerForm} record={customer} onClose={vi.fn()} />);
  expect(getCityField()).toHaveValue('Austin');
});

it('marks wrong fields after the first try to save, then with each change', async () => {
  const calls = stubApi({});
  await openWork(<RecordFormDialog form={customerForm} record={customer} onClose={vi.fn()} />);
  const npi = screen.getByRole('textbox', { name: 'NPI' });
  await userEvent.type(npi, '12');
  expect(npi).toHaveAttribute('aria-invalid', 'false');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(npi).toHaveAttribute('aria-invalid', 'true');
  expect(npi).toHaveFocus();
  await userEvent.clear(npi);
  expect(npi).toHaveAttribute('aria-invalid', 'false');
  expect(listBodies(calls)).toEqual([]);
});
