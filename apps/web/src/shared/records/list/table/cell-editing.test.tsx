import { DateInputContext } from '@handover/ui/forms/date-inputs.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { CustomerList } from '#test-setup/customer-list.tsx';
import { aProfile } from '#test-setup/profile.ts';
import { aCustomer, aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, getUrl, errorResponse, stubApi, listBodies, type Call } from '#test-setup/work.tsx';
import DateInput from '#shared/dates/date-input.tsx';
import { startShortcuts } from '#shared/shortcuts/shortcuts.ts';

const met = anId(101);
const users = [1, 2].map((number) =>
  aCustomer(number, { phone: `555 000${String(number)}`, custom: { [met]: '2026-12-04' } }),
);
const createSavedCustomer = (phone: string) => aCustomerDetail(1, { phone, version: 2 });

async function open(answers: Parameters<typeof stubApi>[0] = {}): Promise<Call[]> {
  const calls = stubApi(
    {
      'GET /users': () => ({ users, total: 2, nextCursor: null }),
      'GET /custom-fields': () => ({
        customFields: [{ id: met, name: 'Met', kind: 'date', choices: [], isArchived: false, version: 1 }],
        currency: 'USD',
      }),
      'GET /saved-views': () => ({ savedViews: [] }),
      'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
      ...answers,
    },
    aProfile({ role: 'ADMIN' }),
  );
  await openWork(
    <DateInputContext value={DateInput}>
      <CustomerList />
    </DateInputContext>,
    { address: `/?columns=phone,custom.${met},tags` },
  );
  await screen.findByRole('link', { name: 'Customer 1' });
  return calls;
}

/** A save that waits until the test answers it. */
function createPausedPatch() {
  let answer: (response: object) => void = () => undefined;
  const paused = new Promise<object>((resolve) => {
    answer = resolve;
  });
  return { patch: { 'PATCH /users/{id}': () => paused }, answer: (response: object) => answer(response) };
}

async function typePhone(number: number, text: string): Promise<ReturnType<typeof userEvent.setup>> {
  const user = userEvent.setup();
  const name = `Customer ${String(number)}`;
  await user.click(await screen.findByRole('button', { name: `Edit phone for ${name}` }));
  const field = await screen.findByRole('textbox', { name: `Phone for ${name}` });
  await user.clear(field);
  await user.type(field, text);
  return user;
}

beforeAll(async () => {
  await import('./cell-editor.tsx');
});
let stop: () => void;
beforeEach(() => {
  stop = startShortcuts();
});
afterEach(() => stop());

it('a save that is answered late leaves the next cell open, and its text unsaved', async () => {
  const { patch, answer } = createPausedPatch();
  const calls = await open(patch);
  await typePhone(1, '555 9');
  const user = await typePhone(2, '404');
  await waitFor(() => expect(listBodies(calls)).toEqual([{ version: 1, phone: '555 9' }]));
  answer({ user: createSavedCustomer('555 9') });
  await screen.findByText('Changed phone for Customer 1');
  const next = screen.getByRole('textbox', { name: 'Phone for Customer 2' });
  expect(next).toHaveFocus();
  await user.keyboard('1');
  expect(next).toHaveValue('4041');
  expect(listBodies(calls)).toHaveLength(1);
});

it('Tab opens the next cell before the save is answered, and says which value could not be saved', async () => {
  const { patch, answer } = createPausedPatch();
  const calls = await open(patch);
  const user = await typePhone(1, '555 9');
  await user.tab();
  const next = await screen.findByRole('textbox', { name: 'Met for Customer 1' });
  expect(next).toHaveFocus();
  await waitFor(() => expect(listBodies(calls)).toEqual([{ version: 1, phone: '555 9' }]));
  answer(errorResponse(422, 'RULE_BROKEN'));
  expect(
    await screen.findByText('Could not change phone to “555 9” for Customer 1. RULE_BROKEN.'),
  ).toBeVisible();
  expect(next).toHaveFocus();
  expect(listBodies(calls)).toHaveLength(1);
});

