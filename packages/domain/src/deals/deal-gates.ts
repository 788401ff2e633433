import { formatDate } from '../format-date.ts';
import { addMonths } from '../calendar-dates.ts';
import type { Requirement } from '../gates.ts';
import { getOwnershipRequirement, type OwnershipFacts } from './ownership-rule.ts';

/** The areas of the closing checklist that must be completed before closing. */
export const checklistAreas = ['approval', 'lease', 'payer'] as const;
export type ChecklistArea = (typeof checklistAreas)[number];

/** The input of a deal's gates. */
export type DealFacts = {
  /** The workspace's current date. */
  readonly today: string;
  /** Whether a signed NDA is in force. */
  readonly isNdaInForce: boolean;
  /** The day on which the buyer last confirmed their profile, or `never`. */
  readonly profileConfirmedOn: string;
  /** Whether it is verified by staff and not expired. */
  readonly hasProofOfFunds: boolean;
  /** Whether the buyer may own a business of this type in its state. */
  readonly isEligible: boolean;
  /** Whether the buyer is blocked or is excluded from the business. */
  readonly isBarred: boolean;
  readonly sellerDecision: 'approved' | 'declined' | null;
  /** Whether buyers can read the CIM, which the seller has approved. */
  readonly isCimReleased: boolean;
  /** The accepted offer; null if there is none. */
  readonly acceptedOffer: OfferTerms | null;
  /** Diligence requests that are not closed. */
  readonly openRequests: number;
  readonly financing: Financing | null;
  /** The minimum DSCR of the workspace's financing rule, in hundredths. */
  readonly dscrFloor: number;
  /** Open items of the closing checklist by area; null before there is a checklist. */
  readonly openItems: Readonly<Record<ChecklistArea, number>> | null;
  /** Facts of a home health agency or hospice; null for other types. */
  readonly ownership: OwnershipFacts | null;
  /** Sources minus uses of the funds flow; null while it is empty. */
  readonly fundsDifferenceCents: number | null;
  /** Whether the uses cover the amount of the accepted offer that is due at closing; true without an offer. */
  readonly isPricePaid: boolean;
};

export type OfferTerms = {
  readonly priceCents: number;
  readonly structureCents: number;
  readonly exclusivityEnd: string | null;
  readonly depositCents: number | null;
  /** Contingencies, in words; null if it is unknown whether there are any. */
  readonly contingencies: string | null;
};

export type Financing =
  | { readonly kind: 'cash' }
  | {
      readonly kind: 'loan';
      readonly lender: string | null;
      /** In hundredths; null until the lender has calculated it. */
      readonly dscr: number | null;
    };

/** How long a confirmed buyer profile remains valid: domain facts, section 2. */
export const profileMonths = 6;

/** The last day on which proof of funds with a date is valid, for as long as a buyer profile. */
export function getProofExpiration(datedOn: string): string {
  return addMonths(datedOn, profileMonths);
}

/**
 * The exit gate of a deal stage: domain facts, section 2, stages of the buy side. Closed and lost have none. A buyer who
 * is blocked or excluded passes none.
 */
export function listDealGateRequirements(stage: string, facts: DealFacts): readonly Requirement[] {
  const gate = gates[stage];
  if (gate === undefined) return [];
  return facts.isBarred ? [barred, ...gate(facts)] : gate(facts);
}

const barred: Requirement = {
  key: 'buyer_allowed',
  label: 'Buyer not blocked or excluded',
  isMet: false,
  hint: 'Blocked, or excluded from this business',
};

const gates: Readonly<Record<string, (facts: DealFacts) => Requirement[]>> = {
  inquiry: ({ isNdaInForce }) => [
    {
      key: 'nda',
      label: 'Signed NDA in effect',
      isMet: isNdaInForce,
      hint: isNdaInForce ? null : 'Send the NDA for signature',
    },
  ],
  nda_signed: listQualificationRequirements,
  qualified: (facts) => [
    ...listQualificationRequirements(facts),
    {
      key: 'cim',
      label: 'CIM approved by the seller and released',
      isMet: facts.isCimReleased,
      hint: facts.isCimReleased ? null : 'Release the CIM once the seller has approved it',
    },
  ],
  cim_released: () => [],
  meetings: () => [],
  loi: ({ acceptedOffer, today }) => listOfferRequirements(acceptedOffer, today),
  due_diligence: (facts) => [getPriceRequirement(facts.acceptedOffer), ...listDiligenceRequirements(facts)],
  definitive: ({ acceptedOffer, openItems, ownership, today }) => [
    getPriceRequirement(acceptedOffer),
    ...checklistAreas.map((area) => ({
      key: `checklist_${area}`,
      label: areaLabels[area],
      isMet: openItems?.[area] === 0,
      hint:
        openItems === null
          ? 'Create the closing checklist'
          : openItems[area] === 0
            ? null
            : `${openItems[area] === 1 ? '1 open item' : `${String(openItems[area])} open items`} on the closing checklist`,
    })),
    ...listOwnershipRequirements(ownership, today),
  ],
  // The deal closes now, so the expected closing date does not matter.
  closing: ({ acceptedOffer, fundsDifferenceCents: difference, isPricePaid, ownership, today }) => [
    getPriceRequirement(acceptedOffer),
    ...listOwnershipRequirements(ownership && { ...ownership, expectedClose: null }, today),
    {
      key: 'funds_flow',
      label: 'Funds flow balanced',
      isMet: difference === 0 && isPricePaid,
      hint:
        difference === null
          ? 'Enter the sources and uses of funds'
          : difference !== 0
            ? 'Sources and uses differ'
            : isPricePaid
              ? null
              : 'The purchase price differs from the accepted offer',
    },
  ],
};

