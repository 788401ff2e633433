import { parseMoney } from '../money.ts';
import type { Period } from './periods.ts';
import type { ProfitLine } from './recast.ts';

export type PastedRow = {
  readonly label: string;
  /** The line according to the label; null if the user has to choose it. */
  readonly line: ProfitLine | null;
  /** A subtotal such as gross profit, which is computed instead. */
  readonly isTotal: boolean;
  /** Cents for each period; null for an empty cell. */
  readonly cents: readonly (number | null)[];
  /** Cells that are not amounts, with the index of their period. */
  readonly errors: readonly { readonly index: number; readonly text: string }[];
};

export type PastedTable = {
  readonly periods: readonly Period[];
  readonly rows: readonly PastedRow[];
  /** The table's own net income for each period, for checking the lines; null without such a row. */
  readonly netIncomeCents: readonly (number | null)[] | null;
};

/**
 * Reads a profit and loss table copied from a spreadsheet: a heading with years or months, then a row for each line.
 * Amounts may have dollar signs and thousands separators, and parentheses or a trailing minus if negative. Null if no
 * row has at least one period.
 */
export function readPastedTable(text: string): PastedTable | null {
  const table = splitTable(text);
  const headingIndex = table.findIndex(isHeading);
  const heading = table[headingIndex];
  if (heading === undefined) return null;
  const columns = heading.flatMap((cell, index) => {
    const period = index === 0 ? null : readPeriod(cell);
    return period === null ? [] : [{ index, period }];
  });
  const body = table.slice(headingIndex + 1);
  const sections = listSections(body);
  const rows = body.flatMap((cells, row): PastedRow[] => {
    const label = (cells[0] ?? '').trim();
    const texts = columns.map(({ index }) => (cells[index] ?? '').trim());
    if (label === '' || texts.every((cell) => cell === '')) return [];
    const amounts = texts.map(readAmount);
    return [
      {
        label,
        ...applySection(matchLine(label), sections[row] ?? null),
        cents: amounts.map((amount) => (amount === undefined ? null : amount)),
        errors: amounts.flatMap((amount, index) =>
          amount === undefined ? [{ index, text: texts[index] ?? '' }] : [],
        ),
      },
    ];
  });
  const netIncome =
    rows.findLast(({ label }) =>
      /^net (?:income|profit|earnings|loss)\b(?!.*\bbefore\b)/.test(normalizeLabel(label)),
    ) ?? rows.findLast(({ label }) => returnIncome.test(normalizeLabel(label)));
  return {
    periods: columns.map(({ period }) => period),
    rows: countRevenueOnce(countNetRevenue(rows)),
    netIncomeCents: netIncome?.cents ?? null,
  };
}

/** The names of a heading, after normalization. */
const title = /^(?:|line|account|income statement|(?:statement of )?profits? (?:and|&) loss(?:es)?|p&l)$/;

/**
 * A heading has a period, and no amount above it. An amount can look like a year, so a row with only one such number
 * is a heading by its name, or if it has no name of a cost and no column has a heading above it.
 */
function isHeading([label = '', ...cells]: readonly string[], index: number, table: string[][]): boolean {
  const periods = new Set(cells.filter((cell) => readPeriod(cell) !== null));
  const above = table.slice(0, index).flatMap((row) => row.slice(1).filter((cell) => cell !== ''));
  if (periods.size === 0 || above.some(isAmount)) return false;
  if (periods.size > 1 || ![...periods].every(isAmount) || title.test(normalizeLabel(label))) return true;
  const { line, isTotal } = matchLine(label);
  return above.length === 0 && !isTotal && (line === null || line === 'revenue');
}

/** The headings of sections, which QuickBooks and Xero end with a total of the same name. */
const sectionHeadings: readonly (readonly [line: ProfitLine, heading: RegExp])[] = [
  ['otherIncome', /^(?:other|non-?operating) income$/],
  ['revenue', /^(?:(?:operating|gross|patient|practice) )*(?:income|revenues?|sales|receipts|collections)$/],
  ['costOfSales', /^(?:cogs|costs? of (?:goods(?: sold)?|sales|revenues?|services)|direct costs?)$/],
  ['otherExpenses', /^(?:(?:operating|other|general|and|&|administrative|practice) )*expenses?$/],
];

function findSection(label: string): ProfitLine | undefined {
  return sectionHeadings.find(([, heading]) => heading.test(label))?.[0];
}

/** The section of each row: below its heading, which has no amounts, and above its total. Null outside of sections. */
function listSections(table: readonly (readonly string[])[]): (ProfitLine | null)[] {
  const sections = table.map((): ProfitLine | null => null);
  let open: { line: ProfitLine; start: number } | null = null;
  for (const [index, [label = '', ...cells]] of table.entries()) {
    const plain = normalizeLabel(label);
    const line = findSection(plain);
    if (line !== undefined && cells.every((cell) => cell === '')) open = { line, start: index };
    if (open !== null && plain.startsWith('total ') && findSection(plain.slice(6)) === open.line) {
      sections.fill(open.line, open.start, index);
      open = null;
    }
  }
  return sections;
}

