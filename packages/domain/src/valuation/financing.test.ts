import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calculateAffordability,
  cashFlowBases,
  calculateLoanCents,
  calculateMonthlyPaymentCents,
  type BuyerCase,
  type LoanTerms,
} from './financing.ts';

/** The case of domain.md: SDE 420K, salary 150K, capex 10K, 10.5 % over 120 months, DSCR 1.25. */
const terms: LoanTerms = {
  maxLoanCents: 5_000_000_00,
  months: 120,
  ratePercent: 10.5,
  dscr: 1.25,
  minInjectionPercent: 10,
  standbySharePercent: 50,
};
const buyer: BuyerCase = {
  basis: 'sde',
  earningsCents: 420_000_00,
  replacementSalaryCents: 150_000_00,
  capexCents: 10_000_00,
  cashCents: 1_000_000_00,
  sellerNoteCents: 0,
  isNoteOnStandby: true,
  notePaymentsCents: 0,
  closingCostsCents: 0,
  workingCapitalCents: 0,
};
const calculateFor = (changes: Partial<LoanTerms & BuyerCase> = {}) =>
  calculateAffordability({ ...terms, ...changes }, { ...buyer, ...changes });
const toDollars = (cents: number): number => Math.round(cents / 100);

describe('a loan', () => {
  it('of $850,000 at 11 % over 120 months costs $11,708.75 a month', () => {
    expect(calculateMonthlyPaymentCents({ loanCents: 850_000_00, ratePercent: 11, months: 120 })).toBe(
      11_708_75,
    );
  });

  it('can be repaid by its computed payment, within a cent of rounding', () => {
    const monthly = calculateMonthlyPaymentCents({ loanCents: 850_000_00, ratePercent: 11, months: 120 });
    const loan = calculateLoanCents({ monthlyPaymentCents: monthly, ratePercent: 11, months: 120 });
    expect(Math.abs(loan - 850_000_00)).toBeLessThanOrEqual(80);
  });

  it('without interest is paid back in equal parts', () => {
    expect(calculateMonthlyPaymentCents({ loanCents: 120_000_00, ratePercent: 0, months: 120 })).toBe(
      1_000_00,
    );
    expect(calculateLoanCents({ monthlyPaymentCents: 1_000_00, ratePercent: 0, months: 120 })).toBe(
      120_000_00,
    );
  });
});

describe('what a buyer can pay', () => {
  it('follows from the cash flow: a debt service of 208,000 carries a loan of 1,284,569', () => {
    const result = calculateFor();
    expect(result).toMatchObject({
      cashFlowCents: 260_000_00,
      debtServiceCents: 208_000_00,
      limit: 'cash_flow',
    });
    expect(toDollars(result.loanCents)).toBe(1_284_569);
    expect(result.usedLoanCents).toBe(result.loanCents);
    expect(result.monthlyPaymentCents).toBe(Math.round(208_000_00 / 12));
    expect(result.priceCents).toBe(result.loanCents + 1_000_000_00);
  });

  it('is the same by adjusted EBITDA of 270,000, which no replacement salary lowers', () => {
    expect(calculateFor({ basis: 'ebitda', earningsCents: 270_000_00 })).toEqual(calculateFor());
  });

  it('is a project of 1,427,299 where the buyer brings just ten percent', () => {
    const { projectCents, limit } = calculateFor({ cashCents: 142_729_90 });
    expect(toDollars(projectCents)).toBe(1_427_299);
    expect(limit).toBe('injection');
  });

  it('is more at the floor of the DSCR: at 1.15 the loan is 1,396,271', () => {
    expect(toDollars(calculateFor({ dscr: 1.15 }).loanCents)).toBe(1_396_271);
  });

  it('leaves closing costs and working capital out of the price, which never falls below nothing', () => {
    const { projectCents, priceCents } = calculateFor({
      closingCostsCents: 40_000_00,
      workingCapitalCents: 60_000_00,
    });
    expect(projectCents - priceCents).toBe(100_000_00);
    expect(calculateFor({ workingCapitalCents: 9_000_000_00 }).priceCents).toBe(0);
  });

  it('ends at the largest loan of the rule', () => {
    expect(calculateFor({ earningsCents: 4_000_000_00 })).toMatchObject({
      loanCents: 5_000_000_00,
      limit: 'max_loan',
    });
  });

  it('uses less of the loan if the injection limits the project', () => {
    const result = calculateFor({ cashCents: 50_000_00 });
    expect(result).toMatchObject({
      projectCents: 500_000_00,
      usedLoanCents: 450_000_00,
      limit: 'injection',
    });
    expect(result.monthlyPaymentCents).toBe(
      calculateMonthlyPaymentCents({ loanCents: 450_000_00, ratePercent: 10.5, months: 120 }),
    );
  });

  it('counts a note on full standby for half of the injection at most', () => {
    // Cash of 30,000 is the other half of the injection of 60,000, a tenth of 600,000, however large the note.
    expect(calculateFor({ cashCents: 30_000_00, sellerNoteCents: 30_000_00 })).toMatchObject({
      projectCents: 600_000_00,
      usedLoanCents: 540_000_00,
    });
    expect(calculateFor({ cashCents: 30_000_00, sellerNoteCents: 200_000_00 })).toMatchObject({
      projectCents: 600_000_00,
      usedLoanCents: 370_000_00,
      limit: 'cash',
    });
    expect(calculateFor({ cashCents: 30_000_00, sellerNoteCents: 10_000_00 })).toMatchObject({
      projectCents: 400_000_00,
      limit: 'injection',
    });
  });

  it('treats a seller note with payments as debt, not as equity injection', () => {
    const note = { sellerNoteCents: 100_000_00, isNoteOnStandby: false, notePaymentsCents: 8_000_00 };
    expect(calculateFor(note)).toMatchObject({ debtServiceCents: 200_000_00 });
    expect(calculateFor({ ...note, cashCents: 30_000_00 })).toMatchObject({ projectCents: 300_000_00 });
    expect(calculateFor({ ...note, isNoteOnStandby: true }).debtServiceCents).toBe(208_000_00);
  });

  it('excludes a note whose payments the cash flow does not cover', () => {
    // 208,000 a year are left for debt service.
    const note = { sellerNoteCents: 900_000_00, isNoteOnStandby: false, cashCents: 300_000_00 };
    expect(calculateFor({ ...note, notePaymentsCents: 208_000_01 })).toMatchObject({
      debtServiceCents: 0,
      projectCents: 300_000_00,
      limit: 'note_payments',
    });
    expect(calculateFor({ ...note, notePaymentsCents: 208_000_00 }).projectCents).toBe(1_200_000_00);
  });

  it('equals the buyer’s own cash if there is no cash flow for a loan', () => {
    expect(calculateFor({ replacementSalaryCents: 500_000_00, cashCents: 80_000_00 })).toMatchObject({
      cashFlowCents: -90_000_00,
      debtServiceCents: 0,
      loanCents: 0,
      monthlyPaymentCents: 0,
      projectCents: 80_000_00,
      limit: 'no_cash_flow',
    });
  });

  it('requires no injection if the rule requires none', () => {
    expect(calculateFor({ minInjectionPercent: 0, cashCents: 0 }).projectCents).toBe(
      calculateFor().loanCents,
    );
    expect(
      calculateFor({ standbySharePercent: 100, cashCents: 0, sellerNoteCents: 50_000_00 }).projectCents,
    ).toBe(500_000_00);
  });
});

