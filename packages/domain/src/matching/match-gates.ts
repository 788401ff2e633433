import {
  scoreBuyer,
  type BuyerSearch,
  type MatchFinancing,
  type MatchedBusiness,
  type MatchPart,
  type ProvenCash,
} from './buyer-match.ts';

/** Who may own a business of a type in a state: anyone, a license holder, or also a management company of one. */
export const ownershipRequirements = ['anyone', 'license_or_management', 'license'] as const;
export type OwnershipRequirement = (typeof ownershipRequirements)[number];

/** An ownership rule of a workspace; without a state it applies to all states that have no rule of their own. */
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
  /** The seller does not want this buyer, such as a competitor. */
  readonly isExcluded: boolean;
  /** The buyer owns the business or advises its owner. */
  readonly isSellerSide: boolean;
};

export type BuyerMatch<Search extends BuyerSearch = BuyerSearch> = {
  /** 0–100; 0 with a gate. */
  readonly score: number;
  readonly gates: readonly MatchGate[];
  readonly parts: readonly MatchPart[];
  /** The search with the best score; null with a gate or without searches. */
  readonly search: Search | null;
};

/** The requirement for a type in a state: the state's, else the type's, else anyone. */
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
 * Whether a buyer may own a business: licensing and corporate practice of medicine (CPOM). A business without a state
 * counts as eligible where the buyer has what the type requires in any state.
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

/** Gates first, then the best search: a buyer with a gate has no score. */
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