function listOwnershipRequirements(ownership: OwnershipFacts | null, today: string): Requirement[] {
  return ownership === null ? [] : [getOwnershipRequirement(ownership, today)];
}

const areaLabels: Readonly<Record<ChecklistArea, string>> = {
  approval: 'Regulatory approvals',
  lease: 'Lease assigned or renewed',
  payer: 'Payer consents',
};

/** Whether the buyer has confirmed their profile recently enough. */
export function isProfileCurrent({
  today,
  profileConfirmedOn,
}: Pick<DealFacts, 'today' | 'profileConfirmedOn'>): boolean {
  return profileConfirmedOn !== 'never' && addMonths(profileConfirmedOn, profileMonths) >= today;
}

function listQualificationRequirements(facts: DealFacts): Requirement[] {
  const { hasProofOfFunds, isEligible, sellerDecision } = facts;
  const isCurrent = isProfileCurrent(facts);
  return [
    {
      key: 'buyer_profile',
      label: `Buyer profile confirmed within ${String(profileMonths)} months`,
      isMet: isCurrent,
      hint: isCurrent ? null : 'Ask the buyer to confirm the profile',
    },
    {
      key: 'proof_of_funds',
      label: 'Proof of funds verified',
      isMet: hasProofOfFunds,
      hint: hasProofOfFunds ? null : 'Verify the buyer’s proof of funds',
    },
    {
      key: 'eligibility',
      label: 'License to own this type of business in its state',
      isMet: isEligible,
      hint: isEligible ? null : 'Add the license or management company to the buyer profile',
    },
    {
      key: 'seller_approval',
      label: 'Seller approved the buyer',
      isMet: sellerDecision === 'approved',
      hint:
        sellerDecision === 'approved'
          ? null
          : sellerDecision === 'declined'
            ? 'The seller declined the buyer'
            : 'Waiting for the seller’s decision',
    },
  ];
}

/** A requirement of every stage from the LOI on, because the accepted offer can be withdrawn. */
function getPriceRequirement(offer: OfferTerms | null): Requirement {
  return getOfferRequirement(offer, {
    key: 'offer_price',
    label: 'Accepted offer with a price',
    isMet: offer !== null && offer.priceCents > 0,
  });
}

function getOfferRequirement(
  offer: OfferTerms | null,
  { isMet, ...requirement }: { key: string; label: string; isMet: boolean },
): Requirement {
  const hint = isMet ? null : offer === null ? 'Accept an offer first' : 'Missing from the accepted offer';
  return { ...requirement, isMet, hint };
}

function listOfferRequirements(offer: OfferTerms | null, today: string): Requirement[] {
  const exclusivityEnd = offer?.exclusivityEnd ?? null;
  const hasEnded = exclusivityEnd !== null && exclusivityEnd < today;
  const of = (key: string, label: string, isMet: boolean): Requirement =>
    getOfferRequirement(offer, { key, label, isMet });
  return [
    getPriceRequirement(offer),
    of(
      'offer_structure',
      'Offer amounts add up to the price',
      offer !== null && offer.structureCents === offer.priceCents,
    ),
    {
      ...of('offer_exclusivity', 'Exclusivity end date', exclusivityEnd !== null && !hasEnded),
      ...(hasEnded && { hint: `Exclusivity ended on ${formatDate(exclusivityEnd)}` }),
    },
    of('offer_deposit', 'Deposit', offer?.depositCents != null),
    of('offer_contingencies', 'Contingencies', offer?.contingencies != null),
  ];
}

function listDiligenceRequirements({ openRequests, financing, dscrFloor }: DealFacts): Requirement[] {
  const isCash = financing?.kind === 'cash';
  const loan = financing?.kind === 'loan' ? financing : null;
  const hasTerms = isCash || (loan !== null && loan.lender !== null);
  const isCovered = isCash || (loan?.dscr != null && loan.dscr >= dscrFloor);
  return [
    {
      key: 'requests',
      label: 'All diligence requests closed',
      isMet: openRequests === 0,
      hint: openRequests === 0 ? null : `${String(openRequests)} open`,
    },
    {
      key: 'lender_terms',
      label: 'Lender term sheet, or a cash deal',
      isMet: hasTerms,
      hint: hasTerms ? null : 'Enter the financing of the deal',
    },
    {
      key: 'dscr',
      label: `DSCR of at least ${(dscrFloor / 100).toFixed(2)}`,
      isMet: isCovered,
      hint: isCovered
        ? null
        : loan?.dscr == null
          ? 'Enter the DSCR from the term sheet'
          : `The term sheet has ${(loan.dscr / 100).toFixed(2)}`,
    },
  ];
}
