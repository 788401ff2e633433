import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listDealGateRequirements } from './deal-gates.ts';
import { findNextStep, type NextStepFacts } from './next-step.ts';

const nothing: NextStepFacts = {
  stage: 'inquiry',
  today: '2026-11-26',
  isNdaInForce: false,
  isNdaSent: false,
  isProofSent: false,
  profileConfirmedOn: 'never',
  hasProofOfFunds: false,
  isEligible: true,
  isBarred: false,
  sellerDecision: null,
  isCimReleased: false,
  acceptedOffer: null,
  ownership: null,
  lastOffer: null,
  openRequests: 0,
  unansweredRequests: 0,
  financing: null,
  dscrFloor: 115,
  openItems: null,
  fundsDifferenceCents: null,
  isPricePaid: true,
};
const qualified = { profileConfirmedOn: '2026-11-01', hasProofOfFunds: true } as const;
const accepted = {
  priceCents: 100_00,
  structureCents: 100_00,
  exclusivityEnd: '2026-12-31',
  depositCents: 0,
  contingencies: 'None',
};
const done = { openItems: { approval: 0, lease: 0, payer: 0 } } as const;
const ownership = {
  enrolledOn: null,
  lastChangeOn: null,
  exception: null,
  isMajorityChange: true,
  expectedClose: null,
} as const;
const createSubmittedOffer = (side: 'buyer' | 'seller') =>
  ({ lastOffer: { state: 'submitted', side } }) as const;

describe('the next step of a deal', () => {
  it.each([
    ['inquiry', {}, 'broker', 'Send the NDA for signature'],
    ['inquiry', { isNdaSent: true }, 'buyer', 'Sign the NDA'],
    ['inquiry', { isNdaInForce: true }, 'broker', 'Move the deal to NDA signed'],
    ['nda_signed', {}, 'buyer', 'Confirm the buyer profile and send proof of funds to the broker'],
    ['nda_signed', { hasProofOfFunds: true }, 'buyer', 'Confirm the buyer profile'],
    ['nda_signed', { ...qualified, hasProofOfFunds: false }, 'buyer', 'Send proof of funds to the broker'],
    ['nda_signed', { isProofSent: true }, 'broker', 'Review the buyer’s proof of funds'],
    [
      'nda_signed',
      { ...qualified, isEligible: false },
      'buyer',
      'Add the license for this type and state to the buyer profile',
    ],
    ['loi', { isBarred: true }, 'broker', 'Respond to the buyer'],
    ['nda_signed', qualified, 'seller', 'Approve or decline the buyer'],
    ['nda_signed', { ...qualified, sellerDecision: 'approved' }, 'broker', 'Move the deal to Qualified'],
    [
      'qualified',
      { ...qualified, sellerDecision: 'approved' },
      'broker',
      'Get the CIM approved and release it',
    ],
    [
      'qualified',
      { ...qualified, sellerDecision: 'approved', isCimReleased: true },
      'broker',
      'Give the buyer access to the CIM',
    ],
    ['qualified', { sellerDecision: 'declined' }, 'broker', 'Respond to the buyer'],
    ['loi', { sellerDecision: 'declined' }, 'broker', 'Respond to the buyer'],
    ['cim_released', {}, 'seller', 'Approve or decline the buyer'],
    ['cim_released', { sellerDecision: 'approved' }, 'broker', 'Get the CIM approved and release it'],
    [
      'cim_released',
      { sellerDecision: 'approved', isCimReleased: true },
      'buyer',
      'Read the CIM and ask for a meeting',
    ],
    ['meetings', {}, 'buyer', 'Send an offer to the broker'],
    ['meetings', createSubmittedOffer('buyer'), 'seller', 'Answer the offer'],
    ['loi', createSubmittedOffer('seller'), 'buyer', 'Answer the counter-offer'],
    ['loi', { lastOffer: { state: 'declined', side: 'buyer' } }, 'buyer', 'Send an offer to the broker'],
    ['meetings', { acceptedOffer: accepted }, 'broker', 'Move the deal to LOI'],
    ['loi', { acceptedOffer: accepted }, 'broker', 'Complete the terms of the LOI and start due diligence'],
    ['due_diligence', { openRequests: 2, unansweredRequests: 1 }, 'seller', 'Answer the diligence requests'],
    ['due_diligence', { openRequests: 1 }, 'broker', 'Review the answers to the diligence requests'],
    ['due_diligence', {}, 'buyer', 'Get the lender’s term sheet, or confirm a cash deal'],
    [
      'due_diligence',
      { acceptedOffer: accepted, financing: { kind: 'cash' } },
      'broker',
      'Prepare the definitive agreement',
    ],
    [
      'due_diligence',
      { acceptedOffer: accepted, financing: { kind: 'loan', lender: 'First Bank', dscr: null } },
      'broker',
      'Meet the requirement: DSCR of at least 1.15',
    ],
    ['definitive', {}, 'broker', 'Get approvals, the lease, and payer consents'],
    ['definitive', { ...done, acceptedOffer: accepted }, 'broker', 'Schedule the closing'],
    ['definitive', done, 'broker', 'Meet the requirement: Accepted offer with a price'],
    [
      'definitive',
      { ...done, acceptedOffer: accepted, ownership },
      'broker',
      'Meet the requirement: 36-month rule',
    ],
    ['closing', { fundsDifferenceCents: 5 }, 'broker', 'Balance the funds flow'],
    ['closing', { fundsDifferenceCents: 0, acceptedOffer: accepted }, 'broker', 'Close the deal'],
    [
      'closing',
      { fundsDifferenceCents: 0, acceptedOffer: accepted, isPricePaid: false },
      'broker',
      'Meet the requirement: Funds flow balanced',
    ],
  ] as const)('in %s with %o is the %s’s: %s', (stage, change, actor, text) => {
    expect(findNextStep({ ...nothing, stage, ...change })).toEqual({ actor, text });
  });

  it('is nothing once the deal is closed or lost', () => {
    expect(['closed', 'lost'].map((stage) => findNextStep({ ...nothing, stage }))).toEqual([null, null]);
  });

  it('is to move the deal if nothing is missing before the buyer is qualified', () => {
    const facts = fc.record({
      isNdaInForce: fc.boolean(),
      isNdaSent: fc.boolean(),
      isProofSent: fc.boolean(),
      profileConfirmedOn: fc.constantFrom('2026-11-01', '2020-01-01', 'never'),
      hasProofOfFunds: fc.boolean(),
      isEligible: fc.boolean(),
      sellerDecision: fc.constantFrom('approved' as const, null),
    });
    fc.assert(
      fc.property(fc.constantFrom('inquiry', 'nda_signed'), facts, (stage, change) => {
        const all = { ...nothing, ...change, stage };
        const isOpen = listDealGateRequirements(stage, all).every(({ isMet }) => isMet);
        expect(findNextStep(all)?.text.startsWith('Move the deal to')).toBe(isOpen);
      }),
    );
  });
});
