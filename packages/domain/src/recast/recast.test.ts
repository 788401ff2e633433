import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listYearStatements, type PeriodStatement } from './periods.ts';
import {
  addBackCategories,
  calculateEbitda,
  calculateNetIncome,
  profitLines,
  recast,
  calculateWeightedAverage,
  type AddBack,
  type AddBackCategory,
  type AddBackStatus,
  type ProfitAndLoss,
} from './recast.ts';

const toStatement = (lines: Record<string, number>): ProfitAndLoss =>
  Object.fromEntries(Object.entries(lines).map(([line, amount]) => [line, amount * 100]));
const addBack = (category: AddBackCategory, amount: number, status: AddBackStatus = 'accepted'): AddBack => ({
  category,
  amountCents: amount * 100,
  status,
});

/** A dental practice, calculated by hand: net income 100,000, EBITDA 156,000. */
const practice = toStatement({
  revenue: 1_000_000,
  costOfSales: 120_000,
  ownerPay: 180_000,
  payroll: 350_000,
  rent: 84_000,
  otherExpenses: 114_000,
  depreciation: 30_000,
  amortization: 6_000,
  interest: 14_000,
  otherIncome: 4_000,
  incomeTax: 6_000,
});

describe('the recast of a year', () => {
  it('adds interest, tax, depreciation, and amortization to net income', () => {
    expect(calculateNetIncome(practice)).toBe(100_000_00);
    expect(calculateEbitda(practice)).toBe(156_000_00);
  });

  it('gives SDE with one owner’s pay and benefits, discretionary, and one-time costs', () => {
    const adjustments = [
      addBack('owner_benefits', 20_000),
      addBack('discretionary', 9_000),
      addBack('one_time', 15_000),
    ];
    expect(recast(practice, adjustments)).toMatchObject({
      sdeCents: (156_000 + 180_000 + 20_000 + 9_000 + 15_000) * 100,
      addBacksCents: 44_000_00,
      addBackShare: 1_158,
      hasHighAddBacks: false,
    });
  });

  it('replaces a second working owner at market cost instead of adding the pay back', () => {
    // The second owner is paid 160,000; an associate costs 130,000.
    expect(recast(practice, [addBack('second_owner', 30_000)]).sdeCents).toBe((336_000 + 30_000) * 100);
    // The second owner is paid 90,000, which is below market.
    expect(recast(practice, [addBack('second_owner', -40_000)]).sdeCents).toBe((336_000 - 40_000) * 100);
  });

  it('gives adjusted EBITDA with owner pay and rent at market, one-time costs, and family labor', () => {
    const adjustments = [
      addBack('owner_benefits', 20_000),
      addBack('owner_replacement', 150_000),
      addBack('rent_to_market', -12_000),
      addBack('one_time', 15_000),
      addBack('unpaid_family', 25_000),
      addBack('discretionary', 9_000),
    ];
    expect(recast(practice, adjustments)).toMatchObject({
      adjustedEbitdaCents: (156_000 + (180_000 + 20_000 - 150_000) - 12_000 + 15_000 - 25_000) * 100,
      isOwnerReplaced: true,
    });
    expect(recast(practice, []).adjustedEbitdaCents).toBe(156_000_00);
  });

  it('counts accepted add-backs only', () => {
    const doubtful = [addBack('one_time', 50_000, 'contested'), addBack('one_time', 70_000, 'rejected')];
    expect(recast(practice, doubtful)).toEqual(recast(practice, []));
  });

  it('flags add-backs above 25% of SDE', () => {
    // 112,000 is exactly 25% of 448,000.
    expect(recast(practice, [addBack('one_time', 112_000)]).hasHighAddBacks).toBe(false);
    expect(recast(practice, [addBack('one_time', 112_001)]).hasHighAddBacks).toBe(true);
    expect(recast(toStatement({ revenue: 10 }), [addBack('one_time', -20)]).addBackShare).toBeNull();
  });

  it('flags add-backs above 25% of SDE also beside a reduction', () => {
    // 120,000 of 416,000; less the reduction it would be 19%.
    const adjustments = [addBack('discretionary', 120_000), addBack('second_owner', -40_000)];
    expect(recast(practice, adjustments)).toMatchObject({ addBackShare: 2_885, hasHighAddBacks: true });
  });

  it('reconciles EBITDA to SDE and to adjusted EBITDA step by step', () => {
    const adjustments = [
      addBack('rent_to_market', 20_000),
      addBack('unpaid_family', 30_000),
      addBack('discretionary', 5_000),
      addBack('owner_replacement', 140_000),
    ];
    expect(recast(practice, adjustments)).toMatchObject({
      sdeSteps: { ownerPay: 180_000_00, discretionary: 5_000_00 },
      adjustedSteps: {
        ownerPay: 180_000_00,
        rent_to_market: 20_000_00,
        unpaid_family: -30_000_00,
        owner_replacement: -140_000_00,
      },
      adjustedEbitdaCents: (156_000 + 180_000 + 20_000 - 30_000 - 140_000) * 100,
    });
    expect(recast(practice, []).adjustedSteps).toEqual({});
  });
});