describe('whatever the case', () => {
  const amount = fc.integer({ min: 0, max: 50_000_000_00 });
  const anyTerms: fc.Arbitrary<LoanTerms> = fc.record({
    maxLoanCents: fc.integer({ min: 1, max: 50_000_000_00 }),
    months: fc.integer({ min: 1, max: 480 }),
    ratePercent: fc.integer({ min: 0, max: 40_000 }).map((thousandths) => thousandths / 1000),
    dscr: fc.integer({ min: 100, max: 500 }).map((hundredths) => hundredths / 100),
    minInjectionPercent: fc.integer({ min: 0, max: 100 }),
    standbySharePercent: fc.integer({ min: 0, max: 100 }),
  });
  const anyBuyer: fc.Arbitrary<BuyerCase> = fc.record({
    basis: fc.constantFrom(...cashFlowBases),
    earningsCents: fc.integer({ min: -10_000_000_00, max: 50_000_000_00 }),
    replacementSalaryCents: amount,
    capexCents: amount,
    cashCents: amount,
    sellerNoteCents: amount,
    isNoteOnStandby: fc.boolean(),
    notePaymentsCents: amount,
    closingCostsCents: amount,
    workingCapitalCents: amount,
  });

  it('the loan stays within the maximum of the rule, and the project within its money', () => {
    fc.assert(
      fc.property(anyTerms, anyBuyer, (rule, any) => {
        const result = calculateAffordability(rule, any);
        expect(result.loanCents).toBeLessThanOrEqual(rule.maxLoanCents);
        expect(result.usedLoanCents).toBeLessThanOrEqual(result.loanCents);
        expect(result.projectCents).toBeLessThanOrEqual(
          result.loanCents + any.cashCents + any.sellerNoteCents,
        );
        expect(result.priceCents).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('the cash flow covers the payments of the loan and the note by the DSCR', () => {
    fc.assert(
      fc.property(anyTerms, anyBuyer, (rule, any) => {
        const {
          cashFlowCents,
          usedLoanCents,
          monthlyPaymentCents: payment,
        } = calculateAffordability(rule, any);
        if (usedLoanCents === 0) return;
        const paidOnNote = any.isNoteOnStandby ? 0 : any.notePaymentsCents;
        // A payment is rounded to the cent, twelve times a year.
        expect((payment * 12 + paidOnNote - 12) * rule.dscr).toBeLessThanOrEqual(cashFlowCents);
      }),
    );
  });

  it('a higher rate or DSCR never allows more, and more earnings or cash never less', () => {
    const more = fc.integer({ min: 0, max: 10_000_000_00 });
    fc.assert(
      fc.property(anyTerms, anyBuyer, more, (rule, any, cents) => {
        const { loanCents: loan, priceCents: price } = calculateAffordability(rule, any);
        const dearer = calculateAffordability({ ...rule, ratePercent: rule.ratePercent + 1 }, any);
        const stricter = calculateAffordability({ ...rule, dscr: rule.dscr + 0.1 }, any);
        for (const less of [dearer, stricter]) {
          expect(less.loanCents).toBeLessThanOrEqual(loan);
          expect(less.priceCents).toBeLessThanOrEqual(price);
        }
        const earning = calculateAffordability(rule, { ...any, earningsCents: any.earningsCents + cents });
        const richer = calculateAffordability(rule, { ...any, cashCents: any.cashCents + cents });
        for (const better of [earning, richer]) expect(better.priceCents).toBeGreaterThanOrEqual(price);
      }),
    );
  });
});
