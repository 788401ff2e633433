import type { BulkRun } from '@handover/contract/records/bulk.ts';
import type { SavedView } from '@handover/contract/records/saved-views.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCustomer, aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, getUrl, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import { aProfile } from '#test-setup/profile.ts';
import { startShortcuts } from '#shared/shortcuts/shortcuts.ts';
import { CustomerList } from '#test-setup/customer-list.tsx';

const columnsKey = `customerColumns:${aProfile().id}:${aProfile().workspaceId ?? ''}`;
const time = '2026-11-20T15:00:00.000Z';
const users = [1, 2, 3, 4].map((number) => aCustomer(number, { phone: `555 000${String(number)}` }));

function aRun(parts: Partial<BulkRun> = {}): BulkRun {
  return {
    id: anId(900),
    recordType: 'customer',
    action: 'tag',
    subjectAction: 'tag',
    undoOf: null,
    status: 'running',
    statusDetail: null,
    counts: { total: 921, done: 300, skipped: 0 },
    canCancel: true,
    canUndo: false,
    createdBy: { id: aProfile().id, displayName: 'Me' },
    createdAt: time,
    finishedAt: null,
    ...parts,
  };
}

function aView(parts: Partial<SavedView> = {}): SavedView {
  return {
    id: anId(800),
    recordType: 'customer',
    name: 'Banned ones',
    isShared: false,
    settings: { filter: { status: 'banned' }, sort: '-name', columns: ['phone', 'tags'], density: null },
    owner: { id: aProfile().id, displayName: 'Me' },
    updatedAt: time,
    version: 3,
    abilities: { canUpdate: true },
    ...parts,
  };
}

type ApiResponses = Parameters<typeof stubApi>[0];

async function open(answers: ApiResponses = {}, address = '/'): Promise<Call[]> {
  const calls = stubApi(
    {
      'GET /users': () => ({ users, total: 921, nextCursor: null }),
      'GET /saved-views': () => ({ savedViews: [] }),
      'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
      ...answers,
    },
    aProfile({ role: 'ADMIN' }),
  );
  await openWork(<CustomerList />, { address });
  await screen.findByRole('link', { name: 'Customer 1' });
  return calls;
}

const getBodies = (calls: readonly Call[], method: string, path: string): unknown[] =>
  calls.filter((call) => call.method === method && call.path === path).map(({ body }) => body);
const getBox = (number: number): HTMLElement =>
  screen.getByRole('checkbox', { name: `Select Customer ${String(number)}` });

// The lazy modules of the screen are loaded up front, because the first import is slow on a busy machine.
beforeAll(async () => {
  await Promise.all([
    import('./bulk/bulk-dialog.tsx'),
    import('./bulk/bulk-runs.tsx'),
    import('./table/cell-editor.tsx'),
    import('./bulk/list-actions.tsx'),
    import('./views/save-view-dialog.tsx'),
  ]);
});

let stop: () => void;
beforeEach(() => {
  stop = startShortcuts();
});
afterEach(() => stop());

