import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listDealGateRequirements, type DealFacts } from './deal-gates.ts';

const facts: DealFacts = {
  today: '2026-08-31',
  isNdaInForce: true,
  profileConfirmedOn: '2026-02-28',
  hasProofOfFunds: true,
  isEligible: true,
  isBarred: false,
  sellerDecision: 'approved',
  isCimReleased: true,
  acceptedOffer: {
    priceCents: 100_00,
    structureCents: 100_00,
    exclusivityEnd: '2026-10-01',
    depositCents: 0,
    contingencies: 'Financing',
  },
  openRequests: 0,
  financing: { kind: 'loan', lender: 'First Bank', dscr: 125 },
  dscrFloor: 115,
  openItems: { approval: 0, lease: 0, payer: 0 },
  ownership: {
    enrolledOn: '2010-01-01',
    lastChangeOn: null,
    exception: null,
    isMajorityChange: true,
    expectedClose: null,
  },
  fundsDifferenceCents: 0,
  isPricePaid: true,
};
const missing: NonNullable<DealFacts['ownership']> = {
  enrolledOn: null,
  lastChangeOn: null,
  exception: null,
  isMajorityChange: true,
  expectedClose: null,
};
const openIn = (stage: string, change: Partial<DealFacts>) =>
  listDealGateRequirements(stage, { ...facts, ...change })
    .filter(({ isMet }) => isMet !== true)
    .map(({ key }) => key);
const stages = [
  'inquiry',
  'nda_signed',
  'qualified',
  'cim_released',
  'meetings',
  'loi',
  'due_diligence',
  'definitive',
  'closing',
  'closed',
  'lost',
];