const amount = fc.integer({ min: 0, max: 10 ** 14 });
const statements = fc.record(
  Object.fromEntries(profitLines.map((line) => [line, fc.option(amount, { nil: undefined })])),
) as fc.Arbitrary<ProfitAndLoss>;
const addBacks = fc.array(
  fc.record({
    category: fc.constantFrom(...addBackCategories),
    amountCents: fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
    status: fc.constantFrom('accepted' as const, 'contested' as const, 'rejected' as const),
  }),
);

it('agrees with an independent computation, to the cent', () => {
  fc.assert(
    fc.property(statements, addBacks, (statement, adjustments) => {
      const of = (line: keyof ProfitAndLoss): number => statement[line] ?? 0;
      const sum = (category: AddBackCategory): number =>
        adjustments
          .filter((one) => one.category === category && one.status === 'accepted')
          .reduce((total, one) => total + one.amountCents, 0);
      // Calculates EBITDA directly, without net income: income less cash expenses.
      const ebitda =
        of('revenue') +
        of('otherIncome') -
        (of('costOfSales') + of('ownerPay') + of('payroll') + of('rent') + of('otherExpenses'));
      const result = recast(statement, adjustments);
      expect(result.ebitdaCents).toBe(ebitda);
      expect(result.sdeCents).toBe(
        ebitda +
          of('ownerPay') +
          sum('owner_benefits') +
          sum('discretionary') +
          sum('one_time') +
          sum('second_owner'),
      );
    }),
  );
});

describe('an average of years', () => {
  it('weighs them and rounds half a cent up', () => {
    const years = [
      { cents: 300_00, weight: 3 },
      { cents: 200_00, weight: 2 },
      { cents: 100_00, weight: 1 },
    ];
    expect(calculateWeightedAverage(years)).toBe(233_33);
    expect(calculateWeightedAverage([1, 2].map((cents) => ({ cents, weight: 1 })))).toBe(2);
    expect(calculateWeightedAverage([-1, -2].map((cents) => ({ cents, weight: 1 })))).toBe(-1);
    expect(calculateWeightedAverage([])).toBeNull();
  });

  it('lies between the lowest and the highest year', () => {
    const year = fc.record({
      cents: fc.integer({ min: -1e12, max: 1e12 }),
      weight: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(year, { minLength: 1, maxLength: 5 }), (years) => {
        const average = calculateWeightedAverage(years) ?? Number.NaN;
        const cents = years.map((one) => one.cents);
        expect(average).toBeGreaterThanOrEqual(Math.min(...cents));
        expect(average).toBeLessThanOrEqual(Math.max(...cents));
      }),
    );
  });
});

describe('years from months', () => {
  const month = (year: number, number: number): PeriodStatement => ({
    year,
    month: number,
    lines: { revenue: 100, rent: number },
  });
  const all = (year: number, count = 12) =>
    Array.from({ length: count }, (_, index) => month(year, index + 1));

  it('are the sum of twelve months', () => {
    expect(listYearStatements(all(2024))).toEqual([
      { basis: 2024, lastMonth: { year: 2024, month: 12 }, lines: { revenue: 1_200, rent: 78 } },
    ]);
    expect(listYearStatements(all(2024, 11))).toEqual([]);
  });

  it('are replaced by a year entered in full', () => {
    const whole = { year: 2024, month: null, lines: { revenue: 5 } };
    expect(listYearStatements([...all(2024), whole])[0]).toMatchObject({ lines: { revenue: 5 } });
  });

  it('list the trailing twelve months first', () => {
    const [ttm, year] = listYearStatements([...all(2024), ...all(2025, 3)]);
    expect(ttm).toMatchObject({ basis: 'ttm', lastMonth: { year: 2025, month: 3 }, lines: { rent: 78 } });
    expect(year).toMatchObject({ basis: 2024 });
    expect(listYearStatements(all(2025, 3))).toEqual([]);
  });

  it('have no trailing months from before the newest year', () => {
    const wholes = [2024, 2025].map((year) => ({ year, month: null, lines: { revenue: 5 } }));
    const bases = listYearStatements([...all(2023), ...all(2024, 6), ...wholes]).map(({ basis }) => basis);
    expect(bases).toEqual([2025, 2024, 2023]);
  });
});