describe('a bulk action', () => {
  it('selects a range with Shift and sends the selected ids', async () => {
    const user = userEvent.setup();
    const calls = await open({
      'POST /bulk-runs': () => ({ bulkRun: aRun() }),
      'GET /bulk-runs/{id}': () => ({ bulkRun: aRun() }),
    });
    await user.click(getBox(1));
    fireEvent.click(getBox(3), { shiftKey: true });
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('menuitem', { name: 'Move to trash' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move 3 customers to the trash?' });
    await user.click(within(dialog).getByRole('button', { name: 'Move to trash' }));
    await screen.findByText(/300 of 921/);
    expect(getBodies(calls, 'POST', '/bulk-runs')).toEqual([
      {
        recordType: 'customer',
        selection: { filter: {}, ids: [1, 2, 3].map(anId) },
        input: { action: 'delete' },
      },
    ]);
    expect(screen.queryByRole('group', { name: 'Selection' })).not.toBeInTheDocument();
  });

  it('sends the filter and the exceptions when all are selected, and requires a reason', async () => {
    const user = userEvent.setup();
    const calls = await open(
      { 'POST /bulk-runs': () => ({ bulkRun: aRun() }), 'GET /bulk-runs/{id}': () => ({ bulkRun: aRun() }) },
      '/?accountType=Individual',
    );
    await user.click(getBox(1));
    await user.click(screen.getByRole('button', { name: 'Select all 921' }));
    await user.click(getBox(2));
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('menuitem', { name: 'Ban' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ban 920 customers?' });
    await user.click(within(dialog).getByRole('button', { name: 'Ban' }));
    expect(within(dialog).getByRole('textbox')).toBeInvalid();
    await user.type(within(dialog).getByRole('textbox'), 'Breach');
    await user.click(within(dialog).getByRole('button', { name: 'Ban' }));
    await waitFor(() =>
      expect(getBodies(calls, 'POST', '/bulk-runs')).toEqual([
        {
          recordType: 'customer',
          selection: { filter: { accountType: 'Individual' }, exceptIds: [anId(2)] },
          input: { action: 'ban', reason: 'Breach' },
        },
      ]),
    );
  });

  it('is shown again after leaving the page and can be stopped', async () => {
    const user = userEvent.setup();
    const calls = await open({
      'GET /bulk-runs': () => ({ bulkRuns: [aRun()], total: 1, nextCursor: null }),
      'GET /bulk-runs/{id}': () => ({ bulkRun: aRun() }),
      'POST /bulk-runs/{id}/cancel': () => ({ bulkRun: aRun({ status: 'canceled', canCancel: false }) }),
    });
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(getBodies(calls, 'POST', `/bulk-runs/${anId(900)}/cancel`)).toHaveLength(1));
  });

  it('shows the result for each record and is undone', async () => {
    const user = userEvent.setup();
    const done = aRun({
      status: 'done',
      canCancel: false,
      canUndo: true,
      counts: { total: 3, done: 2, skipped: 1 },
    });
    const calls = await open(
      {
        'GET /bulk-runs/{id}': () => ({ bulkRun: done }),
        'GET /bulk-runs/{id}/rows': () => ({
          rows: [
            { recordId: anId(1), name: 'Ann', outcome: 'done', reason: null, messageStatus: 'sent' },
            {
              recordId: anId(2),
              name: 'Bob',
              outcome: 'skipped',
              reason: 'Has the tag already.',
              messageStatus: null,
            },
          ],
          total: 2,
          nextCursor: null,
        }),
        'POST /bulk-runs/{id}/undo': () => ({ bulkRun: aRun({ id: anId(901), action: 'undo' }) }),
      },
      `/?bulk=${anId(900)}`,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Bulk action results' });
    expect(await within(dialog).findByText('Has the tag already.')).toBeVisible();
    expect(within(dialog).getByText('Sent')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(getBodies(calls, 'POST', `/bulk-runs/${anId(900)}/undo`)).toHaveLength(1));
  });
});

describe('views', () => {
  it('are opened by a link with all settings', async () => {
    const user = userEvent.setup();
    await open({ 'GET /saved-views': () => ({ savedViews: [aView()] }) });
    await user.click(await screen.findByRole('link', { name: 'Banned ones' }));
    expect(getUrl().search).toBe(`?view=${anId(800)}&status=banned&sort=-name&columns=phone%2Ctags`);
    expect(screen.getByRole('link', { name: 'Banned ones' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Name',
      'Phone',
      'Tags',
    ]);
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });

  it('offer to be saved after a change', async () => {
    const user = userEvent.setup();
    const changed = aView({ version: 4 });
    const calls = await open(
      {
        'GET /saved-views': () => ({ savedViews: [aView()] }),
        'PATCH /saved-views/{id}': () => ({ savedView: changed }),
      },
      `/?view=${anId(800)}&status=banned&sort=-name`,
    );
    await screen.findByRole('link', { name: 'Banned ones' });
    await user.click(screen.getByRole('button', { name: 'New this month' }));
    await user.click(screen.getByRole('button', { name: 'Unsubscribed' }));
    expect(screen.getByRole('button', { name: 'Save as' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(getBodies(calls, 'PATCH', `/saved-views/${anId(800)}`)).toEqual([
        {
          version: 3,
          settings: {
            filter: { status: 'banned', isUnsubscribed: 'true', created: 'month' },
            sort: '-name',
            columns: ['phone', 'tags'],
            density: null,
          },
        },
      ]),
    );
  });

  it('are offered only for a changed list', async () => {
    const user = userEvent.setup();
    await open();
    expect(screen.queryByRole('button', { name: 'Save view' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Phone column' }));
    await user.click(screen.getByRole('menuitem', { name: 'Hide column' }));
    expect(screen.getByRole('button', { name: 'Save view' })).toBeVisible();
  });

  it('are created from the list on screen, with its columns', async () => {
    localStorage.setItem(columnsKey, 'tags,phone');
    const user = userEvent.setup();
    const savedViews: SavedView[] = [];
    const calls = await open({
      'GET /saved-views': () => ({ savedViews }),
      'POST /saved-views': () => {
        savedViews.push(aView({ name: 'Mine' }));
        return { savedView: savedViews[0] };
      },
    });
    await user.click(screen.getByRole('button', { name: 'Mine' }));
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save view' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Mine');
    await user.click(within(dialog).getByRole('checkbox'));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByRole('link', { name: /^Mine/ });
    expect(getBodies(calls, 'POST', '/saved-views')).toEqual([
      {
        recordType: 'customer',
        name: 'Mine',
        isShared: true,
        settings: {
          filter: { brokerId: 'me' },
          sort: null,
          columns: ['tags', 'phone'],
          density: 'standard',
        },
      },
    ]);
  });
});

describe('columns', () => {
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

  it('are moved and hidden without a mouse, and stay so', async () => {
    const user = userEvent.setup();
    await open();
    const choose = async (column: string, item: string): Promise<void> => {
      await user.click(screen.getByRole('button', { name: `${column} column` }));
      await user.click(screen.getByRole('menuitem', { name: item }));
    };
    await choose('Broker', 'Move left');
    await choose('Company', 'Hide column');
    expect(heads().slice(1, 5)).toEqual(['Name', 'Broker', 'Last contact', 'Tags']);
    expect(localStorage.getItem(columnsKey)).toMatch(/^broker,lastContactAt,tags/);
  });

  it('are sorted by several with Shift, and say which comes first', async () => {
    await open();
    const click = (name: string, shiftKey = false): boolean =>
      fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}(?! column)`) }), { shiftKey });
    click('Company');
    click('Name', true);
    click('Name', true);
    expect(getUrl().searchParams.get('sort')).toBe('company,-name');
    expect(screen.getByRole('columnheader', { name: /^Company/ })).toHaveAttribute('aria-sort', 'ascending');
    expect(screen.getByTitle('second key, descending')).toHaveTextContent('2');
  });
});

describe('the keyboard', () => {
  it('walks the rows, selects and opens them', async () => {
    const user = userEvent.setup();
    await open();
    await user.keyboard('j');
    const row = (number: number) =>
      screen.getByRole('row', { name: new RegExp(`Customer ${String(number)}\\b`) });
    expect(row(1)).toHaveFocus();
    await user.keyboard('{ArrowDown}j{ArrowUp}');
    expect(row(2)).toHaveFocus();
    await user.keyboard('xjjX');
    expect([1, 2, 3, 4].map((number) => (getBox(number) as HTMLInputElement).checked)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    await user.keyboard('k{Enter}');
    expect(getUrl().pathname).toBe(`/admin/users/view/${anId(3)}`);
  });

  it('has one row in the tab order', async () => {
    await open();
    expect(screen.getAllByRole('row').filter((row) => row.tabIndex === 0)).toHaveLength(1);
  });
});

describe('editing in place', () => {
  it('saves with Enter and discards with Escape', async () => {
    const user = userEvent.setup();
    const saved = aCustomerDetail(1, { phone: '555 9', version: 2 });
    const calls = await open({ 'PATCH /users/{id}': () => ({ user: saved }) }, '/?columns=phone,email');
    await user.keyboard('je');
    const field = await screen.findByRole('textbox', { name: 'Phone for Customer 1' });
    expect(field).toHaveFocus();
    await user.type(field, 'nonsense{Escape}');
    expect(screen.queryByRole('textbox', { name: /^Phone for/ })).not.toBeInTheDocument();
    expect(screen.getByRole('row', { name: /Customer 1\b/ })).toHaveFocus();
    await user.keyboard('e');
    const again = await screen.findByRole('textbox', { name: 'Phone for Customer 1' });
    await user.clear(again);
    await user.type(again, '555 9{Enter}');
    await waitFor(() =>
      expect(getBodies(calls, 'PATCH', `/users/${anId(1)}`)).toEqual([{ version: 1, phone: '555 9' }]),
    );
  });

  it('moves with Tab to the next cell in column order', async () => {
    const user = userEvent.setup();
    await open({}, '/?columns=company,email,phone');
    await user.keyboard('je');
    await screen.findByRole('textbox', { name: 'Company for Customer 1' });
    await user.tab();
    expect(await screen.findByRole('textbox', { name: 'Phone for Customer 1' })).toHaveFocus();
    await user.tab({ shift: true });
    expect(await screen.findByRole('textbox', { name: 'Company for Customer 1' })).toHaveFocus();
    await user.tab({ shift: true });
    expect(screen.queryByRole('textbox', { name: /of Customer 1$/ })).not.toBeInTheDocument();
    expect(screen.getByRole('row', { name: /Customer 1\b/ })).toHaveFocus();
  });

  it('is not possible in the trash', async () => {
    const user = userEvent.setup();
    const deleted = users.map((customer) => ({ ...customer, deletedAt: time }));
    await open({ 'GET /users': () => ({ users: deleted, total: 4, nextCursor: null }) }, '/?deleted=true');
    await user.keyboard('je');
    expect(screen.queryByRole('textbox', { name: 'Phone for Customer 1' })).not.toBeInTheDocument();
  });

  it('asks before it overwrites a newer value', async () => {
    const user = userEvent.setup();
    const theirs = aCustomerDetail(1, { phone: '555 7777', version: 5 });
    let isFirst = true;
    const patch = () => {
      if (!isFirst) return { user: { ...theirs, phone: '555 9', version: 6 } };
      isFirst = false;
      return errorResponse(409, 'STALE_VERSION', { current: theirs });
    };
    const answers = { 'PATCH /users/{id}': patch, 'GET /users/{id}': () => ({ user: theirs }) };
    const calls = await open(answers, '/?columns=phone,email');
    await user.keyboard('je');
    const field = await screen.findByRole('textbox', { name: 'Phone for Customer 1' });
    await user.clear(field);
    await user.type(field, '555 9{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this value' });
    expect(dialog).toHaveTextContent('The current value is “555 7777”');
    await user.click(within(dialog).getByRole('button', { name: 'Save mine' }));
    const patches = [1, 5].map((version) => ({ version, phone: '555 9' }));
    await waitFor(() => expect(getBodies(calls, 'PATCH', `/users/${anId(1)}`)).toEqual(patches));
  });
});
