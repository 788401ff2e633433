import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { errorResponse, openUpdated, openWork, stubApi, type Call } from '#test-setup/work.tsx';
import { CustomFieldsCard } from './custom-fields-card.tsx';
import { FieldDialog } from './field-dialog.tsx';

// A lazy module, loaded first so that no test waits for it.
beforeAll(() => import('@handover/ui/feedback/confirm-dialog-content.tsx'));

const dentist = { id: anId(11), label: 'Dentist' };
const group = { id: anId(12), label: 'Group' };
const worth = { id: anId(1), name: 'Net worth', kind: 'money', choices: [], isArchived: true, version: 3 };
const type: CustomField = {
  recordType: 'customer',
  id: anId(2),
  name: 'Buyer type',
  kind: 'choice',
  choices: [dentist, group],
  isArchived: false,
  version: 1,
};

function stubFields(answers: Parameters<typeof stubApi>[0] = {}): Call[] {
  return stubApi({
    'GET /custom-fields': () => ({ customFields: [worth, type], currency: 'USD' }),
    'GET /custom-fields/use': () => ({
      use: [
        { id: worth.id, records: 0, choices: [] },
        { id: type.id, records: 7, choices: [{ id: group.id, records: 5 }] },
      ],
    }),
    ...answers,
  });
}
async function choose(name: string, act: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: act }));
}
const listWrites = (calls: Call[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

it('adds a choice field and requires a name and a choice', async () => {
  // As on a page opened over plain HTTP.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const calls = stubFields({ 'POST /custom-fields': () => ({ customField: type }) });
  await openWork(<CustomFieldsCard />);
  await userEvent.click(screen.getByRole('button', { name: 'Add field' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add field' }));
  await userEvent.selectOptions(dialog.getByLabelText('Kind'), 'choice');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Required')).toBeVisible();
  expect(dialog.getByText('Add at least one choice')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Name'), ' Deal size ');
  await userEvent.type(dialog.getByLabelText('Choice 1'), 'Small');
  await userEvent.click(dialog.getByRole('button', { name: 'Add choice' }));
  await userEvent.type(dialog.getByLabelText('Choice 2'), 'Large');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Field added')).toBeVisible();
  expect(listWrites(calls)).toEqual([
    [
      'POST',
      '/custom-fields',
      {
        recordType: 'customer',
        name: 'Deal size',
        kind: 'choice',
        choices: [{ label: 'Small' }, { label: 'Large' }],
      },
    ],
  ]);
});

it('says how many customers lose a value when a choice is removed', async () => {
  const calls = stubFields({ 'PATCH /custom-fields/{id}': () => ({ customField: type }) });
  await openWork(<CustomFieldsCard />);
  await choose('Buyer type', 'Edit');
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Buyer type' }));
  expect(dialog.getByLabelText('Kind')).toBeDisabled();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove choice 2' }));
  expect(dialog.getByText('5 customers lose “Group”. It cannot be undone.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Field saved')).toBeVisible();
  expect(listWrites(calls)).toEqual([
    ['PATCH', `/custom-fields/${type.id}`, { version: 1, name: 'Buyer type', choices: [dentist] }],
  ]);
});

it('removes no choices that someone else has added in the meantime, unless they are shown', async () => {
  const added = { id: anId(13), label: 'Chain' };
  const theirs: CustomField = { ...type, choices: [dentist, added], version: 2 };
  const calls = stubFields({
    'PATCH /custom-fields/{id}': ({ body }) =>
      (body as { version: number }).version === theirs.version
        ? { customField: { ...theirs, version: 3 } }
        : errorResponse(409, 'STALE_VERSION', { current: theirs }),
  });
  const counts = [
    { id: group.id, records: 5 },
    { id: added.id, records: 2 },
  ];
  const use = { id: type.id, records: 9, choices: counts };
  const update = await openUpdated(type, (field) => (
    <FieldDialog recordType="customer" field={field} use={use} onClose={() => undefined} />
  ));
  update(theirs);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Name'), 's');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/Current version: Buyer type: Dentist, Chain\./)).toBeVisible();
  expect(dialog.getByText('2 customers lose “Chain”. It cannot be undone.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Field saved')).toBeVisible();
  const path = `/custom-fields/${type.id}`;
  const name = 'Buyer types';
  expect(listWrites(calls)).toEqual([
    ['PATCH', path, { version: 1, name, choices: [dentist, group] }],
    ['PATCH', path, { version: 2, name, choices: [dentist, { label: 'Group' }] }],
  ]);
});

it('asks before Escape discards what was typed', async () => {
  stubFields();
  await openWork(<CustomFieldsCard />);
  await userEvent.click(screen.getByRole('button', { name: 'Add field' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'Deal size{Escape}');
  expect(await screen.findByText('Your changes will be lost.')).toBeVisible();
});

it('moves a field and restores an archived one', async () => {
  const calls = stubFields({
    'PUT /custom-fields/order': () => ({ customFields: [] }),
    'PATCH /custom-fields/{id}': () => ({ customField: worth }),
  });
  await openWork(<CustomFieldsCard />);
  expect(await screen.findByText('Archived')).toBeVisible();
  await choose('Buyer type', 'Move up');
  await choose('Net worth', 'Restore');
  expect(listWrites(calls)).toEqual([
    ['PUT', '/custom-fields/order', { recordType: 'customer', ids: [type.id, worth.id] }],
    ['PATCH', `/custom-fields/${worth.id}`, { version: 3, isArchived: false }],
  ]);
});

it('links to the customers with a value and deletes only after the name is typed', async () => {
  const calls = stubFields({ 'DELETE /custom-fields/{id}': () => undefined });
  await openWork(<CustomFieldsCard />);
  expect(await screen.findByRole('link', { name: '7 customers' })).toHaveAttribute(
    'href',
    `/admin/users?custom=${type.id}:filled`,
  );
  await choose('Buyer type', 'Delete');
  const dialog = within(screen.getByRole('dialog', { name: 'Delete Buyer type?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(listWrites(calls)).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox'), 'Buyer type');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Buyer type deleted')).toBeVisible();
});

it('deletes no field while the number of its customers is unknown', async () => {
  stubFields({ 'GET /custom-fields/use': () => errorResponse(403, 'FORBIDDEN') });
  await openWork(<CustomFieldsCard />);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Buyer type' }));
  expect(screen.queryByText(/Not in use/)).toBeNull();
  const remove = await screen.findByRole('menuitem', { name: 'Delete' });
  expect(remove).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() =>
    expect(remove).toHaveAccessibleDescription(
      'The number of customers could not be loaded. Reload the page.',
    ),
  );
  await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Buyer type' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove choice 2' }));
  expect(dialog.getByText('Customers may lose “Group”. It cannot be undone.')).toBeVisible();
});

it('lists, adds, and deletes fields of businesses, too', async () => {
  const chairs = {
    ...type,
    recordType: 'business',
    id: anId(3),
    name: 'Chairs',
    kind: 'number',
    choices: [],
  };
  const use = [{ id: chairs.id, records: 2, choices: [] }];
  const isOfBusinesses = ({ query }: Pick<Call, 'query'>): boolean => query.get('recordType') === 'business';
  const calls = stubFields({
    'GET /custom-fields': (call) => ({ customFields: isOfBusinesses(call) ? [chairs] : [], currency: 'USD' }),
    'GET /custom-fields/use': (call) => ({ use: isOfBusinesses(call) ? use : [] }),
    'POST /custom-fields': () => ({ customField: chairs }),
  });
  await openWork(<CustomFieldsCard />);
  await userEvent.selectOptions(await screen.findByLabelText('Fields for'), 'Businesses');
  expect(await screen.findByRole('link', { name: '2 businesses' })).toHaveAttribute(
    'href',
    `/admin/business-center?custom=${chairs.id}:filled`,
  );
  await choose('Chairs', 'Delete');
  expect(screen.getByText(/The values of 2 businesses will be lost/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add field' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'Rooms');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Field added')).toBeVisible();
  expect(listWrites(calls)).toEqual([
    ['POST', '/custom-fields', { recordType: 'business', name: 'Rooms', kind: 'text', choices: [] }],
  ]);
});
