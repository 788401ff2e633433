import type { BulkRun } from '@handover/contract/records/bulk.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { aCustomer, anId } from '#test-setup/records.ts';
import { openWork, getUrl, stubApi, type Call } from '#test-setup/work.tsx';
import { CustomerList } from '#test-setup/customer-list.tsx';

const users = [1, 2, 3].map((number) => aCustomer(number));

const run: BulkRun = {
  id: anId(900),
  recordType: 'customer',
  action: 'delete',
  subjectAction: 'delete',
  undoOf: null,
  status: 'running',
  statusDetail: null,
  counts: { total: 920, done: 300, skipped: 0 },
  canCancel: true,
  canUndo: false,
  createdBy: { id: aProfile().id, displayName: 'Me' },
  createdAt: '2026-11-20T15:00:00.000Z',
  finishedAt: null,
};

async function open(
  answers: Parameters<typeof stubApi>[0] = {},
  options: { address?: string; isPhone?: boolean } = {},
): Promise<Call[]> {
  const calls = stubApi(
    {
      'GET /users': () => ({ users, total: 921, nextCursor: null }),
      'GET /saved-views': () => ({ savedViews: [] }),
      'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
      'GET /bulk-runs/{id}': () => ({ bulkRun: run }),
      'POST /bulk-runs': () => ({ bulkRun: run }),
      ...answers,
    },
    aProfile({ role: 'ADMIN' }),
  );
  await openWork(<CustomerList />, { isPhone: true, ...options });
  await screen.findByRole('link', { name: 'Customer 1' });
  return calls;
}

const findBar = (): Promise<HTMLElement> => screen.findByRole('group', { name: 'Selection' });
const getBox = (number: number): HTMLElement =>
  screen.getByRole('checkbox', { name: `Select Customer ${String(number)}` });
const listTickedRows = (): boolean[] =>
  [1, 2, 3].map((number) => (getBox(number) as HTMLInputElement).checked);

beforeAll(async () => {
  await Promise.all([import('../bulk/bulk-dialog.tsx'), import('../bulk/list-actions.tsx')]);
});

