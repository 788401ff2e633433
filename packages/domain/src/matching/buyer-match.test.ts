import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buyerExperiences,
  buyerTimings,
  matchWeights,
  calculateRequiredCashCents,
  scoreBuyer,
  scoreSearch,
  type BuyerSearch,
  type MatchedBusiness,
} from './buyer-match.ts';
import {
  eligibilityKinds,
  isEligible,
  matchBuyer,
  findOwnershipRequirement,
  ownershipRequirements,
  type MatchedBuyer,
} from './match-gates.ts';

const financing = { injectionBasisPoints: 1000, maxLoanCents: 5_000_000_00 };
const search: BuyerSearch = {
  types: ['dental'],
  states: ['TX'],
  minPriceCents: 500_000_00,
  maxPriceCents: 1_500_000_00,
  minSdeCents: 300_000_00,
  cashCents: 200_000_00,
  timing: 'now',
  experience: 'owner',
};
const business: MatchedBusiness = {
  type: 'dental',
  state: 'TX',
  priceCents: 1_200_000_00,
  sdeCents: 400_000_00,
  workingCapitalCents: 80_000_00,
  monthsToMarket: 0,
};
const buyer: MatchedBuyer = {
  searches: [search],
  eligibilities: [{ type: 'dental', state: 'TX', kind: 'license' }],
  provenCashCents: null,
  isBlocked: false,
  isExcluded: false,
  isSellerSide: false,
};
const rules = [{ type: 'dental', state: null, requirement: 'license' as const }];

function getPoints(changes: Partial<BuyerSearch> & Partial<MatchedBusiness> = {}): Record<string, number> {
  const { parts, score } = scoreSearch({ ...search, ...changes }, { ...business, ...changes }, financing);
  return { ...Object.fromEntries(parts.map(({ criterion, points }) => [criterion, points])), score };
}

describe('the score of a search', () => {
  it('has weights that add up to 100', () => {
    expect(Object.values(matchWeights).reduce((sum, weight) => sum + weight, 0)).toBe(100);
  });

  it('is 100 where everything fits: cash of $200,000 covers 10% of $1,200,000 and $80,000 of working capital', () => {
    expect(calculateRequiredCashCents(business, financing)).toBe(200_000_00);
    expect(getPoints()).toEqual({ ...matchWeights, score: 100 });
  });

  it('gives 15 of 20 for liquidity with $150,000 of the $200,000 required', () => {
    expect(getPoints({ cashCents: 150_000_00 })).toMatchObject({ liquidity: 15, score: 95 });
    expect(getPoints({ cashCents: 199_999_99 })).toMatchObject({ liquidity: 19 });
    expect(getPoints({ cashCents: null })).toMatchObject({ liquidity: 0, score: 80 });
  });

  it('requires what the largest loan does not cover', () => {
    expect(calculateRequiredCashCents({ ...business, priceCents: 8_000_000_00 }, financing)).toBe(
      3_080_000_00,
    );
    expect(calculateRequiredCashCents({ ...business, priceCents: null }, financing)).toBeNull();
    expect(calculateRequiredCashCents({ ...business, priceCents: 1 }, financing)).toBe(80_000_01);
  });

  it('gives half of the points for a price or SDE that misses by at most 10%', () => {
    expect(getPoints({ priceCents: 1_650_000_00, cashCents: 1_000_000_00 })).toMatchObject({ price: 15 });
    expect(getPoints({ priceCents: 1_650_000_01, cashCents: 1_000_000_00 })).toMatchObject({ price: 10 });
    expect(getPoints({ sdeCents: 270_000_00 })).toMatchObject({ price: 15 });
    expect(getPoints({ sdeCents: 269_999_99 })).toMatchObject({ price: 10 });
    expect(getPoints({ sdeCents: null })).toMatchObject({ price: 10 });
  });

  it('gives 60% for a preference that the buyer leaves open', () => {
    expect(getPoints({ types: [], states: [] })).toMatchObject({ type: 15, geography: 12, score: 82 });
    expect(getPoints({ timing: null })).toMatchObject({ timeline: 6 });
    expect(getPoints({ minPriceCents: null, maxPriceCents: null, minSdeCents: null })).toMatchObject({
      price: 12,
    });
  });

  it('gives nothing for another type or state, and for a business without a state', () => {
    expect(getPoints({ type: 'pharmacy' })).toMatchObject({ type: 0, score: 75 });
    expect(getPoints({ state: 'OK' })).toMatchObject({ geography: 0, score: 80 });
    expect(getPoints({ state: null })).toMatchObject({ geography: 0, score: 80 });
  });

  it('compares when the buyer wants to buy with when the business can be bought', () => {
    expect(getPoints({ monthsToMarket: 3 })).toMatchObject({ timeline: 10 });
    expect(getPoints({ monthsToMarket: 6 })).toMatchObject({ timeline: 6 });
    expect(getPoints({ timing: 'year' })).toMatchObject({ timeline: 3 });
    expect(getPoints({ timing: 'later' })).toMatchObject({ timeline: 0 });
  });

  it('counts experience', () => {
    expect(buyerExperiences.map((experience) => getPoints({ experience })['experience'])).toEqual([
      0, 2, 4, 5,
    ]);
  });

  it('is that of the best search, and of the first of equal ones', () => {
    const other = { ...search, states: ['OK'] };
    expect(
      scoreBuyer({ searches: [other, search], provenCashCents: null }, business, financing),
    ).toMatchObject({ score: 100, search });
    expect(
      scoreBuyer({ searches: [search, { ...search }], provenCashCents: null }, business, financing)?.search,
    ).toBe(search);
    expect(scoreBuyer({ searches: [], provenCashCents: null }, business, financing)).toBeNull();
  });
});

