import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import { aDeal, createDealResponses } from '#test-setup/deals.ts';
import { openWork, getUrl, errorResponse, stubApi } from '#test-setup/work.tsx';
import DealListPage from './deal-list.tsx';

beforeEach(() => {
  class Unseen {
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Unseen);
});

const findColumn = (name: RegExp) => screen.findByRole('region', { name }, { timeout: 10_000 });
const listCards = async (name: RegExp): Promise<(string | null)[]> =>
  within(await findColumn(name))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);
const open = (address = '/?layout=board') => openWork(<DealListPage />, { address });

async function moveByMenu(name: string, to: string): Promise<void> {
  const user = userEvent.setup();
  const menu = await screen.findByRole('button', { name: `Move ${name}` }, { timeout: 10_000 });
  menu.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: `Move to ${to}` }));
}

it('shows count and total of each column, each currency apart', async () => {
  const deals = [
    aDeal(1, { valueCents: 125_000_000 }),
    aDeal(2, { valueCents: 75_000_000 }),
    aDeal(3, { valueCents: 50_000, currency: 'CAD' }),
  ];
  stubApi(createDealResponses(() => deals));
  await open();
  const inquiry = await findColumn(/^Inquiry 3/);
  expect(within(inquiry).getByText('$2,000,000')).toBeVisible();
  expect(within(inquiry).getAllByText('CA$500')).toHaveLength(2);
});

it('moves a card by its menu at once, and with it its amount', async () => {
  let deal = aDeal(1, { valueCents: 125_000_000 });
  let answer: () => void = () => undefined;
  const calls = stubApi({
    ...createDealResponses(() => [deal]),
    'POST /deals/{id}/move': async ({ body }) => {
      await new Promise<void>((resolve) => (answer = resolve));
      deal = { ...deal, ...(body as object), version: deal.version + 1 };
      return { deal };
    },
  });
  await open();
  expect(await findColumn(/^Inquiry 1/)).toBeVisible();
  await moveByMenu('Buyer 1', 'NDA signed');
  // The card moves before the server has answered.
  await waitFor(async () => expect(await listCards(/^NDA signed 1/)).toEqual(['Buyer 1']));
  expect(within(await findColumn(/^NDA signed 1/)).getAllByText('$1,250,000')).toHaveLength(2);
  expect(await listCards(/^Inquiry 0/)).toEqual([]);
  answer();
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { version: 1, stage: 'nda_signed' },
    ]),
  );
  expect(await listCards(/^NDA signed 1/)).toEqual(['Buyer 1']);
});

it('moves a card again before the first move was answered', async () => {
  const answers = createDealResponses(() => [aDeal(1)]);
  const release: (() => void)[] = [];
  const never = new Promise(() => undefined);
  const calls = stubApi({
    ...answers,
    // The board is not reloaded after the moves.
    'GET /deals': (call) => (release.length > 0 ? never : answers['GET /deals'](call)),
    'POST /deals/{id}/move': async ({ body }) => {
      await new Promise<void>((resolve) => release.push(resolve));
      return { deal: aDeal(1, { ...(body as object), version: release.length + 1 }) };
    },
  });
  const moves = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await open();
  await moveByMenu('Buyer 1', 'NDA signed');
  await waitFor(async () => expect(await listCards(/^NDA signed/)).toEqual(['Buyer 1']));
  await moveByMenu('Buyer 1', 'Qualified');
  await waitFor(async () => expect(await listCards(/^Qualified/)).toEqual(['Buyer 1']));
  expect(moves()).toHaveLength(1);
  release[0]?.();
  await waitFor(() => expect(release).toHaveLength(2));
  expect(await listCards(/^NDA signed/)).toEqual([]);
  release[1]?.();
  await waitFor(() =>
    expect(moves()).toEqual([
      { version: 1, stage: 'nda_signed' },
      { version: 2, stage: 'qualified' },
    ]),
  );
  expect(await listCards(/^Qualified/)).toEqual(['Buyer 1']);
});

