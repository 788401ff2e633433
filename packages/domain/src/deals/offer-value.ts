/** The parts of an offer, in integer cents; rates in basis points a year. */
export type OfferStructure = {
  readonly cashCents: number;
  readonly sellerNoteCents: number;
  readonly noteRateBasisPoints: number;
  readonly noteMonths: number;
  /**
   * Whether nothing is paid on the note before its term ends. Interest is then added, and all is due in the last month.
   */
  readonly isNoteOnStandby: boolean;
  readonly earnOutCents: number;
  /** The number of months after which the whole earn-out is paid. */
  readonly earnOutMonths: number;
  readonly assumedDebtCents: number;
  readonly inventoryCents: number;
  readonly realEstateCents: number;
};

/** The sum of the parts: the base from domain facts, section 3, with the whole earn-out. */
export function sumStructureCents(offer: OfferStructure): number {
  return (
    offer.cashCents +
    offer.sellerNoteCents +
    offer.earnOutCents +
    offer.assumedDebtCents +
    offer.inventoryCents +
    offer.realEstateCents
  );
}

/** The term that a part needs and does not have: months of the note or of the earn-out. */
export function findMissingTerm(offer: OfferStructure): 'noteMonths' | 'earnOutMonths' | null {
  if (offer.sellerNoteCents > 0 && offer.noteMonths === 0) return 'noteMonths';
  return offer.earnOutCents > 0 && offer.earnOutMonths === 0 ? 'earnOutMonths' : null;
}

/**
 * The value of an offer on the day of closing, in cents rounded half up; null while a note or earn-out has no term.
 * Cash, assumed debt, inventory, and real estate count in full. Later payments are discounted monthly:
 * PV = Σ payment / (1 + d/12)^month. A note is repaid in equal monthly payments P·i / (1 − (1 + i)^−n) with i = rate/12,
 * or, on standby, in one payment of P·(1 + i)^n.
 */
export function findPresentValueCents(offer: OfferStructure, discountBasisPoints: number): number | null {
  if (findMissingTerm(offer) !== null) return null;
  const discount = discountBasisPoints / 120_000;
  const atClosing = offer.cashCents + offer.assumedDebtCents + offer.inventoryCents + offer.realEstateCents;
  const earnOut = offer.earnOutCents / (1 + discount) ** offer.earnOutMonths;
  return Math.floor(atClosing + calculateNoteValue(offer, discount) + earnOut + 0.5);
}

function calculateNoteValue(
  { sellerNoteCents: principal, noteRateBasisPoints, noteMonths: months, isNoteOnStandby }: OfferStructure,
  discount: number,
): number {
  if (principal === 0) return 0;
  const rate = noteRateBasisPoints / 120_000;
  if (isNoteOnStandby) return (principal * (1 + rate) ** months) / (1 + discount) ** months;
  const payment = rate === 0 ? principal / months : (principal * rate) / (1 - (1 + rate) ** -months);
  return discount === 0 ? payment * months : (payment * (1 - (1 + discount) ** -months)) / discount;
}
