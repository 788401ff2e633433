export const businessStages = [
  'lead',
  'valuation',
  'engaged',
  'packaging',
  'on_market',
  'under_offer',
  'sold',
  'withdrawn',
  'expired',
] as const;
export type BusinessStage = (typeof businessStages)[number];

/** The stages in which work on a business has ended; the others are open. */
export const closedStages = ['sold', 'withdrawn', 'expired'] as const satisfies readonly BusinessStage[];
export type ClosedStage = (typeof closedStages)[number];

/** The stages in which work has ended without a sale. Each requires an end reason. */
export const unsoldStages = ['withdrawn', 'expired'] as const satisfies readonly BusinessStage[];
export type UnsoldStage = (typeof unsoldStages)[number];

export const closedReasons = [
  'changed_mind',
  'price',
  'health_or_family',
  'sold_without_us',
  'no_buyer',
  'failed_diligence',
  'engagement_lapsed',
  'closed_down',
  'other',
] as const;
export type ClosedReason = (typeof closedReasons)[number];
export const endReasonNames: Readonly<Record<ClosedReason, string>> = {
  changed_mind: 'Owner changed their mind',
  price: 'Price expectation',
  health_or_family: 'Health or family',
  sold_without_us: 'Sold without us',
  no_buyer: 'No buyer found',
  failed_diligence: 'Failed due diligence',
  engagement_lapsed: 'Engagement lapsed',
  closed_down: 'Business closed',
  other: 'Other',
};

/**
 * The stages that a business can move to from each stage. The first is the next step; the others go back, for instance
 * when an offer falls through, or end the engagement.
 */
const stageMoves = {
  lead: ['valuation', 'withdrawn'],
  valuation: ['engaged', 'lead', 'withdrawn'],
  engaged: ['packaging', 'valuation', 'withdrawn', 'expired'],
  packaging: ['on_market', 'engaged', 'withdrawn', 'expired'],
  on_market: ['under_offer', 'packaging', 'withdrawn', 'expired'],
  under_offer: ['sold', 'on_market', 'withdrawn', 'expired'],
  sold: ['under_offer'],
  withdrawn: ['lead', 'valuation', 'engaged'],
  expired: ['engaged', 'valuation', 'withdrawn'],
} as const satisfies Readonly<Record<BusinessStage, readonly BusinessStage[]>>;

/** Whether the table allows a move. */
export function canMove(from: BusinessStage, to: BusinessStage): boolean {
  return listNextStages(from).includes(to);
}

/** The stages that a business can move to from a stage, the next step first. */
export function listNextStages(stage: BusinessStage): readonly BusinessStage[] {
  return stageMoves[stage];
}

/** A value for each stage. */
export function mapStages<T>(valueOf: (stage: BusinessStage) => T): Record<BusinessStage, T> {
  return {
    lead: valueOf('lead'),
    valuation: valueOf('valuation'),
    engaged: valueOf('engaged'),
    packaging: valueOf('packaging'),
    on_market: valueOf('on_market'),
    under_offer: valueOf('under_offer'),
    sold: valueOf('sold'),
    withdrawn: valueOf('withdrawn'),
    expired: valueOf('expired'),
  };
}

export function isClosed(stage: BusinessStage): stage is ClosedStage {
  return closedStages.some((closed) => closed === stage);
}

export function isUnsold(stage: BusinessStage): stage is UnsoldStage {
  return unsoldStages.some((unsold) => unsold === stage);
}

/** Whether a move requires a reason: ending work on a business, stepping back, or reopening. */
export function needsReason(from: BusinessStage, to: BusinessStage): boolean {
  return isClosed(to) || isClosed(from) || listNextStages(from)[0] !== to;
}
