import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aCustomer } from '#test-setup/records.ts';
import { openWork, getUrl, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import { CustomerList } from '#test-setup/customer-list.tsx';

const createPage = (
  numbers: readonly number[],
  { total = 921, nextCursor = null as string | null } = {},
) => ({
  users: numbers.map((number) => aCustomer(number)),
  total,
  nextCursor,
});
const listCalls = (calls: readonly Call[]): string[] =>
  calls.filter(({ path }) => path === '/users').map(({ query }) => query.toString());

describe('the customer list', () => {
  it('asks for what the address says, a page at a time', async () => {
    const calls = stubApi({ 'GET /users': () => createPage([1, 2]) });
    await openWork(<CustomerList />, { address: '/?status=banned&sort=-name&cursor=abc&page=2' });
    await screen.findByRole('link', { name: 'Customer 1' });
    expect(listCalls(calls)).toEqual(['status=banned&sort=-name&cursor=abc&limit=25']);
    expect(screen.getByText('921 customers')).toBeVisible();
    expect(screen.getByText('26–27 of 921')).toBeVisible();
  });

  it('pages forward and back with the cursors in the address and its history', async () => {
    const user = userEvent.setup();
    stubApi({
      'GET /users': ({ query }) =>
        query.get('cursor') === null ? createPage([1], { nextCursor: 'second' }) : createPage([2]),
    });
    await openWork(<CustomerList />);
    await screen.findByRole('link', { name: 'Customer 1' });
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByRole('link', { name: 'Customer 2' });
    expect(getUrl().search).toBe('?cursor=second&page=2');
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await screen.findByRole('link', { name: 'Customer 1' });
    expect(getUrl().search).toBe('');
  });

  it('falls back to the first page when a cursor is refused', async () => {
    stubApi({
      'GET /users': ({ query }) =>
        query.get('cursor') === null ? createPage([1]) : errorResponse(400, 'CURSOR_INVALID'),
    });
    await openWork(<CustomerList />, { address: '/?q=ann&cursor=old&page=7' });
    await screen.findByRole('link', { name: 'Customer 1' });
    expect(getUrl().search).toBe('?q=ann');
  });

  it('returns to the first page from one whose records have gone', async () => {
    stubApi({ 'GET /users': ({ query }) => createPage(query.get('cursor') === null ? [1] : []) });
    await openWork(<CustomerList />, { address: '/?q=ann&cursor=last&page=2' });
    await screen.findByRole('link', { name: 'Customer 1' });
    expect(getUrl().search).toBe('?q=ann');
  });

  it('searches once the typing rests, and keeps a space at the end', async () => {
    const user = userEvent.setup();
    const calls = stubApi({ 'GET /users': () => createPage([1]) });
    await openWork(<CustomerList />);
    const box = screen.getByRole('searchbox');
    await user.type(box, 'ann ');
    await waitFor(() => expect(getUrl().search).toBe('?q=ann'));
    expect(box).toHaveValue('ann ');
    expect(listCalls(calls).filter((query) => query.includes('q='))).toEqual(['q=ann&limit=25']);
  });

  it('shows what a search found before it is counted, then the total, and the exact one on request', async () => {
    const user = userEvent.setup();
    let answer: (total: object) => void = () => undefined;
    const calls = stubApi({
      'GET /users': () => ({ ...createPage([1], { nextCursor: 'second' }), total: null }),
      'GET /users/total': ({ query }) =>
        query.has('exact')
          ? { total: 12_345, isExact: true }
          : new Promise((resolve) => {
              answer = resolve;
            }),
    });
    await openWork(<CustomerList />, { address: '/?q=ann' });
    await screen.findByRole('link', { name: 'Customer 1' });
    expect(screen.getByText('1–1')).toBeVisible();
    answer({ total: 10_000, isExact: false });
    await user.click(await screen.findByRole('button', { name: 'Count all' }));
    expect(await screen.findByText('12,345 customers')).toBeVisible();
    expect(screen.getByText('1–1 of 12,345')).toBeVisible();
    expect(calls.filter(({ path }) => path === '/users/total').map(({ query }) => query.toString())).toEqual([
      'q=ann',
      'q=ann&exact=true',
    ]);
  });

  it('suggests similar records below those that were found, and says what matched', async () => {
    stubApi({
      'GET /users': () => ({
        ...createPage([1], { total: 1 }),
        similar: [aCustomer(2)],
        matched: { [aCustomer(1).id]: '+12005550100' },
      }),
    });
    await openWork(<CustomerList />, { address: '/?q=0100' });
    await screen.findByRole('link', { name: 'Customer 1' });
    const names = screen.getAllByRole('link', { name: /^Customer/ }).map((link) => link.textContent);
    expect(names).toEqual(['Customer 1', 'Customer 2']);
    expect(screen.getByRole('row', { name: /Customer 1/ })).toHaveTextContent('+12005550100');
    expect(screen.getByRole('rowheader', { name: /Did you mean/ })).toBeVisible();
    expect(screen.getByText('1 customer')).toBeVisible();
  });

  it('selects what matches without similar records, which are selected one by one', async () => {
    const user = userEvent.setup();
    stubApi({
      'GET /users': () => ({ ...createPage([1, 2], { total: 2 }), similar: [aCustomer(3)], matched: {} }),
    });
    await openWork(<CustomerList />, { address: '/?q=custmer' });
    const box = (name: string) => screen.getByRole('checkbox', { name });
    await screen.findByRole('link', { name: 'Customer 1' });
    await user.click(box('Select all on this page'));
    const bar = await screen.findByRole('group', { name: 'Selection' });
    expect(within(bar).getByText('2 selected')).toBeVisible();
    expect(box('Select Customer 3')).not.toBeChecked();
    await user.click(box('Select Customer 3'));
    expect(within(bar).getByText('3 selected')).toBeVisible();
    await user.click(box('Select Customer 2'));
    await user.click(box('Select Customer 3'));
    await user.click(within(bar).getByRole('button', { name: 'Select all 2' }));
    expect(within(bar).getByText('2 selected')).toBeVisible();
    expect(screen.queryByRole('rowheader', { name: /Did you mean/ })).toBeNull();
  });

  it('suggests similar records where nothing matches', async () => {
    stubApi({
      'GET /users': () => ({ ...createPage([], { total: 0 }), similar: [aCustomer(2)], matched: {} }),
    });
    await openWork(<CustomerList />, { address: '/?q=custmer' });
    expect(await screen.findByRole('link', { name: 'Customer 2' })).toBeVisible();
    expect(screen.getByText('No exact match.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  });

  it('sorts by a column ascending, descending and not at all', async () => {
    const user = userEvent.setup();
    stubApi({ 'GET /users': () => createPage([1]) });
    await openWork(<CustomerList />);
    const click = async (): Promise<void> =>
      user.click(await screen.findByRole('button', { name: 'Company' }));
    const header = () => screen.getByRole('columnheader', { name: 'Company' });
    const arrows = () =>
      screen
        .getAllByRole('columnheader')
        .filter((cell) => cell.querySelector('button[data-pending] svg') !== null)
        .map(({ textContent }) => textContent);
    await screen.findByRole('button', { name: 'Company' });
    expect(arrows()).toEqual([]);
    await click();
    expect([getUrl().search, header().getAttribute('aria-sort')]).toEqual(['?sort=company', 'ascending']);
    expect(arrows()).toEqual(['Company']);
    await click();
    expect([getUrl().search, header().getAttribute('aria-sort')]).toEqual(['?sort=-company', 'descending']);
    await click();
    expect([getUrl().search, header().getAttribute('aria-sort')]).toEqual(['', 'none']);
  });

  it('shows a filter as a chip that takes it off', async () => {
    const user = userEvent.setup();
    stubApi({ 'GET /users': () => createPage([1]) });
    await openWork(<CustomerList />);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'banned');
    expect(getUrl().search).toBe('?status=banned');
    await user.click(screen.getByRole('button', { name: 'Remove Banned' }));
    expect(getUrl().search).toBe('');
  });

  it('selects rows, across all that match too', async () => {
    const user = userEvent.setup();
    stubApi({ 'GET /users': () => createPage([1, 2]) });
    await openWork(<CustomerList />);
    await user.click(await screen.findByRole('checkbox', { name: 'Select Customer 2' }));
    const bar = await screen.findByRole('group', { name: 'Selection' });
    expect(within(bar).getByText('1 selected')).toBeVisible();
    await user.click(within(bar).getByRole('button', { name: 'Select all 921' }));
    expect(within(bar).getByText('921 selected')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Select Customer 1' }));
    expect(within(bar).getByText('920 selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select Customer 2' })).toBeChecked();
  });

  it('distinguishes an empty list, no match, and a failure', async () => {
    const user = userEvent.setup();
    let isUp = false;
    stubApi({ 'GET /users': () => (isUp ? createPage([], { total: 0 }) : errorResponse(500, 'INTERNAL')) });
    await openWork(<CustomerList />, { address: '/?q=zzz' });
    await screen.findByText('The customers could not be loaded');
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('No customers match');
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await screen.findByText('No customers yet');
  });

  it('shows a notice when the viewer has no access', async () => {
    stubApi({ 'GET /users': () => errorResponse(403, 'FORBIDDEN') });
    await openWork(<CustomerList />);
    await screen.findByText('No access');
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });

  it('is a list of cards on a phone', async () => {
    stubApi({ 'GET /users': () => createPage([1]) });
    await openWork(<CustomerList />, { isPhone: true });
    expect(await screen.findByRole('link', { name: 'Customer 1' })).toHaveAttribute(
      'href',
      `/admin/users/view/${aCustomer(1).id}`,
    );
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('has all filters behind one button on a phone', async () => {
    const user = userEvent.setup();
    stubApi({ 'GET /users': () => createPage([1]) });
    await openWork(<CustomerList />, { isPhone: true, address: '/?accountType=Corporate' });
    expect(screen.queryByRole('combobox', { name: 'Status' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const panel = await screen.findByRole('dialog', { name: 'Filters' });
    expect(await within(panel).findByRole('combobox', { name: 'Type' })).toHaveValue('Corporate');
    await user.selectOptions(within(panel).getByRole('combobox', { name: 'Status' }), 'banned');
    await user.selectOptions(within(panel).getByRole('combobox', { name: 'Broker' }), 'none');
    await user.click(within(panel).getByRole('button', { name: 'Apply' }));
    expect(new URLSearchParams(getUrl().search).toString()).toBe(
      'status=banned&accountType=Corporate&brokerId=none',
    );
  });
});