it('folds what is needed less often above the cards into one button', async () => {
  const user = userEvent.setup();
  await open();
  expect(screen.getByRole('link', { name: 'Add customer' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  const more = screen.getByRole('button', { name: 'List actions', expanded: false });
  await user.click(more);
  expect(screen.getByRole('button', { name: 'Export' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Bulk actions' })).toBeVisible();
  await user.click(more);
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

describe('cards', () => {
  it('are links until Select is pressed', async () => {
    const user = userEvent.setup();
    await open();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Select', pressed: false }));
    expect(await findBar()).toHaveTextContent('0 selected');
    expect(screen.queryByRole('link', { name: 'Customer 1' })).not.toBeInTheDocument();
    expect(listTickedRows()).toEqual([false, false, false]);
    expect(within(await findBar()).queryByRole('button', { name: 'Assign' })).not.toBeInTheDocument();
  });

  it('are selected by a tap, by keyboard, and as a page', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(screen.getByRole('button', { name: 'Select' }));
    await user.click(screen.getByText('Customer 2'));
    expect(listTickedRows()).toEqual([false, true, false]);
    await user.tab();
    expect(getBox(3)).toHaveFocus();
    await user.keyboard(' ');
    expect(listTickedRows()).toEqual([false, true, true]);
    const page = screen.getByRole('checkbox', { name: 'Select all on this page' });
    expect(page).toBePartiallyChecked();
    await user.click(page);
    expect(listTickedRows()).toEqual([true, true, true]);
    expect(await findBar()).toHaveTextContent('3 selected');
  });

  it('are excluded from all that match', async () => {
    const user = userEvent.setup();
    const calls = await open({}, { address: '/?isUnsubscribed=true' });
    await user.click(screen.getByRole('button', { name: 'Select' }));
    await user.click(within(await findBar()).getByRole('button', { name: 'Select all 921' }));
    expect(listTickedRows()).toEqual([true, true, true]);
    await user.click(getBox(2));
    await user.click(within(await findBar()).getByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('menuitem', { name: 'Move to trash' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move 920 customers to the trash?' });
    await user.click(within(dialog).getByRole('button', { name: 'Move to trash' }));
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
        {
          recordType: 'customer',
          selection: { filter: { isUnsubscribed: 'true' }, exceptIds: [anId(2)] },
          input: { action: 'delete' },
        },
      ]),
    );
    await screen.findByRole('link', { name: 'Customer 1' });
    expect(screen.queryByRole('group', { name: 'Selection' })).not.toBeInTheDocument();
  });

  it('are links again once the selection is cleared, and the focus is back on the button', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(screen.getByRole('button', { name: 'Select' }));
    await user.click(getBox(1));
    await user.click(within(await findBar()).getByRole('button', { name: 'Clear selection' }));
    expect(screen.getByRole('link', { name: 'Customer 1' })).toBeVisible();
    const button = screen.getByRole('button', { name: 'Select', pressed: false });
    expect(button).toHaveFocus();
    await user.click(button);
    expect(listTickedRows()).toEqual([false, false, false]);
  });

  it('are selected again under another filter', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(screen.getByRole('button', { name: 'Select' }));
    await user.click(getBox(1));
    await user.click(screen.getByRole('button', { name: 'Unsubscribed' }));
    expect(getUrl().search).toBe('?isUnsubscribed=true');
    // The filter already has a chip.
    expect(screen.queryByRole('button', { name: 'Remove Unsubscribed' })).not.toBeInTheDocument();
    await waitFor(async () => expect(await findBar()).toHaveTextContent('0 selected'));
  });

  it('of a table have no such button, as its rows have boxes', async () => {
    await open({}, { isPhone: false });
    expect(screen.queryByRole('button', { name: 'Select' })).not.toBeInTheDocument();
    expect(getBox(1)).toBeVisible();
  });
});

describe('the workspace’s own columns on a card', () => {
  const names = ['Net worth', 'Buyer since', 'Practice', 'Chairs'];
  const fields = names.map((name, index) => ({
    id: anId(101 + index),
    name,
    kind: index === 0 ? 'money' : 'text',
    choices: [],
    isArchived: false,
    version: 1,
  }));
  const key = (index: number): string => `custom.${anId(101 + index)}`;
  const custom = {
    [anId(101)]: 125_000_000,
    [anId(102)]: 'Spring',
    [anId(103)]: 'Solo',
    [anId(104)]: 'Four',
  };
  const facts = (number: number): (string | null)[] => {
    const card = screen.getByRole('link', { name: `Customer ${String(number)}` }).closest('li');
    return [...(card?.querySelectorAll('dl > div') ?? [])].map(({ textContent }) => textContent);
  };

  it('are in the chosen order, three at most, without blank ones', async () => {
    await open(
      {
        'GET /users': () => ({
          users: [aCustomer(1, { custom }), aCustomer(2, { custom: { [anId(103)]: 'Group' } })],
          total: 2,
          nextCursor: null,
        }),
        'GET /custom-fields': () => ({ customFields: fields, currency: 'USD' }),
      },
      { address: `/?columns=${[key(2), 'email', key(0), key(1), key(3)].join(',')}` },
    );
    await waitFor(() =>
      expect(facts(1)).toEqual(['PracticeSolo', 'Net worth$1,250,000', 'Buyer sinceSpring']),
    );
    expect(facts(2)).toEqual(['PracticeGroup']);
  });

  it('are not there while none is chosen', async () => {
    await open({
      'GET /users': () => ({ users: [aCustomer(1, { custom })], total: 1, nextCursor: null }),
      'GET /custom-fields': () => ({ customFields: fields, currency: 'USD' }),
    });
    expect(facts(1)).toEqual([]);
  });
});