it('puts a card back when the move is refused', async () => {
  const answers = createDealResponses(() => [aDeal(1)]);
  let isRefused = false;
  const never = new Promise(() => undefined);
  stubApi({
    ...answers,
    'GET /deals': (call) => (isRefused ? never : answers['GET /deals'](call)),
    'POST /deals/{id}/move': () => {
      isRefused = true;
      return errorResponse(409, 'STALE_VERSION', { detail: 'Someone else was faster.' });
    },
  });
  await open();
  await moveByMenu('Buyer 1', 'NDA signed');
  expect(await screen.findByText('Someone else was faster.')).toBeVisible();
  expect(await listCards(/^Inquiry 1/)).toEqual(['Buyer 1']);
  expect(await listCards(/^NDA signed 0/)).toEqual([]);
});

it('shows what the gate requires when a move is refused for it, and puts the card back', async () => {
  stubApi({
    ...createDealResponses(() => [aDeal(1)]),
    'POST /deals/{id}/move': () =>
      errorResponse(422, 'GATE_NOT_MET', { detail: 'Before moving on, complete: signed NDA in effect.' }),
  });
  await open();
  await moveByMenu('Buyer 1', 'NDA signed');
  const dialog = await screen.findByRole('dialog', { name: 'Move Buyer 1' }, { timeout: 10_000 });
  expect(await within(dialog).findByText(/Signed NDA in effect/)).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(await listCards(/^Inquiry 1/)).toEqual(['Buyer 1']);
});

it('names the stage that a card can move to, also one that the view leaves out', async () => {
  stubApi(createDealResponses(() => [aDeal(1)]));
  await open('/?layout=board&isOpen=true');
  expect(screen.queryByRole('region', { name: /^Lost/ })).toBeNull();
  await moveByMenu('Buyer 1', 'Lost');
  expect(await screen.findByRole('dialog', { name: 'Move Buyer 1' }, { timeout: 10_000 })).toBeVisible();
});

it('asks why a deal is lost before it moves', async () => {
  const calls = stubApi({
    ...createDealResponses(() => [aDeal(1)]),
    'POST /deals/{id}/move': () => ({ deal: aDeal(1, { stage: 'lost' }) }),
  });
  await open();
  await moveByMenu('Buyer 1', 'Lost');
  const dialog = await screen.findByRole('dialog', { name: 'Move Buyer 1' }, { timeout: 10_000 });
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.selectOptions(await within(dialog).findByLabelText(/Why was the deal lost?/), 'Financing');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move to Lost' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      version: 1,
      stage: 'lost',
      reason: null,
      lostReason: 'financing',
    }),
  );
});

it('says what closing a deal does to the business and its other deals before it moves', async () => {
  const deal = aDeal(1, { stage: 'closing' });
  const calls = stubApi({
    ...createDealResponses(() => [deal]),
    'GET /deals/{id}/gate': () => ({ gate: { isOpen: true, requirements: [] } }),
    'POST /deals/{id}/move': () => ({ deal: { ...deal, stage: 'closed', version: 2 } }),
  });
  await open();
  await moveByMenu('Buyer 1', 'Closed');
  const dialog = await screen.findByRole('dialog', { name: 'Move Buyer 1' }, { timeout: 10_000 });
  expect(dialog).toHaveTextContent(
    'The business is marked as sold. Its other open deals are marked as lost: their offers are withdrawn, and their buyers lose access to documents.',
  );
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move to Closed' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      version: 1,
      stage: 'closed',
    }),
  );
});

it('has the filters of the list except for the stage, and shows open stages only on request', async () => {
  const calls = stubApi(createDealResponses(() => [aDeal(1)]));
  await open('/?layout=board&isOpen=true&stage=loi');
  await findColumn(/^Inquiry 1/);
  expect(screen.queryByRole('region', { name: /^Lost/ })).not.toBeInTheDocument();
  const board = calls.findLast(({ path }) => path === '/deals/board');
  expect(board?.query.toString()).toBe('isOpen=true');
  await userEvent.click(screen.getByRole('link', { name: 'List' }));
  await waitFor(() => expect(getUrl().search).not.toContain('layout'));
});
