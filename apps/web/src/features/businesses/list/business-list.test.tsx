import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { aBusiness, aBusinessDetail, anId } from '#test-setup/records.ts';
import { openWork, place, refusal, stubApi, type Call } from '#test-setup/work.tsx';
import { BusinessList } from './business-list.tsx';

const page = (businesses: readonly ReturnType<typeof aBusiness>[], nextCursor: string | null = null) => ({
  businesses,
  total: 60,
  nextCursor,
});
const listCalls = (calls: readonly Call[]): string[] =>
  calls
    .filter(({ path, method }) => path === '/businesses' && method === 'GET')
    .map(({ query }) => query.toString());

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

describe('the business list', () => {
  it('asks for what the address says, and leaves out what the contract would refuse', async () => {
    const calls = stubApi({ 'GET /businesses': () => page([aBusiness(1)]) });
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
        page([
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

  it('filters, says so in a chip, and forgets it again', async () => {
    const user = userEvent.setup();
    stubApi({ 'GET /businesses': () => page([aBusiness(1)]) });
    await openWork(<BusinessList />, { address: '/?cursor=abc&page=3' });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Stage' }), 'under_offer');
    await waitFor(() => expect(place().search).toBe('?stage=under_offer'));
    await user.click(await screen.findByRole('button', { name: 'Remove Under offer' }));
    await waitFor(() => expect(place().search).toBe(''));
  });

  it('calls the stages as the workspace does, in rows, filter, chips and views', async () => {
    const stageNames = { staff: { on_market: 'Listed' }, client: { on_market: 'For sale' } };
    stubApi(
      { 'GET /businesses': () => page([aBusiness(1, { stage: 'on_market' })]) },
      aProfile({ stageNames }),
    );
    await openWork(<BusinessList />, { address: '/?stage=on_market&isStuck=true' });
    expect(await screen.findByRole('cell', { name: 'Listed' })).toBeVisible();
    expect(screen.getByRole('option', { name: 'Listed' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove Listed' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove Not moving' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Listed' })).toBeVisible();
    expect(screen.queryByText(/On market|For sale/)).toBeNull();
  });

  it('sorts by a column ascending, descending and not at all', async () => {
    const user = userEvent.setup();
    stubApi({ 'GET /businesses': () => page([aBusiness(1)]) });
    await openWork(<BusinessList />);
    for (const sort of ['?sort=askingPrice', '?sort=-askingPrice', '']) {
      await user.click(await screen.findByRole('button', { name: 'Asking price' }));
      await waitFor(() => expect(place().search).toBe(sort));
    }
  });

  it('tells no match, nothing yet, not open and failed apart', async () => {
    const empty = { businesses: [], total: 0, nextCursor: null };
    stubApi({ 'GET /businesses': () => empty });
    const { unmount } = await openWork(<BusinessList />, { address: '/?q=zzz' });
    expect(await screen.findByText('No businesses match')).toBeVisible();
    unmount();
    const second = await openWork(<BusinessList />);
    expect(await screen.findByText('No businesses yet')).toBeVisible();
    second.unmount();
    stubApi({ 'GET /businesses': () => refusal(403, 'FORBIDDEN') });
    const third = await openWork(<BusinessList />);
    expect(await screen.findByText('Not open to you')).toBeVisible();
    third.unmount();
    stubApi({ 'GET /businesses': () => refusal(500, 'INTERNAL') });
    await openWork(<BusinessList />);
    expect(await screen.findByText('The businesses could not be loaded')).toBeVisible();
  });

  it('creates for the owner that the link named, with amounts in cents, and leads to the record', async () => {
    const user = userEvent.setup();
    const ownerId = anId(7);
    const calls = stubApi({
      'GET /businesses': () => page([]),
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
    expect(await screen.findByText('Write an amount such as 1,250,000 or 1.25M')).toBeVisible();
    await user.clear(screen.getByRole('textbox', { name: 'SDE' }));
    await user.click(screen.getByRole('button', { name: 'Create business' }));
    await waitFor(() => expect(place().pathname).toBe(`/admin/business-center/businesses/${anId(9)}`));
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name: 'Cedar Grove',
      ownerId,
      askingPriceCents: 125_000_000,
      sdeCents: null,
    });
  }, 20_000);
});
