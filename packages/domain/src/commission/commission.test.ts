import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calculateCommissionBase,
  calculateDueCommission,
  findFeeTableProblem,
  calculateGrossFee,
  calculateTieredFee,
  calculateWeightedCents,
  type FeeStep,
} from './commission.ts';
import { splitCommission } from './splits.ts';
import { getCommissionClaim, findTailEnd } from './tail.ts';

const million = 100_000_000;

/** A fee table with steps of one million dollars. */
function createTable(...percents: number[]): FeeStep[] {
  return percents.map((percent, index) => ({
    upToCents: index === percents.length - 1 ? null : (index + 1) * million,
    rateBps: percent * 100,
  }));
}

const lehman = createTable(5, 4, 3, 2, 1);
const doubleLehman = createTable(10, 8, 6, 4, 2);
const tenToThree = createTable(10, 9, 8, 7, 6, 5, 4, 3);

/** Recomputed dollar band by dollar band, independent of the formula under test. */
function recomputeFee(baseCents: number, steps: readonly FeeStep[]): number {
  let low = 0;
  let hundredths = 0n;
  for (const { upToCents, rateBps } of steps) {
    const inBand = Math.max(0, Math.min(baseCents, upToCents ?? Number.POSITIVE_INFINITY) - low);
    hundredths += BigInt(inBand) * BigInt(rateBps);
    low = upToCents ?? low;
  }
  const cents = hundredths / 10_000n;
  return Number(hundredths % 10_000n >= 5_000n ? cents + 1n : cents);
}

const steps = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 10 ** 12 }), { maxLength: 8 }),
    fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 9, maxLength: 9 }),
  )
  .map(([limits, rates]): FeeStep[] =>
    [...limits.sort((one, other) => one - other), null].map((upToCents, index) => ({
      upToCents,
      rateBps: rates[index] ?? 0,
    })),
  );
const cents = fc.integer({ min: 0, max: 10 ** 14 });

describe('the fee by a table', () => {
  it.each([
    ['Lehman', lehman, [84_000, 150_000, 200_000]],
    ['Double Lehman', doubleLehman, [168_000, 300_000, 400_000]],
    ['10→3', tenToThree, [176_500, 400_000, 580_000]],
  ])('matches the vectors of domain.md section 3 for %s', (_name, tiers, [small, medium, large]) => {
    const fees = [1.85, 5, 10].map((price) => calculateTieredFee(price * million, tiers) / 100);
    expect(fees).toEqual([small, medium, large]);
  });

  it('agrees with a recomputation band by band, never falls, and never exceeds the base', () => {
    fc.assert(
      fc.property(steps, cents, cents, (tiers, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(calculateTieredFee(one, tiers)).toBe(recomputeFee(one, tiers));
        expect(calculateTieredFee(low, tiers)).toBeLessThanOrEqual(calculateTieredFee(high, tiers));
        expect(calculateTieredFee(one, tiers)).toBeLessThanOrEqual(one);
      }),
    );
  });

  it('rounds once, half up to the cent', () => {
    const eachHalfCent: FeeStep[] = [
      { upToCents: 1, rateBps: 5_000 },
      { upToCents: null, rateBps: 5_000 },
    ];
    expect(calculateTieredFee(1, eachHalfCent)).toBe(1);
    expect(calculateTieredFee(2, eachHalfCent)).toBe(1);
  });

  it('is a flat percentage with one step, and zero on nothing', () => {
    expect(calculateTieredFee(123_456_789, [{ upToCents: null, rateBps: 1_200 }])).toBe(14_814_815);
    expect(calculateTieredFee(0, lehman)).toBe(0);
  });
});

describe('a fee table', () => {
  it('ends open, with rising limits', () => {
    expect(findFeeTableProblem(lehman)).toBeNull();
    expect(findFeeTableProblem([])).toContain('at least one');
    expect(findFeeTableProblem([{ upToCents: million, rateBps: 500 }])).toContain('no upper limit');
    const open = { upToCents: null, rateBps: 500 };
    expect(findFeeTableProblem([open, open])).toContain('Only the last');
    expect(findFeeTableProblem([{ upToCents: 2, rateBps: 1 }, { upToCents: 2, rateBps: 1 }, open])).toContain(
      'above',
    );
  });
});

