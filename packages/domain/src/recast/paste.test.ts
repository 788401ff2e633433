import { describe, expect, it } from 'vitest';
import { readPastedTable, readPeriod } from './paste.ts';

describe('a pasted profit and loss table', () => {
  it('is read from a spreadsheet with dollar signs, parentheses, and dashes', () => {
    const table = readPastedTable(
      [
        'Smile Dental LLC\t\t',
        'Profit and Loss\tFY2023\tFY 24',
        '',
        'Income\t\t',
        'Collections\t$1,012,345.50\t 1,100,000 ',
        'Cost of goods sold\t120,000\t-',
        'Officer compensation\t180000\t190,000',
        'Wages and salaries\t350,000\t(1,000)',
        'Rent\t84,000\tn/a',
        'Depreciation expense\t30,000\t31,000-',
        'Continuing education\t4,000\t5,000',
        'Total expenses\t1\t2',
        'Net income\t100,000\t120,000',
      ].join('\n'),
    );
    expect(table?.periods).toEqual([
      { year: 2023, month: null },
      { year: 2024, month: null },
    ]);
    expect(table?.rows.map(({ label, line, isTotal, cents }) => [label, line ?? isTotal, ...cents])).toEqual([
      ['Collections', 'revenue', 1_012_345_50, 1_100_000_00],
      ['Cost of goods sold', 'costOfSales', 120_000_00, null],
      ['Officer compensation', 'ownerPay', 180_000_00, 190_000_00],
      ['Wages and salaries', 'payroll', 350_000_00, -1_000_00],
      ['Rent', 'rent', 84_000_00, null],
      ['Depreciation expense', 'depreciation', 30_000_00, -31_000_00],
      ['Continuing education', false, 4_000_00, 5_000_00],
      ['Total expenses', true, 100, 200],
      ['Net income', true, 100_000_00, 120_000_00],
    ]);
    expect(table?.rows[4]?.errors).toEqual([{ index: 1, text: 'n/a' }]);
    expect(table?.netIncomeCents).toEqual([100_000_00, 120_000_00]);
  });

  it('takes unnamed rows from the section they are in, between a heading and its total', () => {
    const table = readPastedTable(
      [
        '\tJan - Dec 2025',
        'Ordinary Income/Expense\t',
        'Income\t',
        'Patient fees\t900,000',
        'Lab fees\t50,000',
        'Refunds\t10,000',
        'Total Income\t940,000',
        'Cost of Goods Sold\t',
        'Implants\t40,000',
        'Total COGS\t40,000',
        'Gross Profit\t900,000',
        'Expense\t',
        'Dr. Ames\t180,000',
        'Payroll Expenses\t',
        'Hygienist wages\t220,000',
        'Total Payroll Expenses\t220,000',
        'Collections\t5,000',
        'Total Expense\t405,000',
        'Other Income/Expense\t',
        'Other Income\t',
        'Interest earned\t1,000',
        'Total Other Income\t1,000',
        'Net Income\t496,000',
      ].join('\n'),
    );
    expect(table?.rows.map(({ label, line, isTotal }) => [label, line ?? isTotal])).toEqual([
      ['Patient fees', 'revenue'],
      ['Lab fees', 'revenue'],
      ['Refunds', 'revenue'],
      ['Total Income', true],
      ['Implants', 'costOfSales'],
      ['Total COGS', true],
      ['Gross Profit', true],
      ['Dr. Ames', 'otherExpenses'],
      ['Hygienist wages', 'payroll'],
      ['Total Payroll Expenses', true],
      ['Collections', 'otherExpenses'],
      ['Total Expense', true],
      ['Interest earned', 'otherIncome'],
      ['Total Other Income', true],
      ['Net Income', true],
    ]);
    expect(table?.rows[2]?.cents).toEqual([-10_000_00]);
  });

  it('is read with commas between cells and quotes around amounts', () => {
    const table = readPastedTable(
      'Line,Jan 2025,"Feb-25"\nTotal revenue,"90,000","95,500"\nInterest expense,,12.34',
    );
    expect(table?.periods).toEqual([
      { year: 2025, month: 1 },
      { year: 2025, month: 2 },
    ]);
    expect(table?.rows).toMatchObject([
      { line: 'revenue', cents: [90_000_00, 95_500_00] },
      { line: 'interest', cents: [null, 1_234] },
    ]);
  });

  it.each([
    ['Sales and marketing', 'otherExpenses'],
    ['Sales tax', 'otherExpenses'],
    ['Collection expense', 'otherExpenses'],
    ['Collections agency fees', 'otherExpenses'],
    ['Merchant fees on sales', 'otherExpenses'],
    ['Advertising and sales promotion', 'otherExpenses'],
    ['Sales commissions', 'payroll'],
    ['Production bonus', 'payroll'],
    ['Associate production pay', 'payroll'],
    ['Rental income', 'otherIncome'],
    ['Income from operations', true],
    ['Income (loss) from operations', true],
    ['Operating income (loss)', true],
    ['Operating loss', true],
    ['Income (loss) before taxes', true],
    ['Taxable income', true],
    ['Gross profit (loss)', true],
    ['Compensation of officers', 'ownerPay'],
    ['Salaries – Officer', 'ownerPay'],
    ['Wages – Officers', 'ownerPay'],
    ['Payroll - Owner', 'ownerPay'],
    ['Salary - owner', 'ownerPay'],
    ['Owner payroll', 'ownerPay'],
    ['Salaries and wages (other than to partners)', 'payroll'],
    ['Wages – staff members', 'payroll'],
    ['Non-owner wages', 'payroll'],
    ['Rents', 'rent'],
    ['Professional fees income', 'revenue'],
    ['Net production', 'revenue'],
    ['Sales', 'revenue'],
    ['Cost of sales', 'costOfSales'],
  ] as const)('reads %s as %s', (label, expected) => {
    const row = readPastedTable(`Line\t2025\n${label}\t100`)?.rows[0];
    expect(row?.line ?? row?.isTotal).toBe(expected);
  });

  it('counts revenue once, and uses the last net income', () => {
    const table = readPastedTable(
      'Line\t2025\nDental income\t70\nHygiene income\t30\nTotal income\t100\nNet income before taxes\t40\nNet income\t30',
    );
    expect(table?.rows.map(({ line, isTotal }) => line ?? isTotal)).toEqual([
      'revenue',
      'revenue',
      true,
      true,
      true,
    ]);
    expect(table?.netIncomeCents).toEqual([3000]);
  });

  it('is read from the lines of Form 1120-S', () => {
    const table = readPastedTable(
      [
        'Line\t2025',
        'Gross receipts or sales\t1,500,000',
        'Cost of goods sold\t300,000',
        'Gross profit\t1,200,000',
        'Total income (loss)\t1,200,000',
        'Compensation of officers\t250,000',
        'Salaries and wages\t400,000',
        'Rents\t90,000',
        'Interest\t15,000',
        'Depreciation\t30,000',
        'Other deductions\t215,000',
        'Total deductions\t1,000,000',
        'Ordinary business income (loss)\t200,000',
      ].join('\n'),
    );
    expect(table?.rows.map(({ line, isTotal }) => line ?? isTotal)).toEqual([
      'revenue',
      'costOfSales',
      true,
      true,
      'ownerPay',
      'payroll',
      'rent',
      'interest',
      'depreciation',
      false,
      true,
      true,
    ]);
    expect(table?.netIncomeCents).toEqual([200_000_00]);
  });

  it.each([
    ['sales', ['Gross sales 1000', 'Returns and allowances (50)', 'Net sales 950'], 950],
    [
      'a dental practice',
      ['Gross production 1200', 'Adjustments (200)', 'Net production 1000', 'Collections 980'],
      980,
    ],
    [
      'a clinic',
      ['Gross patient revenue 900', 'Contractual adjustments 300', 'Net patient revenue 600'],
      600,
    ],
    [
      'net sales beside other revenue',
      ['Gross sales 1000', 'Discounts 40', 'Net sales 960', 'Fee income 40'],
      1000,
    ],
    [
      'deductions without a net row',
      ['Product sales 1000', 'Sales returns 30', 'Discounts (20)', 'Total sales 950'],
      950,
    ],
    ['a total after deductions', ['Collections 700', 'Less: refunds (10)', 'Total net collections 690'], 690],
  ])('counts gross and net revenue once: %s', (_name, texts, dollars) => {
    const body = texts.map((text) => text.replace(/ (\S+)$/, '\t$1'));
    const costs = ['Clinical supplies\t100', 'Vendor refunds\t5'];
    const rows = readPastedTable(['\t2024', ...body, ...costs].join('\n'))?.rows ?? [];
    const revenue = rows.filter(({ line }) => line === 'revenue').map(({ cents }) => cents[0] ?? 0);
    expect(revenue.reduce((sum, cents) => sum + cents, 0)).toBe(dollars * 100);
    expect(rows.at(-1)).toMatchObject({ line: null, isTotal: false, cents: [500] });
  });

  it('is read from QuickBooks, with an amount that looks like a year', () => {
    const table = readPastedTable(
      '\tJan - Dec 2024\nPatient fees\t850000\nRent\t2000\nWages\t300000\nNet Income\t548000',
    );
    expect(table?.periods).toEqual([{ year: 2024, month: null }]);
    expect(table?.rows.map(({ label, cents }) => [label, ...cents])).toEqual([
      ['Patient fees', 850_000_00],
      ['Rent', 2_000_00],
      ['Wages', 300_000_00],
      ['Net Income', 548_000_00],
    ]);
  });

  it.each([
    'Income statement\t2023\t2024',
    'Income Statement\t2024',
    'Profit & Loss\t2024',
    'Revenue\t2024',
    'Smile Dental LLC\t2024',
    '\tActual\n\t2024',
    'Smile Dental LLC\tUnaudited\nIncome Statement\t2024',
    'Smile Dental LLC\tUnaudited\nRevenue\tFY2024',
  ])('can have its years beside any name: %j', (heading) => {
    const table = readPastedTable(`${heading}\nRent\t24000\t1`);
    expect(table?.periods.at(-1)?.year).toBe(2024);
    expect(table?.rows).toMatchObject([{ label: 'Rent', line: 'rent' }]);
  });

  it('returns nothing without a year or month in the heading', () => {
    expect(readPastedTable('\tThis year\nPatient fees\t850000\nRent\t2000')).toBeNull();
    expect(readPastedTable('\tThis year\nUtilities\t2000\nInsurance\t2001')).toBeNull();
    expect(readPastedTable('Supplies\t1500\nUtilities\t2000')).toBeNull();
    expect(readPastedTable('Supplies\t1500\nUtilities\tFY2000')).toBeNull();
    expect(readPastedTable('Rent\t2000\nWages\t300000')).toBeNull();
    expect(readPastedTable('Revenue\t100\t200')).toBeNull();
    expect(readPastedTable('')).toBeNull();
  });
});

it.each([
  ['2025', 2025, null],
  ['FY2025', 2025, null],
  ['FY 25', 2025, null],
  ['January 2025', 2025, 1],
  ['Sept-24', 2024, 9],
  ['2025-03', 2025, 3],
  ['2024 Actual', 2024, null],
  ['12/31/2024', 2024, null],
  ['Dec 31, 2024', 2024, null],
  ['Year Ended December 31, 2024', 2024, null],
  ['Jan - Dec 24', 2024, null],
  ['January through December 2024', 2024, null],
  ['Jan 1 - Dec 31, 2024', 2024, null],
  ['12/2024', 2024, 12],
])('reads the period %s', (text, year, month) => expect(readPeriod(text)).toEqual({ year, month }));

it.each(['', '25', 'Total', '13/2024', '100,000', 'Foo 2024', 'Jan - Mar 2024', '6/30/2024', '2024 Budget'])(
  'takes %j for no period',
  (text) => expect(readPeriod(text)).toBeNull(),
);