it('a save that is answered late takes the focus from no other field', async () => {
  const { patch, answer } = createPausedPatch();
  const calls = await open(patch);
  const user = await typePhone(1, '555 9');
  const search = screen.getByRole('searchbox');
  await user.click(search);
  await waitFor(() => expect(listBodies(calls)).toHaveLength(1));
  answer({ user: createSavedCustomer('555 9') });
  await screen.findByText('Changed phone for Customer 1');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Phone for/ })).not.toBeInTheDocument());
  expect(search).toHaveFocus();
});

it('a click beside the cell saves it and opens no record', async () => {
  const calls = await open({ 'PATCH /users/{id}': () => ({ user: createSavedCustomer('555 9') }) });
  const user = await typePhone(1, '555 9');
  await user.click(screen.getByRole('cell', { name: '555 0002' }));
  await screen.findByText('Changed phone for Customer 1');
  expect(listBodies(calls)).toHaveLength(1);
  expect(getUrl().pathname).toBe('/');
});

it('says what was not saved when somebody else was first and another cell is open', async () => {
  const { patch, answer } = createPausedPatch();
  await open({
    ...patch,
    'GET /users/{id}': () => ({ user: { ...createSavedCustomer('555 7777'), version: 5 } }),
  });
  await typePhone(1, '555 9');
  await typePhone(2, '404');
  answer(errorResponse(409, 'STALE_VERSION'));
  expect(
    await screen.findByText(
      'Could not change phone to “555 9” for Customer 1: someone else changed it to “555 7777”.',
    ),
  ).toBeVisible();
});

it('saves what was typed when the row leaves the list', async () => {
  let shown = users;
  const calls = await open({
    'GET /users': () => ({ users: shown, total: shown.length, nextCursor: null }),
    'PATCH /users/{id}': () => ({ user: createSavedCustomer('555 9') }),
  });
  const user = await typePhone(1, '555 9');
  shown = users.slice(1);
  // Clicks the sort button to reload the list, because a keyboard shortcut would go to the field.
  screen.getByRole('button', { name: /^Name(?! column)/ }).click();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Customer 1' })).not.toBeInTheDocument());
  await waitFor(() => expect(listBodies(calls)).toEqual([{ version: 1, phone: '555 9' }]));
  await user.keyboard('{Escape}');
});

it('asks before Escape, or a click beside the panel, drops tags that were typed or chosen', async () => {
  const dental = { id: anId(50), name: 'Dental' };
  const { patch, answer } = createPausedPatch();
  const calls = await open({ 'GET /tags': () => ({ tags: [dental] }), ...patch });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Edit tags for Customer 1' }));
  const panel = await screen.findByRole('dialog', { name: 'Tags for Customer 1' });
  const stay = async (): Promise<void> => {
    const question = await screen.findByRole('dialog', { name: 'Close without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
  };
  await user.type(await within(panel).findByLabelText('Tags'), 'Den{Escape}');
  await stay();
  await user.type(within(panel).getByLabelText('Tags'), 'tal{Enter}');
  const backdrop = panel.parentElement?.querySelector('.MuiBackdrop-root');
  if (backdrop == null) throw new Error('The panel has no backdrop');
  await user.click(backdrop);
  await stay();
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(listBodies(calls)).toEqual([{ version: 1, tagIds: [dental.id] }]));
  // Nothing is dropped while it is being saved.
  await user.click(backdrop);
  expect(screen.queryByRole('dialog', { name: 'Close without saving?' })).toBeNull();
  answer({ user: aCustomerDetail(1, { tags: [dental], version: 2 }) });
  await screen.findByText('Changed tags for Customer 1');
});

it('keeps the stored date, and the cell open, when the text is no date', async () => {
  const calls = await open({ 'PATCH /users/{id}': () => ({ user: createSavedCustomer('555 0001') }) });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Edit met for Customer 1' }));
  const field = await screen.findByRole('textbox', { name: 'Met for Customer 1' });
  await user.clear(field);
  await user.type(field, 'soon{Enter}');
  expect(field).toBeInvalid();
  await user.click(screen.getByRole('searchbox'));
  expect(field).toHaveValue('soon');
  expect(listBodies(calls)).toEqual([]);
  await user.clear(field);
  await user.type(field, '12/31/26{Enter}');
  await waitFor(() => expect(listBodies(calls)).toEqual([{ version: 1, custom: { [met]: '2026-12-31' } }]));
});
