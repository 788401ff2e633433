/** What a lender asks, from the financing rules of a workspace. Percent as written: 10.5 is 10.5 %. */
export type LoanTerms = {
  readonly maxLoanCents: number;
  readonly months: number;
  readonly ratePercent: number;
  /** Cash flow over debt service that has to be left: 1.25. */
  readonly dscr: number;
  /** Share of the project that the buyer brings. */
  readonly minInjectionPercent: number;
  /** The most of that share that a seller note on full standby may stand for. */
  readonly standbySharePercent: number;
};

/** What is assumed of the business and the buyer; integer cents, yearly where they repeat. */
export type BuyerCase = {
  readonly sdeCents: number;
  readonly replacementSalaryCents: number;
  readonly capexCents: number;
  readonly cashCents: number;
  readonly sellerNoteCents: number;
  /** Nothing is paid on the note while the loan runs; only then does it count towards the injection. */
  readonly isNoteOnStandby: boolean;
  /** What is paid on a note that is not on standby, in a year. */
  readonly notePaymentsCents: number;
  readonly closingCostsCents: number;
  readonly workingCapitalCents: number;
};

/** What keeps the price from being higher. */
export const affordabilityLimits = ['no_cash_flow', 'cash_flow', 'max_loan', 'injection', 'cash'] as const;
export type AffordabilityLimit = (typeof affordabilityLimits)[number];

/** Integer cents, rounded so that nobody is promised a cent more. */
export type Affordability = {
  /** Cash flow available for debt service, in a year; negative where the business does not carry its owner. */
  readonly cashFlowCents: number;
  /** What may be paid on the loan in a year. */
  readonly debtServiceCents: number;
  /** The largest loan that the cash flow and the lender allow. */
  readonly loanCents: number;
  /** What of it is taken up: less where the buyer’s own money limits the project. */
  readonly usedLoanCents: number;
  readonly monthlyPaymentCents: number;
  readonly projectCents: number;
  /** The project without closing costs and working capital. */
  readonly priceCents: number;
  readonly limit: AffordabilityLimit;
};

/**
 * What a buyer can pay, by the usual arithmetic of cash-flow lending (SBA 7(a), SOP 50 10 8): cash flow = SDE −
 * replacement salary − capex; a year’s debt service = cash flow ÷ DSCR, less what is paid on a seller note; the
 * loan is the present value of that over the term. The project is at most loan + cash + note, at most what
 * the injection suffices for, and at most what the cash suffices for, since a standby note stands for a part of
 * the injection only; the price is what closing costs and working capital leave.
 */
export function affordabilityOf(terms: LoanTerms, buyer: BuyerCase): Affordability {
  const cashFlowCents = buyer.sdeCents - buyer.replacementSalaryCents - buyer.capexCents;
  const paidOnNote = buyer.isNoteOnStandby ? 0 : buyer.notePaymentsCents;
  const debtServiceCents = Math.max(0, Math.floor(cashFlowCents / terms.dscr + tolerance) - paidOnNote);
  const carried = loanCents({ ...terms, monthlyPaymentCents: debtServiceCents / 12 });
  const loan = Math.min(terms.maxLoanCents, carried);
  const own = buyer.cashCents + buyer.sellerNoteCents;
  const caps = projectCaps(terms, buyer);
  const projectCents = Math.min(loan + own, caps.injection, caps.cash);
  const usedLoanCents = Math.max(0, Math.min(loan, projectCents - own));
  return {
    cashFlowCents,
    debtServiceCents,
    loanCents: loan,
    usedLoanCents,
    monthlyPaymentCents: monthlyPaymentCents({ ...terms, loanCents: usedLoanCents }),
    projectCents,
    priceCents: Math.max(0, projectCents - buyer.closingCostsCents - buyer.workingCapitalCents),
    limit: limitOf({ debtServiceCents, isLoanCapped: carried > loan, funds: loan + own, caps }),
  };
}

/** The level payment of a loan in a month, in whole cents: P·i ÷ (1 − (1+i)^−n), the annuity formula. */
export function monthlyPaymentCents({
  loanCents: principal,
  ratePercent,
  months,
}: Pick<LoanTerms, 'ratePercent' | 'months'> & { readonly loanCents: number }): number {
  return Math.round(principal / annuityFactor(ratePercent, months));
}

/** The loan that a payment in a month carries, in whole cents, down: the annuity formula solved for P. */
export function loanCents({
  monthlyPaymentCents: payment,
  ratePercent,
  months,
}: Pick<LoanTerms, 'ratePercent' | 'months'> & { readonly monthlyPaymentCents: number }): number {
  return Math.floor(payment * annuityFactor(ratePercent, months) + tolerance);
}

/** What binary fractions may leave below a whole cent. */
const tolerance = 1e-6;

function annuityFactor(ratePercent: number, months: number): number {
  const rate = ratePercent / 1200;
  return rate === 0 ? months : (1 - (1 + rate) ** -months) / rate;
}

type Caps = { readonly injection: number; readonly cash: number };

/** A note that is paid on counts as debt, not towards the injection. */
function projectCaps(
  { minInjectionPercent, standbySharePercent }: LoanTerms,
  { cashCents, sellerNoteCents, isNoteOnStandby }: BuyerCase,
): Caps {
  const counted = cashCents + (isNoteOnStandby ? sellerNoteCents : 0);
  const cashPercent = (minInjectionPercent * (100 - standbySharePercent)) / 100;
  return { injection: timesShare(counted, minInjectionPercent), cash: timesShare(cashCents, cashPercent) };
}

/** The whole of which an amount is so many percent. */
function timesShare(cents: number, percent: number): number {
  return percent === 0 ? Number.POSITIVE_INFINITY : Math.floor((cents * 100) / percent + tolerance);
}

function limitOf({
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
