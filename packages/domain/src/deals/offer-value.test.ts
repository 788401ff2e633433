import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPresentValueCents, sumStructureCents, type OfferStructure } from './offer-value.ts';

const nothing: OfferStructure = {
  cashCents: 0,
  sellerNoteCents: 0,
  noteRateBasisPoints: 0,
  noteMonths: 0,
  isNoteOnStandby: false,
  earnOutCents: 0,
  earnOutMonths: 0,
  assumedDebtCents: 0,
  inventoryCents: 0,
  realEstateCents: 0,
};
const cents = fc.integer({ min: 0, max: 100_000_000_000_000 });
const rate = fc.integer({ min: 0, max: 3000 });
const months = fc.integer({ min: 1, max: 360 });
const anyOffer = fc.record({
  cashCents: cents,
  sellerNoteCents: cents,
  noteRateBasisPoints: rate,
  noteMonths: months,
  isNoteOnStandby: fc.boolean(),
  earnOutCents: cents,
  earnOutMonths: months,
  assumedDebtCents: cents,
  inventoryCents: cents,
  realEstateCents: cents,
});

describe('the present value of an offer', () => {
  it('agrees with hand-worked cases', () => {
    expect(findPresentValueCents({ ...nothing, cashCents: 1_000_000_00 }, 1200)).toBe(1_000_000_00);
    // $120,000 in a year at 1% a month.
    expect(findPresentValueCents({ ...nothing, earnOutCents: 120_000_00, earnOutMonths: 12 }, 1200)).toBe(
      106_493_91,
    );
    // $120,000 at 0% in 12 payments of $10,000, discounted at 1% a month.
    expect(findPresentValueCents({ ...nothing, sellerNoteCents: 120_000_00, noteMonths: 12 }, 1200)).toBe(
      112_550_77,
    );
  });

  it('of a note at the discount rate is its principal, repaid or on standby', () => {
    fc.assert(
      fc.property(
        cents,
        rate,
        months,
        fc.boolean(),
        (sellerNoteCents, basisPoints, noteMonths, isNoteOnStandby) => {
          const offer = {
            ...nothing,
            sellerNoteCents,
            noteRateBasisPoints: basisPoints,
            noteMonths,
            isNoteOnStandby,
          };
          const off = Math.abs((findPresentValueCents(offer, basisPoints) ?? 0) - sellerNoteCents);
          // Tolerance for floating point: one cent, or one part in a hundred million.
          expect(off).toBeLessThanOrEqual(Math.max(1, sellerNoteCents / 1e8));
        },
      ),
    );
  });

  it('is unknown while a note or an earn-out has no term', () => {
    const offer = { ...nothing, cashCents: 700_000_00 };
    expect(findPresentValueCents({ ...offer, sellerNoteCents: 300_000_00 }, 1000)).toBeNull();
    expect(findPresentValueCents({ ...offer, earnOutCents: 200_000_00 }, 1000)).toBeNull();
    expect(findPresentValueCents(offer, 1000)).toBe(700_000_00);
  });

  it('without a discount is at least the structure, and never grows with the discount', () => {
    fc.assert(
      fc.property(anyOffer, rate, rate, (offer, one, other) => {
        expect(findPresentValueCents(offer, 0)).toBeGreaterThanOrEqual(
          sumStructureCents(offer) * (1 - 1e-9) - 1,
        );
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(findPresentValueCents(offer, high)).toBeLessThanOrEqual(
          (findPresentValueCents(offer, low) ?? 0) * (1 + 1e-9) + 1,
        );
      }),
    );
  });
});
