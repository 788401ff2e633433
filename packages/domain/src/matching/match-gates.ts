import {
  scoreBuyer,
  type BuyerSearch,
  type MatchFinancing,
  type MatchedBusiness,
  type MatchPart,
  type ProvenCash,
} from './buyer-match.ts';

/**
 * Who may own a business of a type in a state: anyone, only a license holder, or also a license holder's management
 * company.
 */
export const ownershipRequirements = ['anyone', 'license_or_management', 'license'] as const;
export type OwnershipRequirement = (typeof ownershipRequirements)[number];

/** An ownership rule of a workspace. Without a state, it applies to all states without their own rule. */
export type OwnershipRule = {
  readonly type: string;
  readonly state: string | null;
  readonly requirement: OwnershipRequirement;
};

/** The basis on which a buyer may own a business of a type in a state. */
export const eligibilityKinds = ['license', 'management'] as const;
export type Eligibility = {
  readonly type: string;
  readonly state: string;
  readonly kind: (typeof eligibilityKinds)[number];
};

/** Why a buyer and a business are not matched, whatever the score. Source: domain.md section 2. */
export const matchGates = ['eligibility', 'blocked', 'competitor', 'seller_side'] as const;
export type MatchGate = (typeof matchGates)[number];

export type MatchedBuyer<Search extends BuyerSearch = BuyerSearch> = ProvenCash & {
  readonly searches: readonly Search[];
  readonly eligibilities: readonly Eligibility[];
  readonly isBlocked: boolean;
  /** The seller excludes this buyer, for example a competitor. */
  readonly isExcluded: boolean;
  /** The buyer owns the business or advises its owner. */
  readonly isSellerSide: boolean;
};

export type BuyerMatch<Search extends BuyerSearch = BuyerSearch> = {
  /** 0–100; 0 if a gate applies. */
  readonly score: number;
  readonly gates: readonly MatchGate[];
  readonly parts: readonly MatchPart[];
  /** The search with the best score; null if a gate applies or there are no searches. */
  readonly search: Search | null;
};

/** The requirement for a type in a state: the state's rule, or else the type's, or else anyone. */
export function findOwnershipRequirement(
  rules: readonly OwnershipRule[],
  { type, state }: { readonly type: string; readonly state: string | null },
): OwnershipRequirement {
  const ofType = rules.filter((rule) => rule.type === type);
  const rule =
    ofType.find((each) => each.state !== null && each.state === state) ??
    ofType.find((each) => each.state === null);
  return rule?.requirement ?? 'anyone';
}

/**
 * Whether a buyer may own a business: licensing and corporate practice of medicine (CPOM). For a business without a
 * state, the buyer is eligible if they meet the requirement of the type in any state.
 */
export function isEligible(
  eligibilities: readonly Eligibility[],
  business: { readonly type: string; readonly state: string | null },
  requirement: OwnershipRequirement,
): boolean {
  return (
    requirement === 'anyone' ||
    eligibilities.some(
      ({ type, state, kind }) =>
        type === business.type &&
        (business.state === null || state === business.state) &&
        (kind === 'license' || requirement === 'license_or_management'),
    )
  );
}

/** Checks gates first, then finds the best search. A buyer with a gate has no score. */
export function matchBuyer<Search extends BuyerSearch>(
  buyer: MatchedBuyer<Search>,
  business: MatchedBusiness,
  { rules, financing }: { readonly rules: readonly OwnershipRule[]; readonly financing: MatchFinancing },
): BuyerMatch<Search> {
  const requirement = findOwnershipRequirement(rules, business);
  const isOpen: Readonly<Record<MatchGate, boolean>> = {
    eligibility: isEligible(buyer.eligibilities, business, requirement),
    blocked: !buyer.isBlocked,
    competitor: !buyer.isExcluded,
    seller_side: !buyer.isSellerSide,
  };
  const gates = matchGates.filter((gate) => !isOpen[gate]);
  const best = gates.length > 0 ? null : scoreBuyer(buyer, business, financing);
  return { score: best?.score ?? 0, gates, parts: best?.parts ?? [], search: best?.search ?? null };
}
