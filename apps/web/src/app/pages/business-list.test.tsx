import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { aBusiness, aBusinessDetail, anId } from '#test-setup/records.ts';
import { openWork, getUrl, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import BusinessList from './business-list.tsx';

const createPage = (
  businesses: readonly ReturnType<typeof aBusiness>[],
  nextCursor: string | null = null,
) => ({
  businesses,
  total: 60,
  nextCursor,
});
const listCalls = (calls: readonly Call[]): string[] =>
  calls
    .filter(({ path, method }) => path === '/businesses' && method === 'GET')
    .map(({ query }) => query.toString());

describe('the business list', () => {
  it('requests what the URL says, without invalid parts', async () => {
    const calls = stubApi({ 'GET /businesses': () => createPage([aBusiness(1)]) });
    await openWork(<BusinessList />, {
      address: '/?stage=on_market&type=bakery&isOpen=true&sort=-askingPrice&cursor=abc&page=2',
    });
    await screen.findByRole('link', { name: 'Business 1' });
    expect(listCalls(calls)).toEqual(['stage=on_market&isOpen=true&sort=-askingPrice&cursor=abc&limit=25']);
    expect(screen.getByText('60 businesses')).toBeVisible();
    expect(screen.getByText('26–26 of 60')).toBeVisible();
  });

  it('shows prices without empty cents, and a reduced one before the old', async () => {
    stubApi({
      'GET /businesses': () =>
        createPage([
          aBusiness(1, {
            askingPriceCents: 125_000_000,
            reducedPriceCents: 119_950_050,
            marketLabel: 'sale',
          }),
        ]),
    });
    await openWork(<BusinessList />);
    expect(await screen.findByText('$1,250,000')).toBeInTheDocument();
    expect(screen.getByText('$1,199,500.50')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Business 1' })).toHaveAttribute(
      'href',
      `/admin/business-center/businesses/${anId(1)}`,
    );
  });

  it('filters, shows a chip, and removes it', async () => {
    const user = userEvent.setup();
    stubApi({ 'GET /businesses': () => createPage([aBusiness(1)]) });
    await openWork(<BusinessList />, { address: '/?cursor=abc&page=3' });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Stage' }), 'under_offer');
    await waitFor(() => expect(getUrl().search).toBe('?stage=under_offer'));
    await user.click(await screen.findByRole('button', { name: 'Remove Under offer' }));
    await waitFor(() => expect(getUrl().search).toBe(''));
  });

  it('names stages as the workspace does', async () => {
    const stageNames = { staff: { on_market: 'Listed' }, client: { on_market: 'For sale' } };
    stubApi(
      { 'GET /businesses': () => createPage([aBusiness(1, { stage: 'on_market' })]) },
      aProfile({ stageNames }),
    );
    await openWork(<BusinessList />, { address: '/?stage=on_market&isStuck=true' });
    expect(await screen.findByRole('cell', { name: 'Listed' })).toBeVisible();
    expect(screen.getByRole('option', { name: 'Listed' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove Listed' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove Stalled' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Listed' })).toBeVisible();
    expect(screen.queryByText(/On market|For sale/)).toBeNull();
  });

  it('sorts by a column ascending, descending and not at all', async () => {
    const user = userEvent.setup();
    stubApi({ 'GET /businesses': () => createPage([aBusiness(1)]) });
    await openWork(<BusinessList />);
    for (const sort of ['?sort=askingPrice', '?sort=-askingPrice', '']) {
      await user.click(await screen.findByRole('button', { name: 'Asking price' }));
      await waitFor(() => expect(getUrl().search).toBe(sort));
    }
  });

  it('distinguishes no match, empty, no access, and failed', async () => {
    const empty = { businesses: [], total: 0, nextCursor: null };
    stubApi({ 'GET /businesses': () => empty });
    const { unmount } = await openWork(<BusinessList />, { address: '/?q=zzz' });
    expect(await screen.findByText('No businesses match')).toBeVisible();
    unmount();
    const second = await openWork(<BusinessList />);
    expect(await screen.findByText('No businesses yet')).toBeVisible();
    second.unmount();
    stubApi({ 'GET /businesses': () => errorResponse(403, 'FORBIDDEN') });
    const third = await openWork(<BusinessList />);
    expect(await screen.findByText('No access')).toBeVisible();
    third.unmount();
    stubApi({ 'GET /businesses': () => errorResponse(500, 'INTERNAL') });
    await openWork(<BusinessList />);
    expect(await screen.findByText('The businesses could not be loaded')).toBeVisible();
  });

  it('creates for the owner that the link named, with amounts in cents, and leads to the record', async () => {
    const user = userEvent.setup();
    const ownerId = anId(7);
    const calls = stubApi({
      'GET /businesses': () => createPage([]),
      'GET /users/{id}': () => ({ user: { id: ownerId, name: 'Olivia Owner' } }),
      'GET /users': () => ({ users: [], total: 0, nextCursor: null }),
      'POST /businesses': () => ({ business: aBusinessDetail(9) }),
    });
    await openWork(<BusinessList />, { address: `/?ownerId=${ownerId}&create=true` });
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }, { timeout: 5_000 }), 'Cedar Grove');
    expect(screen.getByRole('combobox', { name: 'Owner' })).toHaveValue('Olivia Owner');
    const price = screen.getByRole('textbox', { name: 'Asking price' });
    await user.type(price, '1.25M');
    await user.type(screen.getByRole('textbox', { name: 'SDE' }), 'a lot');
    expect(price).toHaveValue('1,250,000');
    await user.click(screen.getByRole('button', { name: 'Create business' }));
    expect(await screen.findByText('Enter an amount such as 1,250,000 or 1.25M')).toBeVisible();
    await user.clear(screen.getByRole('textbox', { name: 'SDE' }));
    await user.click(screen.getByRole('button', { name: 'Create business' }));
    await waitFor(() => expect(getUrl().pathname).toBe(`/admin/business-center/businesses/${anId(9)}`));
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name: 'Cedar Grove',
      ownerId,
      askingPriceCents: 125_000_000,
      sdeCents: null,
    });
  }, 40_000);
});

