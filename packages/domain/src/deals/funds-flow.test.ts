import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calculateFundsDifferenceCents, coversPrice, startFundsFlow } from './funds-flow.ts';

it('balances sources and uses to the cent, and returns null without lines', () => {
  expect(calculateFundsDifferenceCents([])).toBeNull();
  expect(
    calculateFundsDifferenceCents([
      { side: 'source', amountCents: 100_01 },
      { side: 'use', amountCents: 60_00 },
      { side: 'use', amountCents: 40_00 },
    ]),
  ).toBe(1);
});

it('starts from the accepted offer: loan and deposit come out of the cash', () => {
  const offer = {
    priceCents: 1_000_000_00,
    cashCents: 850_000_00,
    sellerNoteCents: 100_000_00,
    earnOutCents: 50_000_00,
    assumedDebtCents: 0,
    inventoryCents: 0,
    realEstateCents: 0,
    depositCents: 25_000_00,
  };
  expect(startFundsFlow(offer, 700_000_00)).toEqual([
    { side: 'source', label: 'Bank loan', amountCents: 700_000_00 },
    { side: 'source', label: 'Deposit in escrow', amountCents: 25_000_00 },
    { side: 'source', label: 'Buyer’s cash', amountCents: 125_000_00 },
    { side: 'source', label: 'Seller note', amountCents: 100_000_00 },
    { side: 'use', label: 'Purchase price', amountCents: 950_000_00 },
  ]);
});

it('starts with the full loan, whose remainder pays costs and working capital', () => {
  const offer = {
    priceCents: 1_000_000_00,
    cashCents: 850_000_00,
    sellerNoteCents: 150_000_00,
    earnOutCents: 0,
    assumedDebtCents: 0,
    inventoryCents: 0,
    realEstateCents: 0,
    depositCents: null,
  };
  expect(startFundsFlow(offer, 900_000_00)).toEqual([
    { side: 'source', label: 'Bank loan', amountCents: 900_000_00 },
    { side: 'source', label: 'Seller note', amountCents: 150_000_00 },
    { side: 'use', label: 'Purchase price', amountCents: 1_000_000_00 },
    { side: 'use', label: 'Costs and working capital', amountCents: 50_000_00 },
  ]);
});

it('always starts balanced', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000_00 });
  const parts = fc.record({
    cashCents: cents,
    sellerNoteCents: cents,
    earnOutCents: cents,
    assumedDebtCents: cents,
    inventoryCents: cents,
    realEstateCents: cents,
    depositCents: fc.option(cents),
  });
  fc.assert(
    fc.property(parts, cents, (offer, loan) => {
      const { depositCents: _deposit, ...structure } = offer;
      const priceCents = Object.values(structure).reduce((sum, part) => sum + part, 0);
      expect(calculateFundsDifferenceCents(startFundsFlow({ ...offer, priceCents }, loan)) ?? 0).toBe(0);
    }),
  );
});

it('a funds flow pays the price by its line for the purchase price, or by all uses where that is split', () => {
  const use = (label: string, amountCents: number) => ({ side: 'use', label, amountCents }) as const;
  expect(coversPrice([use('Purchase price', 100)], 100)).toBe(true);
  expect(coversPrice([use('purchase price', 90), use('Closing costs', 10)], 100)).toBe(false);
  expect(coversPrice([use('Purchase price', 110)], 100)).toBe(false);
  expect(coversPrice([use('Purchase price (assets)', 70), use('Closing costs', 30)], 100)).toBe(false);
  expect(coversPrice([use('Purchase price: assets', 70), use('Purchase price: land', 30)], 100)).toBe(true);
  expect(coversPrice([use('Payoff of the bank', 60), use('To the seller', 45)], 100)).toBe(true);
  expect(coversPrice([use('Payoff of the bank', 60)], 100)).toBe(false);
  expect(coversPrice([{ ...use('Purchase price', 100), side: 'source' }], 100)).toBe(false);
});
