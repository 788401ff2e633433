import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { aCustomer, aCustomerDetail, anId } from '#test-setup/records.ts';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, errorResponse, stubApi, listBodies, type Call } from '#test-setup/work.tsx';
import { startShortcuts } from '#shared/shortcuts/shortcuts.ts';
import { CustomerList } from '#test-setup/customer-list.tsx';

const [worth, type] = [anId(101), anId(102)];
const [solo, group] = [
  { id: anId(111), label: 'Solo' },
  { id: anId(112), label: 'Group' },
];
const createField = (id: string, name: string, kind: string, choices: object[] = []) => ({
  id,
  name,
  kind,
  choices,
  isArchived: false,
  version: 1,
});
const custom = { [worth]: 125_000_000, [type]: solo.id };

async function open(answers: Parameters<typeof stubApi>[0] = {}): Promise<Call[]> {
  const calls = stubApi(
    {
      'GET /users': () => ({ users: [aCustomer(1, { custom })], total: 1, nextCursor: null }),
      'GET /custom-fields': () => ({
        customFields: [
          createField(worth, 'Net worth', 'money'),
          createField(type, 'Buyer type', 'choice', [solo, group]),
        ],
        currency: 'USD',
      }),
      'GET /saved-views': () => ({ savedViews: [] }),
      'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
      'PATCH /users/{id}': () => ({ user: aCustomerDetail(1, { custom, version: 2 }) }),
      ...answers,
    },
    aProfile({ role: 'ADMIN' }),
  );
  await openWork(<CustomerList />, { address: `/?columns=custom.${worth},email,custom.${type}` });
  await screen.findByRole('cell', { name: /\$1,250,000/ });
  return calls;
}

beforeAll(async () => {
  await import('../table/cell-editor.tsx');
});
let stop: () => void;
beforeEach(() => {
  stop = startShortcuts();
});
afterEach(() => stop());

it('edits a custom field by its kind, and rejects invalid values', async () => {
  const user = userEvent.setup();
  const calls = await open();
  await user.keyboard('je');
  const input = await screen.findByRole('textbox', { name: 'Net worth for Customer 1' });
  expect(input).toHaveValue('1,250,000');
  await user.clear(input);
  await user.type(input, 'lots{Enter}');
  expect(await screen.findByText('Net worth: Enter an amount such as 850k or 1,250,000')).toBeVisible();
  expect(listBodies(calls)).toEqual([]);
  await user.clear(input);
  await user.type(input, '850k{Enter}');
  await waitFor(() => expect(listBodies(calls)).toEqual([{ version: 1, custom: { [worth]: 85_000_000 } }]));
});

it('moves with Tab to a choice, and clears it', async () => {
  const user = userEvent.setup();
  const calls = await open();
  await user.keyboard('je');
  await screen.findByRole('textbox', { name: 'Net worth for Customer 1' });
  await user.tab();
  const choice = await screen.findByRole('combobox', { name: 'Buyer type for Customer 1' });
  expect(choice).toHaveFocus();
  expect(choice).toHaveValue(solo.id);
  await user.selectOptions(choice, 'Not set');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(listBodies(calls)).toEqual([{ version: 1, custom: { [type]: null } }]));
});

it('asks when somebody else changed the same field, with the words of its choices', async () => {
  const user = userEvent.setup();
  const theirs = aCustomerDetail(1, { custom: { ...custom, [type]: group.id }, version: 5 });
  await open({
    'PATCH /users/{id}': () => errorResponse(409, 'STALE_VERSION'),
    'GET /users/{id}': () => ({ user: theirs }),
  });
  await user.click(screen.getByRole('button', { name: 'Edit buyer type for Customer 1' }));
  const choice = await screen.findByRole('combobox', { name: 'Buyer type for Customer 1' });
  await user.selectOptions(choice, 'Not set');
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/The current value is “Group”/)).toBeVisible();
});

it('offers the plans of the catalog in the cell of a plan', async () => {
  const user = userEvent.setup();
  const calls = stubApi(
    {
      'GET /users': () => ({
        users: [aCustomer(1, { planName: 'Basic' })],
        total: 1,
        nextCursor: null,
      }),
      'GET /saved-views': () => ({ savedViews: [] }),
      'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
      'GET /client-plans/choices': () => ({
        clientPlans: [
          { id: anId(121), name: 'Basic', isArchived: false },
          { id: anId(122), name: 'Growth', isArchived: false },
        ],
      }),
      'PATCH /users/{id}': () => ({ user: aCustomerDetail(1, { planName: 'Growth', version: 2 }) }),
    },
    aProfile({ role: 'ADMIN' }),
  );
  await openWork(<CustomerList />, { address: '/?columns=planName' });
  await user.click(await screen.findByRole('button', { name: 'Edit plan for Customer 1' }));
  const choice = await screen.findByRole('combobox', { name: 'Plan for Customer 1' });
  await screen.findByRole('option', { name: 'Growth' });
  expect(choice).toHaveValue('Basic');
  await user.selectOptions(choice, 'Growth');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(listBodies(calls)).toEqual([{ version: 1, planName: 'Growth' }]));
});