describe('the list kit on businesses', () => {
  const price = 125_000_000;
  const views = (name: string) => ({
    id: anId(800),
    recordType: 'business',
    name,
    isShared: true,
    settings: { filter: { type: 'dental' }, sort: '-sde,name', columns: ['sdeCents'], density: null },
    owner: { id: aProfile().id, displayName: 'Me' },
    updatedAt: '2026-11-20T15:00:00.000Z',
    version: 1,
    abilities: { canUpdate: true },
  });
  const run = {
    id: anId(900),
    recordType: 'business',
    action: 'setMarketLabel',
    subjectAction: 'setMarketLabel',
    undoOf: null,
    status: 'done',
    statusDetail: null,
    counts: { total: 60, done: 58, skipped: 2 },
    canCancel: false,
    canUndo: true,
    createdBy: { id: aProfile().id, displayName: 'Me' },
    createdAt: '2026-11-20T15:00:00.000Z',
    finishedAt: null,
  };

  async function open(answers: Parameters<typeof stubApi>[0] = {}, address = '/'): Promise<Call[]> {
    const calls = stubApi({
      'GET /businesses': () => createPage([aBusiness(1, { askingPriceCents: price }), aBusiness(2)]),
      'GET /saved-views': () => ({ savedViews: [views('Dental, by SDE')] }),
      'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
      'GET /custom-fields': () => ({ customFields: [], currency: 'USD' }),
      'GET /bulk-runs/{id}': () => ({ bulkRun: run }),
      'POST /bulk-runs': () => ({ bulkRun: run }),
      ...answers,
    });
    await openWork(<BusinessList />, { address });
    await screen.findByRole('link', { name: 'Business 1' });
    return calls;
  }
  const sent = (calls: readonly Call[], method: string, path: string) =>
    calls.filter((call) => call.method === method && call.path === path).map(({ body }) => body);

  it('opens saved views of businesses with filter, columns, and several sort keys', async () => {
    const user = userEvent.setup();
    const calls = await open();
    await user.click(await screen.findByRole('link', { name: /^Dental, by SDE/ }));
    expect(getUrl().searchParams.get('sort')).toBe('-sde,name');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Business2',
      'SDE1',
    ]);
    const queries = calls.filter(({ path }) => path === '/saved-views').map(({ query }) => query.toString());
    expect(new Set(queries)).toEqual(new Set(['recordType=business']));
  });

  it('runs a bulk action on all that match, and undoes it', async () => {
    const user = userEvent.setup();
    const undone = { ...run, id: anId(901), action: 'undo', canUndo: false };
    const calls = await open({ 'POST /bulk-runs/{id}/undo': () => ({ bulkRun: undone }) }, '/?type=dental');
    await user.click(screen.getByRole('checkbox', { name: 'Select Business 1' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 60' }));
    await user.click(screen.getByRole('button', { name: 'Set label' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set the market label for 60 businesses' });
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Market label' }), 'New');
    await user.click(within(dialog).getByRole('button', { name: 'Set label' }));
    expect(await screen.findByText('58 businesses labeled, 2 skipped')).toBeVisible();
    expect(sent(calls, 'POST', '/bulk-runs')).toEqual([
      {
        recordType: 'business',
        selection: { filter: { type: 'dental' } },
        input: { action: 'setMarketLabel', marketLabel: 'new' },
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent(calls, 'POST', `/bulk-runs/${anId(900)}/undo`)).toHaveLength(1));
  });

  it('edits an amount in place, and says when it is not one', async () => {
    const user = userEvent.setup();
    let business = aBusinessDetail(1, { askingPriceCents: price });
    const calls = await open({
      'GET /businesses': () => createPage([business]),
      'PATCH /businesses/{id}': () => {
        business = aBusinessDetail(1, { askingPriceCents: 130_000_000, version: 2 });
        return { business };
      },
    });
    const label = 'Asking price for Business 1';
    await user.click(screen.getByRole('button', { name: 'Edit asking price for Business 1' }));
    const field = await screen.findByRole('textbox', { name: label }, { timeout: 5_000 });
    expect(field).toHaveValue('1,250,000');
    await user.clear(field);
    await user.type(field, 'a lot{Enter}');
    expect(await screen.findByText('Enter an amount such as 1,250,000 or 1.25M')).toBeVisible();
    await user.clear(field);
    await user.type(field, '1.3M{Enter}');
    await waitFor(() =>
      expect(sent(calls, 'PATCH', `/businesses/${anId(1)}`)).toEqual([
        { version: 1, askingPriceCents: 130_000_000 },
      ]),
    );
    expect(await screen.findByText('$1,300,000')).toBeVisible();
  });

  it('exports the selected businesses in the order shown', async () => {
    const user = userEvent.setup();
    const calls = await open(
      { 'POST /businesses/export': () => ({ ticket: { url: '#', expiresAt: run.createdAt } }) },
      '/?sort=-askingPrice,name',
    );
    await user.click(screen.getByRole('checkbox', { name: 'Select Business 2' }));
    const bar = await screen.findByRole('group', { name: 'Selection' });
    await user.click(within(bar).getByRole('button', { name: 'Export' }));
    await waitFor(() =>
      expect(sent(calls, 'POST', '/businesses/export')).toEqual([
        { filter: {}, ids: [anId(2)], sort: '-askingPrice,name' },
      ]),
    );
  });
});