/** All rows of an income section are income. In a section of costs, other rows than known costs are of its kind. */
function applySection<T extends Pick<PastedRow, 'line' | 'isTotal'>>(row: T, section: ProfitLine | null): T {
  if (section === null || row.isTotal) return row;
  const isKnown =
    section === 'revenue'
      ? row.line === 'otherIncome'
      : section !== 'otherIncome' && row.line !== null && row.line !== 'revenue';
  return isKnown ? row : { ...row, line: section };
}

/** Deductions from gross revenue. */
const deduction = /\b(?:returns?|refunds?|allowances?|discounts?|adjustments?|write-?offs?)\b/;

/**
 * Above the first cost, a net row such as net sales, or the collections in a table that starts from production,
 * replaces the rows above it, that is, the gross rows and their deductions. Without a net row, deductions reduce
 * revenue.
 */
function countNetRevenue(rows: readonly PastedRow[]): PastedRow[] {
  const firstCost = rows.findIndex(({ line }) => line !== null && line !== 'revenue');
  const end = firstCost === -1 ? rows.length : firstCost;
  const named = (row: PastedRow, name: RegExp): boolean => name.test(normalizeLabel(row.label));
  const hasProduction = rows.slice(0, end).some((row) => named(row, /\bproduction\b/));
  const isNet = (row: PastedRow): boolean =>
    row.line === 'revenue' && (named(row, /^net\b/) || (hasProduction && named(row, /\bcollections?\b/)));
  const net = rows.slice(0, end).findLastIndex(isNet);
  return rows.map((row, index) => {
    const isDeduction = index < end && !row.isTotal && named(row, deduction);
    if (index < net && (row.line === 'revenue' || isDeduction)) return { ...row, line: null, isTotal: true };
    return isDeduction ? { ...row, line: 'revenue', cents: row.cents.map(toReduction) } : row;
  });
}

function toReduction(cents: number | null): number | null {
  return cents === null ? null : -Math.abs(cents);
}

/** A revenue total is used only if it has no separate rows. */
function countRevenueOnce(rows: readonly PastedRow[]): PastedRow[] {
  const isTotal = ({ line, label }: PastedRow): boolean =>
    line === 'revenue' && revenueTotal.test(normalizeLabel(label));
  const hasRows = rows.some((row) => row.line === 'revenue' && !isTotal(row));
  return rows.map((row) => (hasRows && isTotal(row) ? { ...row, line: null, isTotal: true } : row));
}

function splitTable(text: string): string[][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const separator = lines.some((line) => line.includes('\t')) ? '\t' : null;
  return lines.map((line) => (separator === null ? splitCommas(line) : line.split(separator)).map(unquote));
}

/** The cells of a comma-separated line. Quoted cells may contain commas. */
function splitCommas(line: string): string[] {
  return line.match(/(?:"(?:[^"]|"")*"|[^,"])+|(?<=,|^)(?=,|$)/g) ?? [];
}

function unquote(cell: string): string {
  const plain = cell.trim();
  return /^".*"$/.test(plain) ? plain.slice(1, -1).replaceAll('""', '"') : plain;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A calendar year by its last day or its months. */
const wholeYear =
  /^(?:(?:for the )?(?:year|(?:12|twelve) months) end(?:ed|ing) )?(?:12\/31\/|dec(?:ember)?\.? 31,? |jan(?:uary)?\.?(?: 1,?)? ?(?:[-–—]|to|through|thru) ?dec(?:ember)?\.?(?: 31,?)? )['’]?((?:19|20)\d{2}|\d{2})$/;

/**
 * "2025", "FY2025", "FY 25", "2025 Actual", "12/31/2025", "Year ended December 31, 2025", "Jan - Dec 2025", "Jan 2025",
 * "January-25", "2025-01", "01/2025".
 */
export function readPeriod(text: string): Period | null {
  const plain = text.trim().replace(/\s+/g, ' ').toLowerCase();
  const year =
    /^(?:fy|cy|year|year ended|calendar)? ?['’]?((?:19|20)\d{2}|(?<=['’y] ?)\d{2})(?: actuals?)?$/.exec(
      plain,
    )?.[1] ?? wholeYear.exec(plain)?.[1];
  if (year !== undefined) return { year: toFullYear(year), month: null };
  const named = /^([a-z]{3})[a-z]*\.?[\s\-'’/,]*((?:19|20)\d{2}|\d{2})$/.exec(plain);
  const month = monthNames.indexOf(named?.[1] ?? '') + 1;
  if (named !== null && month > 0) return { year: toFullYear(named[2] ?? ''), month };
  const iso = /^((?:19|20)\d{2})[-/](0?[1-9]|1[0-2])$/.exec(plain);
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]) };
  const american = /^(0?[1-9]|1[0-2])[-/]((?:19|20)\d{2})$/.exec(plain);
  return american === null ? null : { year: Number(american[2]), month: Number(american[1]) };
}

function toFullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** Cents; null for an empty cell or a dash, undefined for anything else that is not an amount. */
function readAmount(text: string): number | null | undefined {
  const plain = text.replace(/[\s\u00A0]/g, '').replace(/^USD/i, '');
  if (/^\$?[-–—]?$/.test(plain)) return null;
  const negative = /^\$?\((.*)\)$/.exec(plain)?.[1] ?? /^(.*)[-–—]$/.exec(plain)?.[1];
  const cents = parseMoney((negative ?? plain).replace(/^[–—−]/, '-').replace(/^\$-/, '-$'));
  if (cents === null) return undefined;
  return negative === undefined || cents === 0 ? cents : -cents;
}

function isAmount(text: string): boolean {
  return typeof readAmount(text) === 'number';
}

/** The result of a tax return without a row “Net income”, as on Forms 1065 and 1120-S. */
const returnIncome = /^ordinary business income\b/;

const totals =
  /^(?:gross (?:profit|margin|income)|ordinary (?:business )?income.*|taxable income.*|total\b.*|net (?:operating )?(?:income|profit|earnings|loss).*|operating (?:income|profit|loss)|ebitda.*|ebit|sde|income before.*|earnings before.*|net ordinary income|pre-?tax.*|(?:income|profit|earnings|loss) from (?:continuing )?operations)$/;
const revenueTotal = /^total (?:net )?(?:revenues?|sales|income|collections|production)$/;

const owner = String.raw`(?<!\b(?:non|staff|team|family)[- ])(?:owners?|officers?|shareholders?|members?|partners?)`;
const pay = '(?:pay|payroll|salary|salaries|compensation|comp|wages?|draws?)';
/** Form 1065 has “Salaries and wages (other than to partners)”. */
const notExcluding = String.raw`(?:(?!\b(?:than|excluding|excl|except|without|less|non)\b).)`;

const lines: readonly (readonly [line: ProfitLine, pattern: RegExp])[] = [
  [
    'ownerPay',
    new RegExp(
      String.raw`\b${owner}['’]?s?\b.*\b${pay}\b|\b${pay}\b${notExcluding}*\b${owner}\b|\bguaranteed payments?\b`,
    ),
  ],
  ['depreciation', /\bdepreciation\b/],
  ['amortization', /\bamorti[sz]ation\b/],
  ['incomeTax', /\b(?:income|federal|state) tax(?:es)?\b|\btax provision\b|\bprovision for (?:income )?tax/],
  ['otherIncome', /\b(?:other|interest|rental|misc(?:ellaneous)?|non-?operating) income\b/],
  ['interest', /\binterest\b/],
  [
    'costOfSales',
    /\bcogs\b|\bcosts? of (?:goods|sales|revenue|services)\b|\b(?:clinical|dental|medical|lab(?:oratory)?|drug|inventory) (?:supplies|costs?|purchases|fees)\b/,
  ],
  // Expenses whose label says what they are for: "sales tax", "collection expense", "merchant fees on sales".
  ['payroll', /\b(?:production|sales|collections?)\b.*\b(?:bonus(?:es)?|pay|commissions?)\b/],
  [
    'otherExpenses',
    /\b(?:sales|collections?|production|revenue|receipts)\b.*\b(?:expenses?|fees?|tax(?:es)?|marketing|promotions?|advertising)\b|\b(?:marketing|advertising|promotions?|fees?|tax(?:es)?)\b.*\b(?:sales|collections?|production|revenue|receipts)\b/,
  ],
  ['rent', /\brent(?:s|als?)?\b|\blease\b|\boccupancy\b/],
  ['payroll', /\bpayroll\b|\bwages?\b|\bsalar(?:y|ies)\b|\bstaff\b|\bemployee\b/],
  [
    'revenue',
    /\b(?:revenues?|sales|collections?|gross receipts|fees? income|net production|production|income)\b/,
  ],
  [
    'otherExpenses',
    /\b(?:other|operating|general|administrative|g&a|sg&a|misc(?:ellaneous)?)\b.*\bexpenses?\b|\boverhead\b/,
  ],
];

function normalizeLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/\s*\(loss(?:es)?\)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\d.\s]+|[:.\s]+$/g, '')
    .trim();
}

function matchLine(label: string): Pick<PastedRow, 'line' | 'isTotal'> {
  const plain = normalizeLabel(label);
  if (totals.test(plain) && !revenueTotal.test(plain)) return { line: null, isTotal: true };
  return { line: lines.find(([, pattern]) => pattern.test(plain))?.[0] ?? null, isTotal: false };
}