describe('the exit gates of deals', () => {
  it('are all met by complete facts, except for a profile that is older than 6 months', () => {
    const open = stages.flatMap((stage) => openIn(stage, { profileConfirmedOn: '2026-03-01' }));
    expect(open).toEqual([]);
    expect(openIn('nda_signed', {})).toEqual(['buyer_profile']);
    expect(openIn('nda_signed', { profileConfirmedOn: 'never' })).toEqual(['buyer_profile']);
    // August 31 has no counterpart in February.
    expect(openIn('nda_signed', { profileConfirmedOn: '2025-08-31', today: '2026-02-28' })).toEqual([]);
    expect(openIn('nda_signed', { profileConfirmedOn: '2025-08-31', today: '2026-03-01' })).toEqual([
      'buyer_profile',
    ]);
  });

  it.each([
    ['inquiry', { isNdaInForce: false }, ['nda']],
    [
      'nda_signed',
      { profileConfirmedOn: 'never', hasProofOfFunds: false, sellerDecision: null },
      ['buyer_profile', 'proof_of_funds', 'seller_approval'],
    ],
    ['inquiry', { isBarred: true }, ['buyer_allowed']],
    ['meetings', { isBarred: true }, ['buyer_allowed']],
    ['closed', { isBarred: true }, []],
    ['nda_signed', { profileConfirmedOn: '2026-08-01', isEligible: false }, ['eligibility']],
    [
      'qualified',
      { profileConfirmedOn: '2026-08-01', sellerDecision: 'declined', isCimReleased: false },
      ['seller_approval', 'cim'],
    ],
    [
      'loi',
      { acceptedOffer: null },
      ['offer_price', 'offer_structure', 'offer_exclusivity', 'offer_deposit', 'offer_contingencies'],
    ],
    ['due_diligence', { openRequests: 2, financing: null }, ['requests', 'lender_terms', 'dscr']],
    ['due_diligence', { financing: { kind: 'cash' } }, []],
    ['due_diligence', { financing: { kind: 'loan', lender: 'Bank', dscr: 114 } }, ['dscr']],
    ['due_diligence', { financing: { kind: 'loan', lender: 'Bank', dscr: 115 } }, []],
    ['definitive', { openItems: null }, ['checklist_approval', 'checklist_lease', 'checklist_payer']],
    ['definitive', { openItems: { approval: 1, lease: 0, payer: 0 } }, ['checklist_approval']],
    ['definitive', { ownership: missing }, ['ownership_rule']],
    ['definitive', { ownership: { ...missing, lastChangeOn: '2023-08-31' } }, ['ownership_rule']],
    ['definitive', { ownership: { ...missing, lastChangeOn: '2023-08-30' } }, []],
    ['definitive', { ownership: null }, []],
    ['closing', { ownership: { ...missing, lastChangeOn: '2023-08-31' } }, ['ownership_rule']],
    [
      'closing',
      { ownership: { ...missing, lastChangeOn: '2023-08-31', expectedClose: '2027-01-31' } },
      ['ownership_rule'],
    ],
    ['closing', { fundsDifferenceCents: 1 }, ['funds_flow']],
    ['closing', { fundsDifferenceCents: null }, ['funds_flow']],
    ['closing', { isPricePaid: false }, ['funds_flow']],
    ['due_diligence', { acceptedOffer: null }, ['offer_price']],
    ['definitive', { acceptedOffer: null }, ['offer_price']],
    ['closing', { acceptedOffer: null }, ['offer_price']],
  ] as const)('name what %s still requires', (stage, change, open) => {
    expect(openIn(stage, change)).toEqual(open);
  });

  it('count the open items of the closing checklist', () => {
    const hintFor = (approval: number) =>
      listDealGateRequirements('definitive', { ...facts, openItems: { approval, lease: 0, payer: 0 } }).find(
        ({ key }) => key === 'checklist_approval',
      )?.hint;
    expect(hintFor(1)).toBe('1 open item on the closing checklist');
    expect(hintFor(3)).toBe('3 open items on the closing checklist');
  });

  it('are not met by a missing fact, nor unmet by an added one', () => {
    const unknown: DealFacts = {
      ...facts,
      isNdaInForce: false,
      profileConfirmedOn: 'never',
      hasProofOfFunds: false,
      isEligible: false,
      isBarred: true,
      sellerDecision: null,
      isCimReleased: false,
      acceptedOffer: null,
      openRequests: 1,
      financing: null,
      openItems: null,
      ownership: missing,
      fundsDifferenceCents: null,
      isPricePaid: false,
    };
    const known = { ...facts, profileConfirmedOn: '2026-08-01' };
    const keys = Object.keys(facts) as (keyof DealFacts)[];
    const only = (some: readonly string[]): DealFacts => ({
      ...unknown,
      ...Object.fromEntries(some.map((key) => [key, known[key as keyof DealFacts]])),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...stages),
        fc.subarray(keys),
        fc.constantFrom(...keys),
        (stage, some, added) => {
          const before = openIn(stage, only(some));
          const after = openIn(stage, only([...some, added]));
          expect(before).toEqual(expect.arrayContaining(after));
        },
      ),
    );
    for (const stage of stages) {
      expect(openIn(stage, unknown)).toHaveLength(listDealGateRequirements(stage, unknown).length);
      expect(openIn(stage, known)).toEqual([]);
    }
  });

  it('require each part of the accepted offer', () => {
    const offer = (change: object) =>
      openIn('loi', { acceptedOffer: { ...facts.acceptedOffer, ...change } as never });
    expect(offer({})).toEqual([]);
    expect(offer({ structureCents: 99_99 })).toEqual(['offer_structure']);
    expect(offer({ exclusivityEnd: null })).toEqual(['offer_exclusivity']);
    expect(offer({ exclusivityEnd: facts.today })).toEqual([]);
    expect(offer({ exclusivityEnd: '2026-08-30' })).toEqual(['offer_exclusivity']);
    const ended = { ...facts, today: '2026-10-02' };
    expect(listDealGateRequirements('loi', ended).find(({ isMet }) => isMet === false)?.hint).toBe(
      'Exclusivity ended on Oct 1, 2026',
    );
    expect(offer({ depositCents: null })).toEqual(['offer_deposit']);
    expect(offer({ contingencies: null })).toEqual(['offer_contingencies']);
  });

  it('have unique keys, a label each, and a hint exactly where something is not met', () => {
    const anyFacts = fc.record({
      today: fc.constant('2026-08-31'),
      isNdaInForce: fc.boolean(),
      profileConfirmedOn: fc.constantFrom('2026-08-01', '2020-01-01', 'never'),
      hasProofOfFunds: fc.boolean(),
      isEligible: fc.boolean(),
      isBarred: fc.boolean(),
      sellerDecision: fc.constantFrom('approved', 'declined', null),
      isCimReleased: fc.boolean(),
      acceptedOffer: fc.constantFrom(null, facts.acceptedOffer),
      openRequests: fc.nat(3),
      financing: fc.constantFrom(
        null,
        { kind: 'cash' },
        { kind: 'loan', lender: null, dscr: null },
        facts.financing,
      ),
      dscrFloor: fc.integer({ min: 100, max: 200 }),
      openItems: fc.constantFrom(null, facts.openItems, { approval: 1, lease: 2, payer: 3 }),
      ownership: fc.constantFrom(null, facts.ownership, { ...missing, lastChangeOn: '2026-01-01' }),
      fundsDifferenceCents: fc.constantFrom(null, 0, 1),
      isPricePaid: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.constantFrom(...stages), anyFacts, (stage, any) => {
        const requirements = listDealGateRequirements(stage, any);
        expect(new Set(requirements.map(({ key }) => key)).size).toBe(requirements.length);
        for (const { label, isMet, hint } of requirements) {
          expect(label).not.toBe('');
          expect(hint !== null).toBe(isMet === false);
        }
      }),
    );
  });
});
