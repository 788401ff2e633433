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
 * Whether the uses cover a price: exactly by the lines whose labels begin with “Purchase price”, or, without one, in
 * total.
 */
export function coversPrice(lines: readonly FundsLine[], priceCents: number): boolean {
  const uses = lines.filter(({ side }) => side === 'use');
  const priced = uses.filter(({ label }) =>
    label.trim().toLowerCase().startsWith(purchasePrice.toLowerCase()),
  );
  return priced.length > 0 ? sumAmounts(priced) === priceCents : sumAmounts(uses) >= priceCents;
}

function sumAmounts(lines: readonly FundsLine[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * A balanced funds flow to start from: the parts of the accepted offer as sources, with the loan and the deposit
 * subtracted from the cash, and the price as the use. A loan above the cash also pays costs and working capital. An
 * earn-out is paid later and left out on both sides.
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
  const ownCents = Math.max(0, paid - loanCents);
  const deposit = Math.min(offer.depositCents ?? 0, ownCents);
  const sources: FundsLine[] = [
    { side: 'source', label: 'Bank loan', amountCents: loanCents },
    { side: 'source', label: 'Deposit in escrow', amountCents: deposit },
    { side: 'source', label: 'Buyer’s cash', amountCents: ownCents - deposit },
    { side: 'source', label: 'Seller note', amountCents: offer.sellerNoteCents },
    { side: 'source', label: 'Assumed debt', amountCents: offer.assumedDebtCents },
  ];
  const uses: FundsLine[] = [
    { side: 'use', label: purchasePrice, amountCents: atClosing },
    {
      side: 'use',
      label: 'Costs and working capital',
      amountCents: loanCents + ownCents - paid,
    },
  ];
  return [...sources, ...uses].filter(({ amountCents }) => amountCents > 0);
}