describe('the commission due', () => {
  it('counts only the parts that the letter counts', () => {
    const price = { cash: 1_000, sellerNote: 200, earnOut: 50, realEstate: 5_000 };
    expect(calculateCommissionBase(price, ['cash', 'sellerNote', 'inventory'])).toBe(1_200);
    expect(calculateCommissionBase(price, ['cash', 'earnOut', 'realEstate'])).toBe(6_050);
  });

  it('is at least the minimum, less creditable retainers, and never below zero', () => {
    const terms = { steps: lehman, minimumFeeCents: 50_000_00 };
    expect(calculateGrossFee(500_000_00, terms)).toBe(50_000_00);
    expect(calculateDueCommission(500_000_00, { ...terms, creditCents: 10_000_00 })).toBe(40_000_00);
    expect(calculateDueCommission(1.85 * million, { ...terms, creditCents: 10_000_00 })).toBe(74_000_00);
    expect(calculateDueCommission(500_000_00, { ...terms, creditCents: 60_000_00 })).toBe(0);
  });

  it('is weighted by a probability, rounded half up', () => {
    expect(calculateWeightedCents(84_000_00, 2_500)).toBe(21_000_00);
    expect(calculateWeightedCents(1, 5_000)).toBe(1);
    expect(calculateWeightedCents(1, 4_999)).toBe(0);
  });
});

describe('splits', () => {
  it('take the referral off the top, divide the sides, and leave residual cents to the brokerage', () => {
    const splits = splitCommission(84_000_01, {
      referralBps: 1_000,
      listingShareBps: 5_000,
      listingAgentBps: [6_000],
      buyerAgentBps: [5_000],
    });
    expect(splits).toEqual({
      referralCents: 8_400_00,
      listingSideCents: 37_800_00,
      buyerSideCents: 37_800_01,
      listingAgentCents: [22_680_00],
      buyerAgentCents: [18_900_00],
      brokerageCents: 34_020_01,
    });
  });

  it('always add up to the commission', () => {
    const bps = fc.integer({ min: 0, max: 10_000 });
    const agents = fc.array(fc.integer({ min: 0, max: 3_333 }), { maxLength: 3 });
    fc.assert(
      fc.property(cents, bps, bps, agents, agents, (total, referralBps, listingShareBps, listing, buyer) => {
        const parts = splitCommission(total, {
          referralBps,
          listingShareBps,
          listingAgentBps: listing,
          buyerAgentBps: buyer,
        });
        const all = [
          parts.referralCents,
          ...parts.listingAgentCents,
          ...parts.buyerAgentCents,
          parts.brokerageCents,
        ];
        expect(all.reduce((sum, part) => sum + part, 0)).toBe(total);
        expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('refuse to give away more than there is', () => {
    const terms = {
      referralBps: 0,
      listingShareBps: 5_000,
      listingAgentBps: [6_000, 4_001],
      buyerAgentBps: [],
    };
    expect(() => splitCommission(100, terms)).toThrow(RangeError);
  });
});

describe('the tail', () => {
  const term = { startsOn: '2025-03-01', endsOn: '2025-08-31', tailMonths: 6 };

  it('ends at the same day of the month, or the last day of a shorter one', () => {
    expect(findTailEnd(term)).toBe('2026-02-28');
    expect(findTailEnd({ ...term, endsOn: '2023-08-31' })).toBe('2024-02-29');
    expect(findTailEnd({ ...term, endsOn: '2025-12-15', tailMonths: 24 })).toBe('2027-12-15');
    expect(findTailEnd({ ...term, endsOn: null })).toBeNull();
  });

  it.each([
    ['2025-02-28', true, 'before_term'],
    ['2025-08-31', false, 'term'],
    ['2025-09-01', false, 'not_protected'],
    ['2026-02-27', true, 'tail'],
    ['2026-02-28', true, 'tail_over'],
  ])('on %s with a protected buyer %s gives %s', (closedOn, isProtected, claim) => {
    expect(getCommissionClaim(term, { closedOn, isProtected })).toBe(claim);
  });

  it('never begins in an open-ended term', () => {
    expect(
      getCommissionClaim({ ...term, endsOn: null }, { closedOn: '2030-01-01', isProtected: false }),
    ).toBe('term');
  });
});
