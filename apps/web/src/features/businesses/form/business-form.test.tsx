import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aBusinessDetail, anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { RecordFormDialog } from '#shared/records/form/record-form-dialog.tsx';
import { businessForm } from '../businesses.form.tsx';

const pharmacy = aBusinessDetail(1, {
  type: 'pharmacy',
  version: 4,
  typeFacts: { scriptsPerDay: 180 },
  owner: { id: anId(5), name: 'Ann Lee' },
  owners: [
    { id: anId(5), name: 'Ann Lee', shareBasisPoints: 7_500, isPrimary: true },
    { id: anId(6), name: 'Ben Ray', shareBasisPoints: 2_500, isPrimary: false },
  ],
});

async function open() {
  const calls = stubApi({
    'GET /users': () => ({ users: [], total: 0, nextCursor: null }),
    'PATCH /businesses/{id}': () => ({ business: pharmacy }),
  });
  await openWork(<RecordFormDialog form={businessForm} record={pharmacy} onClose={() => undefined} />);
  await screen.findByRole('group', { name: 'Payer mix' });
  const body = () => calls.find(({ method }) => method === 'PATCH')?.body;
  return { body };
}
const getField = (name: string) => screen.getByRole('textbox', { name });
/** Pastes the value, because typing every letter of a long form is slow. */
const fill = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('shows the facts of the type, changes with the type, and sends only what changed', async () => {
  const { body } = await open();
  expect(getField('Scripts per day')).toHaveValue('180');
  expect(screen.queryByRole('textbox', { name: 'Operatories' })).toBeNull();
  fill(getField('Scripts per day'), 'many');
  fill(getField('Inventory at cost'), '185k');
  await save();
  expect(await screen.findByText(/Invalid input|Enter a number/)).toBeVisible();
  expect(body()).toBeUndefined();
  fill(getField('Scripts per day'), '1,200.5');
  await save();
  await vi.waitFor(() =>
    expect(body()).toEqual({ version: 4, typeFacts: { scriptsPerDay: 1200.5, inventoryCents: 18_500_000 } }),
  );
}, 40_000);

it('adds up the payer mix and refuses what is not 100%', async () => {
  const { body } = await open();
  const mix = within(screen.getByRole('group', { name: 'Payer mix' }));
  fill(mix.getByRole('textbox', { name: 'Medicare (%)' }), '40');
  fill(mix.getByRole('textbox', { name: 'Commercial (%)' }), '50%');
  expect(mix.getByText('Total 90%')).toBeVisible();
  await save();
  expect(await mix.findByRole('alert')).toHaveTextContent('must add up to 100%');
  fill(mix.getByRole('textbox', { name: 'Self-pay (%)' }), '10');
  await save();
  const payerMix = {
    medicare: 40,
    medicareAdvantage: 0,
    medicaid: 0,
    commercial: 50,
    selfPay: 10,
    other: 0,
  };
  await vi.waitFor(() => expect(body()).toEqual({ version: 4, payerMix }));
}, 40_000);

it('gives the main owner the remainder, and rejects shares that leave none', async () => {
  const { body } = await open();
  const owners = within(await screen.findByRole('group', { name: 'Other owners' }));
  expect(owners.getByText('Ann Lee: 75%')).toBeVisible();
  const share = owners.getByRole('textbox', { name: 'Share (%)' });
  fill(share, '100');
  await save();
  expect(await owners.findByRole('alert')).toHaveTextContent('below 100%');
  fill(share, '33.33');
  expect(owners.getByText('Ann Lee: 66.67%')).toBeVisible();
  await save();
  await vi.waitFor(() =>
    expect(body()).toEqual({
      version: 4,
      coOwners: [{ customerId: anId(6), shareBasisPoints: 3_333 }],
    }),
  );
}, 40_000);
