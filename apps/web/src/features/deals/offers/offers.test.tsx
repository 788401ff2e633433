import type { Offer } from '@handover/contract/deals/deal-offers.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aDeal } from '#test-setup/deals.ts';
import { aBusiness, anId } from '#test-setup/records.ts';
import { errorResponse, openWork, stubApi } from '#test-setup/work.tsx';
import BusinessOffers from './business-offers.tsx';
import OfferDialog from './offer-dialog.tsx';
import OffersSection from './offers-section.tsx';

const offer: Offer = {
  id: anId(40),
  dealId: anId(1),
  number: 1,
  state: 'submitted',
  side: 'buyer',
  countersId: null,
  kind: 'loi',
  priceCents: 900_000_00,
  cashCents: 900_000_00,
  sellerNoteCents: 0,
  noteRateBasisPoints: 0,
  noteMonths: 0,
  isNoteOnStandby: false,
  earnOutCents: 0,
  earnOutMonths: 0,
  assumedDebtCents: 0,
  inventoryCents: 0,
  realEstateCents: 0,
  depositCents: null,
  contingencies: null,
  exclusivityEnd: null,
  expiresOn: null,
  createdBy: { id: anId(6), displayName: 'Jordan Blake' },
  createdAt: '2026-11-20T12:00:00.000Z',
  decidedAt: null,
  version: 2,
  moves: ['accepted', 'declined'],
  canUpdate: false,
};
const bought = { ...aDeal(1, { side: 'seller', stage: 'meetings' }) };
const asSeller = { ...bought, abilities: { ...bought.abilities, canUpdate: false } };

describe('the seller of a deal', () => {
  it('accepts an offer by a button, once they have confirmed what it means', async () => {
    const user = userEvent.setup();
    const calls = stubApi({
      'GET /deals/{id}/offers': () => ({ offers: [offer] }),
      'POST /offers/{id}/move': () => ({ offer: { ...offer, state: 'accepted', moves: [] } }),
    });
    await openWork(<OffersSection deal={asSeller} />);
    await user.click(await screen.findByRole('button', { name: 'Accept offer 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Accept offer 1?' });
    expect(dialog).toHaveTextContent('Your broker is notified immediately.');
    await user.click(within(dialog).getByRole('button', { name: 'Accept offer' }));
    expect(await screen.findByText('Offer accepted')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/offers/${offer.id}/move`,
      body: { version: 2, state: 'accepted' },
    });
  });

  it('declines one after a question, and has no buttons for their own', async () => {
    const user = userEvent.setup();
    const own = { ...offer, id: anId(41), number: 2, side: 'seller', moves: [] } as const;
    stubApi({ 'GET /deals/{id}/offers': () => ({ offers: [own, offer] }) });
    await openWork(<OffersSection deal={asSeller} />);
    await user.click(await screen.findByRole('button', { name: 'Decline offer 1' }));
    expect(await screen.findByRole('dialog', { name: 'Decline offer 1?' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /offer 2$/, hidden: true })).toBeNull();
  });
});

it('keeps the changes of a draft that a colleague changed meanwhile, and saves them again', async () => {
  const user = userEvent.setup();
  const draft = { ...offer, state: 'draft', contingencies: 'None' } as const;
  const calls = stubApi({
    'PATCH /offers/{id}': () => errorResponse(409, 'STALE_VERSION', { current: { ...draft, version: 3 } }),
  });
  await openWork(<OfferDialog deal={bought} offer={draft} isCounter={false} onClose={() => undefined} />);
  const contingencies = await screen.findByLabelText('Contingencies');
  await user.clear(contingencies);
  await user.type(contingencies, 'Financing');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saving again replaces their changes/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toMatchObject([
      { version: 2, contingencies: 'Financing' },
      { version: 3, contingencies: 'Financing' },
    ]),
  );
});

describe('the offers of a business', () => {
  const business = { ...aBusiness(1), currency: 'USD' } as never;

  it('are side by side, each with its buyer and a link to the deal', async () => {
    const deals = [aDeal(1), aDeal(2)] as const;
    const offers = deals.map((deal, index) => ({ ...offer, id: anId(40 + index), dealId: deal.id, deal }));
    stubApi({ 'GET /businesses/{id}/offers': () => ({ offers }) });
    await openWork(<BusinessOffers business={business} />);
    const card = await screen.findByRole('region', { name: 'Offers' });
    const headings = within(card).getAllByRole('columnheader').slice(1);
    expect(headings.map((heading) => within(heading).getByRole('link').textContent)).toEqual([
      'Buyer 1',
      'Buyer 2',
    ]);
    expect(within(card).getByRole('link', { name: 'Buyer 2' })).toHaveAttribute(
      'href',
      `/admin/business-center/deals/${deals[1].id}?tab=offers`,
    );
  });

  it('show no present value while the discount rate is not a percentage', async () => {
    const user = userEvent.setup();
    const later = { ...offer, cashCents: 800_000_00, earnOutCents: 100_000_00, earnOutMonths: 12 };
    stubApi({ 'GET /businesses/{id}/offers': () => ({ offers: [{ ...later, deal: aDeal(1) }] }) });
    await openWork(<BusinessOffers business={business} />);
    const rate = await screen.findByLabelText('Discount rate');
    const presentValue = () => screen.getByRole('row', { name: /^Present value/ }).textContent;
    const enter = async (text: string) => {
      await user.clear(rate);
      if (text !== '') await user.type(rate, text);
    };
    const atTenPercent = presentValue();
    expect(atTenPercent).toMatch(/\$8\d\d,\d{3}/);
    await enter('10%');
    expect(presentValue()).toBe(atTenPercent);
    for (const text of ['', '10,5', '-12', '101']) {
      await enter(text);
      expect(presentValue(), text).toBe('Present value–');
      expect(rate).toHaveAccessibleDescription(/from 0 to 100/);
    }
  });

  it('take no space while there are none', async () => {
    const calls = stubApi({ 'GET /businesses/{id}/offers': () => ({ offers: [] }) });
    const { container } = await openWork(<BusinessOffers business={business} />);
    await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain(`/businesses/${anId(1)}/offers`));
    expect(within(container).queryByText('Offers')).toBeNull();
  });
});
