export const dealStages = [
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
] as const;
export type DealStage = (typeof dealStages)[number];

/** The stages in which a deal has ended; the others are open. */
export const endedDealStages = ['closed', 'lost'] as const satisfies readonly DealStage[];
export const openDealStages: readonly DealStage[] = dealStages.filter((stage) => !isDealEnded(stage));

/**
 * The stages that a deal can move to from each stage: the next stage first, then back, then lost. A deal that was
 * closed by mistake or rescinded goes back to closing.
 */
const dealMoves = {
  inquiry: ['nda_signed', 'lost'],
  nda_signed: ['qualified', 'inquiry', 'lost'],
  qualified: ['cim_released', 'nda_signed', 'lost'],
  cim_released: ['meetings', 'qualified', 'lost'],
  meetings: ['loi', 'cim_released', 'lost'],
  loi: ['due_diligence', 'meetings', 'lost'],
  due_diligence: ['definitive', 'loi', 'lost'],
  definitive: ['closing', 'due_diligence', 'lost'],
  closing: ['closed', 'definitive', 'lost'],
  closed: ['closing'],
  lost: ['inquiry'],
} as const satisfies Readonly<Record<DealStage, readonly DealStage[]>>;

/** The stages that a deal can move to from a stage, the next stage first. */
export function listNextDealStages(stage: DealStage): readonly DealStage[] {
  return dealMoves[stage];
}

export function canMoveDeal(from: DealStage, to: DealStage): boolean {
  return listNextDealStages(from).includes(to);
}

/** Whether a move is the next step, which the exit gate of the stage guards. */
export function isDealStepForward(from: DealStage, to: DealStage): boolean {
  return dealStages.indexOf(to) === dealStages.indexOf(from) + 1 && to !== 'lost';
}

/** A step back and the reopening of a deal need a reason; a lost deal has a lost reason instead. */
export function needsDealReason(from: DealStage, to: DealStage): boolean {
  return to !== 'lost' && !isDealStepForward(from, to);
}

export function isDealEnded(stage: DealStage): boolean {
  return endedDealStages.some((ended) => ended === stage);
}

/** Whether a deal has reached a stage; a lost deal has reached none. */
export function hasReached(stage: DealStage, reached: DealStage): boolean {
  return stage !== 'lost' && dealStages.indexOf(stage) >= dealStages.indexOf(reached);
}

export const dealStageNames: Readonly<Record<DealStage, string>> = {
  inquiry: 'Inquiry',
  nda_signed: 'NDA signed',
  qualified: 'Qualified',
  cim_released: 'CIM released',
  meetings: 'Meetings',
  loi: 'LOI',
  due_diligence: 'Due diligence',
  definitive: 'Definitive agreement',
  closing: 'Closing',
  closed: 'Closed',
  lost: 'Lost',
};

export const lostReasons = [
  'price',
  'terms',
  'financing',
  'due_diligence',
  'not_qualified',
  'seller_declined',
  'seller_withdrew',
  'buyer_withdrew',
  'no_response',
  'regulatory',
  'sold_to_another',
  'other',
] as const;
export type LostReason = (typeof lostReasons)[number];

export const lostReasonNames: Readonly<Record<LostReason, string>> = {
  price: 'Price',
  terms: 'Terms',
  financing: 'Financing',
  due_diligence: 'Due diligence findings',
  not_qualified: 'Buyer not qualified',
  seller_declined: 'Seller declined the buyer',
  seller_withdrew: 'Seller withdrew',
  buyer_withdrew: 'Buyer withdrew',
  no_response: 'No response',
  regulatory: 'Approval not granted',
  sold_to_another: 'Sold to another buyer',
  other: 'Other',
};

/** The access that each document level grants. The last level is for one open deal of a business at a time. */
export const documentLevels = [0, 1, 2, 3] as const;
export const exclusiveLevel = 3;
export type DocumentLevel = (typeof documentLevels)[number];
export const documentLevelNames: Readonly<Record<DocumentLevel, string>> = {
  0: 'L0: teaser only',
  1: 'L1: CIM and summaries',
  2: 'L2: details',
  3: 'L3: exclusive buyer',
};