describe('gates', () => {
  const match = (changes: Partial<MatchedBuyer>) =>
    matchBuyer({ ...buyer, ...changes }, business, { rules, financing });

  it('let an eligible buyer through', () => {
    expect(match({})).toMatchObject({ score: 100, gates: [], search });
  });

  it('count proven cash where the search names less, or none', () => {
    const { cashCents } = search;
    const scoreOf = (named: number | null, provenCashCents: number | null): number =>
      match({ searches: [{ ...search, cashCents: named }], provenCashCents }).score;
    expect([scoreOf(null, null), scoreOf(null, cashCents), scoreOf(1, cashCents)]).toEqual([80, 100, 100]);
    expect(scoreOf(cashCents, 1)).toBe(100);
  });

  it('refuse a buyer without the license, a blocked one, a competitor, and the seller side', () => {
    expect(match({ eligibilities: [] })).toEqual({
      score: 0,
      gates: ['eligibility'],
      parts: [],
      search: null,
    });
    expect(match({ eligibilities: [{ type: 'dental', state: 'OK', kind: 'license' }] }).gates).toEqual([
      'eligibility',
    ]);
    expect(match({ isBlocked: true, isExcluded: true }).gates).toEqual(['blocked', 'competitor']);
    expect(match({ isSellerSide: true })).toMatchObject({ score: 0, gates: ['seller_side'] });
  });

  it('apply the state’s rule before the type’s', () => {
    const ofStates = [
      { type: 'medical', state: null, requirement: 'license_or_management' as const },
      { type: 'medical', state: 'FL', requirement: 'anyone' as const },
    ];
    const requirement = (state: string | null) =>
      findOwnershipRequirement(ofStates, { type: 'medical', state });
    expect([requirement('FL'), requirement('CA'), requirement(null)]).toEqual([
      'anyone',
      'license_or_management',
      'license_or_management',
    ]);
    expect(findOwnershipRequirement(ofStates, { type: 'dme', state: 'FL' })).toBe('anyone');
  });

  it('accept a management company only where the rule does', () => {
    const managed = [{ type: 'dental', state: 'TX', kind: 'management' as const }];
    const accepts = ownershipRequirements.filter((rule) => isEligible(managed, business, rule));
    expect(accepts).toEqual(['anyone', 'license_or_management']);
  });
});

const cents = fc.integer({ min: 0, max: 100_000_000_000_000 });
const createOptional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const someTypes = fc.constantFrom('dental', 'medical', 'pharmacy');
const someStates = fc.constantFrom('TX', 'CA', 'NY');
const anySearch: fc.Arbitrary<BuyerSearch> = fc.record({
  types: fc.array(someTypes),
  states: fc.array(someStates),
  minPriceCents: createOptional(cents),
  maxPriceCents: createOptional(cents),
  minSdeCents: createOptional(cents),
  cashCents: createOptional(cents),
  timing: createOptional(fc.constantFrom(...buyerTimings)),
  experience: createOptional(fc.constantFrom(...buyerExperiences)),
});
const anyBusiness: fc.Arbitrary<MatchedBusiness> = fc.record({
  type: someTypes,
  state: createOptional(someStates),
  priceCents: createOptional(cents),
  sdeCents: createOptional(fc.integer({ min: -100_000_000_000_000, max: 100_000_000_000_000 })),
  workingCapitalCents: cents,
  monthsToMarket: fc.constantFrom(0, 3, 6, 12),
});
const anyBuyer: fc.Arbitrary<MatchedBuyer> = fc.record({
  searches: fc.array(anySearch, { maxLength: 3 }),
  provenCashCents: createOptional(cents),
  eligibilities: fc.array(
    fc.record({ type: someTypes, state: someStates, kind: fc.constantFrom(...eligibilityKinds) }),
  ),
  isBlocked: fc.boolean(),
  isExcluded: fc.boolean(),
  isSellerSide: fc.boolean(),
});
const anyRules = fc.array(
  fc.record({
    type: someTypes,
    state: createOptional(someStates),
    requirement: fc.constantFrom(...ownershipRequirements),
  }),
);

describe('any match', () => {
  it('is the sum of its whole parts, each within its weight', () => {
    fc.assert(
      fc.property(anySearch, anyBusiness, (one, other) => {
        const { score, parts } = scoreSearch(one, other, financing);
        expect(parts.map(({ criterion }) => criterion)).toEqual(Object.keys(matchWeights));
        expect(score).toBe(parts.reduce((sum, { points }) => sum + points, 0));
        for (const { criterion, points } of parts) {
          expect(Number.isInteger(points)).toBe(true);
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(matchWeights[criterion]);
        }
      }),
    );
  });

  it('never falls with more cash', () => {
    fc.assert(
      fc.property(anySearch, anyBusiness, cents, cents, (one, other, cash, more) => {
        const scoreWith = (cashCents: number): number =>
          scoreSearch({ ...one, cashCents }, other, financing).score;
        expect(scoreWith(Math.max(cash, more))).toBeGreaterThanOrEqual(scoreWith(Math.min(cash, more)));
      }),
    );
  });

  it('has no score with a gate, and always one of the searches without', () => {
    fc.assert(
      fc.property(anyBuyer, anyBusiness, anyRules, (one, other, someRules) => {
        const found = matchBuyer(one, other, { rules: someRules, financing });
        if (one.isBlocked || one.isExcluded || one.isSellerSide) expect(found.gates).not.toEqual([]);
        if (found.gates.length > 0) expect(found).toMatchObject({ score: 0, parts: [], search: null });
        else expect(found.search === null).toBe(one.searches.length === 0);
      }),
    );
  });
});
