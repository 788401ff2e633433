/** Lender terms from the workspace's financing rules. Percentages as written: 10.5 is 10.5%. */
export type LoanTerms = {
  readonly maxLoanCents: number;
  readonly months: number;
  readonly ratePercent: number;
  /** Required cash flow divided by debt service, such as 1.25. */
  readonly dscr: number;
  /** Buyer's share of the project. */
  readonly minInjectionPercent: number;
  /** Maximum part of that share covered by a seller note on full standby. */
  readonly standbySharePercent: number;
};

/** Input for the cash flow available for debt service. */
export const cashFlowBases = ['sde', 'ebitda'] as const;
export type CashFlowBasis = (typeof cashFlowBases)[number];

/** Assumptions about business and buyer; integer cents, yearly amounts where recurring. */
export type BuyerCase = {
  readonly basis: CashFlowBasis;
  /** SDE or adjusted EBITDA, depending on `basis`. */
  readonly earningsCents: number;
  /** The salary of the owner's replacement. Adjusted EBITDA already subtracts it, so it counts only with SDE. */
  readonly replacementSalaryCents: number;
  readonly capexCents: number;
  readonly cashCents: number;
  readonly sellerNoteCents: number;
  /** Whether nothing is paid on the note during the loan. Only then does it count toward the injection. */
  readonly isNoteOnStandby: boolean;
  /** Yearly payments on a note that is not on standby. */
  readonly notePaymentsCents: number;
  readonly closingCostsCents: number;
  readonly workingCapitalCents: number;
};

/** The constraint that limits the price. */
export const affordabilityLimits = [
  'no_cash_flow',
  'note_payments',
  'cash_flow',
  'max_loan',
  'injection',
  'cash',
] as const;
export type AffordabilityLimit = (typeof affordabilityLimits)[number];

/** Integer cents, rounded down. */
export type Affordability = {
  /** Yearly cash flow available for debt service; may be negative. */
  readonly cashFlowCents: number;
  /** Maximum yearly loan payments. */
  readonly debtServiceCents: number;
  /** Largest loan allowed by cash flow and lender. */
  readonly loanCents: number;
  /** Loan amount used; less if the buyer's own money limits the project. */
  readonly usedLoanCents: number;
  readonly monthlyPaymentCents: number;
  readonly projectCents: number;
  /** Project cost without closing costs and working capital. */
  readonly priceCents: number;
  readonly limit: AffordabilityLimit;
};

/**
 * What a buyer can pay, by the usual arithmetic of cash-flow lending (SBA 7(a), SOP 50 10 8): cash flow =
 * SDE − replacement salary − capex, or adjusted EBITDA − capex; yearly debt service = cash flow ÷ DSCR − payments on a seller note; the
 * loan is the present value of that over the term. The project is limited by loan + cash + note, by the
 * injection, and by the cash, because a standby note covers only part of the injection. A note whose payments exceed
 * cash flow ÷ DSCR does not count. The price is the project minus closing costs and working capital.
 */
export function calculateAffordability(terms: LoanTerms, buyer: BuyerCase): Affordability {
  const salaryCents = buyer.basis === 'sde' ? buyer.replacementSalaryCents : 0;
  const cashFlowCents = buyer.earningsCents - salaryCents - buyer.capexCents;
  const paidOnNote = buyer.isNoteOnStandby ? 0 : buyer.notePaymentsCents;
  const spareCents = Math.floor(cashFlowCents / terms.dscr + tolerance) - paidOnNote;
  const isNotePayable = paidOnNote === 0 || spareCents >= 0;
  const debtServiceCents = Math.max(0, spareCents);
  const carried = calculateLoanCents({ ...terms, monthlyPaymentCents: debtServiceCents / 12 });
  const loan = Math.min(terms.maxLoanCents, carried);
  const own = buyer.cashCents + (isNotePayable ? buyer.sellerNoteCents : 0);
  const caps = projectCaps(terms, buyer);
  const projectCents = Math.min(loan + own, caps.injection, caps.cash);
  const usedLoanCents = Math.max(0, Math.min(loan, projectCents - own));
  return {
    cashFlowCents,
    debtServiceCents,
    loanCents: loan,
    usedLoanCents,
    monthlyPaymentCents: calculateMonthlyPaymentCents({ ...terms, loanCents: usedLoanCents }),
    projectCents,
    priceCents: Math.max(0, projectCents - buyer.closingCostsCents - buyer.workingCapitalCents),
    limit: !isNotePayable
      ? 'note_payments'
      : findLimit({ debtServiceCents, isLoanCapped: carried > loan, funds: loan + own, caps }),
  };
}

/** Monthly payment of a loan in whole cents: P·i ÷ (1 − (1+i)^−n), the annuity formula. */
export function calculateMonthlyPaymentCents({
  loanCents: principal,
  ratePercent,
  months,
}: Pick<LoanTerms, 'ratePercent' | 'months'> & { readonly loanCents: number }): number {
  return Math.round(principal / calculateAnnuityFactor(ratePercent, months));
}

/** Loan for a monthly payment, in whole cents rounded down: the annuity formula solved for P. */
export function calculateLoanCents({
  monthlyPaymentCents: payment,
  ratePercent,
  months,
}: Pick<LoanTerms, 'ratePercent' | 'months'> & { readonly monthlyPaymentCents: number }): number {
  return Math.floor(payment * calculateAnnuityFactor(ratePercent, months) + tolerance);
}

/** The floating point error, which is less than a cent. */
const tolerance = 1e-6;

function calculateAnnuityFactor(ratePercent: number, months: number): number {
  const rate = ratePercent / 1200;
  return rate === 0 ? months : (1 - (1 + rate) ** -months) / rate;
}

type Caps = { readonly injection: number; readonly cash: number };

/** A note with payments counts as debt and not toward the injection. */
function projectCaps(
  { minInjectionPercent, standbySharePercent }: LoanTerms,
  { cashCents, sellerNoteCents, isNoteOnStandby }: BuyerCase,
): Caps {
  const counted = cashCents + (isNoteOnStandby ? sellerNoteCents : 0);
  const cashPercent = (minInjectionPercent * (100 - standbySharePercent)) / 100;
  return {
    injection: calculateTotal(counted, minInjectionPercent),
    cash: calculateTotal(cashCents, cashPercent),
  };
}

/** The total of which `cents` is `percent` percent. */
function calculateTotal(cents: number, percent: number): number {
  return percent === 0 ? Number.POSITIVE_INFINITY : Math.floor((cents * 100) / percent + tolerance);
}

function findLimit({
  debtServiceCents,
  isLoanCapped,
  funds,
  caps,
}: {
  debtServiceCents: number;
  isLoanCapped: boolean;
  funds: number;
  caps: Caps;
}): AffordabilityLimit {
  if (debtServiceCents === 0) return 'no_cash_flow';
  if (funds <= caps.injection && funds <= caps.cash) return isLoanCapped ? 'max_loan' : 'cash_flow';
  return caps.cash < caps.injection ? 'cash' : 'injection';
}
