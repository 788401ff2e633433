import type { OfferStructure } from './offer-value.ts';

/** A line of a funds flow, in integer cents. */
export type FundsLine = {
  readonly side: 'source' | 'use';
  readonly label: string;
  readonly amountCents: number;
};

/** Sources minus uses; null without lines, because then there is nothing to balance. */
export function calculateFundsDifferenceCents(
  lines: readonly Pick<FundsLine, 'side' | 'amountCents'>[],
): number | null {
  if (lines.length === 0) return null;
  return lines.reduce(
    (sum, { side, amountCents }) => sum + (side === 'source' ? amountCents : -amountCents),
    0,
  );
}

const purchasePrice = 'Purchase price';

/**
 * Whether the uses cover a price: exactly by the line for the purchase price, or in total if it is split into several
 * lines.
 */
export function coversPrice(lines: readonly FundsLine[], priceCents: number): boolean {
  const uses = lines.filter(({ side }) => side === 'use');
  const priced = uses.filter(({ label }) => label.toLowerCase() === purchasePrice.toLowerCase());
  return priced.length > 0 ? sumAmounts(priced) === priceCents : sumAmounts(uses) >= priceCents;
}

function sumAmounts(lines: readonly FundsLine[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * A balanced funds flow to start from: the parts of the accepted offer as sources, with the loan and the deposit
 * subtracted from the cash, and the price as the only use. An earn-out is paid later and left out on both sides.
 */
export function startFundsFlow(
  offer: Omit<OfferStructure, 'noteRateBasisPoints' | 'noteMonths' | 'isNoteOnStandby' | 'earnOutMonths'> & {
    readonly priceCents: number;
    readonly depositCents: number | null;
  },
  loanCents: number,
): FundsLine[] {
  const atClosing = offer.priceCents - offer.earnOutCents;
  const paid = offer.cashCents + offer.inventoryCents + offer.realEstateCents;
  const loan = Math.min(loanCents, paid);
  const deposit = Math.min(offer.depositCents ?? 0, paid - loan);
  const sources: FundsLine[] = [
    { side: 'source', label: 'Bank loan', amountCents: loan },
    { side: 'source', label: 'Deposit in escrow', amountCents: deposit },
    { side: 'source', label: 'Buyer’s cash', amountCents: paid - loan - deposit },
    { side: 'source', label: 'Seller note', amountCents: offer.sellerNoteCents },
    { side: 'source', label: 'Assumed debt', amountCents: offer.assumedDebtCents },
  ];
  const use: FundsLine = { side: 'use', label: purchasePrice, amountCents: atClosing };
  return [...sources, use].filter(({ amountCents }) => amountCents > 0);
}
