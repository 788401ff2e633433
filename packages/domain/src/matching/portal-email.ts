import { parseWrittenMoney } from '../money.ts';
import type { BuyerTiming } from './buyer-match.ts';

/** Listing portals by the domain of their email addresses. */
const portals: Readonly<Record<string, string>> = {
  'bizbuysell.com': 'BizBuySell',
  'bizquest.com': 'BizQuest',
  'businessbroker.net': 'BusinessBroker.net',
  'businessesforsale.com': 'BusinessesForSale.com',
  'dealstream.com': 'DealStream',
  'loopnet.com': 'LoopNet',
};

/** The portal of an email address, including subdomains such as mail.bizbuysell.com; null if there is none. */
export function findPortal(address: string): string | null {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const found = Object.entries(portals).find(([own]) => domain === own || domain.endsWith(`.${own}`));
  return found?.[1] ?? null;
}

export type PortalInquiry = {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly message: string | null;
  /** Listing numbers; the broker's come before the portal's. */
  readonly listingReferences: readonly string[];
  readonly cashCents: number | null;
  readonly timing: BuyerTiming | null;
};

type Field =
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'ownReference'
  | 'listing'
  | 'cash'
  | 'timing'
  | 'message'
  | 'other';

const labels: readonly (readonly [Field, readonly string[]])[] = [
  ['name', ['name', 'full name', 'contact name', 'buyer name', 'your name']],
  ['firstName', ['first name', 'contact first name']],
  ['lastName', ['last name', 'contact last name']],
  ['email', ['email', 'email address', 'contact email', 'buyer email']],
  ['phone', ['phone', 'phone number', 'telephone', 'contact phone', 'mobile']],
  ['ownReference', ['ref id', 'ref', 'reference', 'reference number', 'your reference', 'your listing ref']],
  ['listing', ['listing id', 'listing number', 'listing #', 'ad id', 'ad number', 'property id']],
  ['cash', ['able to invest', 'amount to invest', 'available capital', 'cash available', 'down payment']],
  ['timing', ['purchase within', 'purchase timeframe', 'purchase time frame', 'time frame', 'timeframe']],
  ['message', ['comments', 'message', 'inquiry', 'question', 'questions', 'questions/comments']],
  // Labels that only end the value of the previous label.
  [
    'other',
    [
      'headline',
      'listing title',
      'zip',
      'contact zip',
      'city',
      'state',
      'country',
      'company',
      'asking price',
    ],
  ],
];
const fieldOfLabel = new Map(labels.flatMap(([field, names]) => names.map((name) => [name, field] as const)));
const labelOfLine = /^[\s>*|•-]{0,10}(?<label>[a-z][a-z #/-]{1,30}?)[\s*]{0,10}[:|\t]/i;
const rule = /^[-_=*]{3,}$/;
/** Footers that a buyer would not write. */
const footerOfPortal =
  /^(?:to reply\b|you can reply\b|reply to this\b|this e?mail was sent\b|unsubscribe\b|thank you for (?:using|choosing|visiting)\b)/i;
const otherFooter = /^(?:[-_=*]{3,}|©.*|copyright\b.*\d{4}.*|thank you[.!]*)$/i;
const address = /[^\s@<>"',;:()[\]]+@[^\s@<>"',;:()[\]]+\.[a-z]{2,}/i;
const maxLineCharacters = 5_000;
const maxLines = 1_000;

/**
 * Reads the labeled lines of a portal's email, such as "Contact Name: Lee Park". Null without name and email address,
 * or if a label that identifies the sender occurs twice with different values.
 */
export function readPortalEmail(text: string): PortalInquiry | null {
  const values = readValues(text);
  if (values === null) return null;
  const first = (field: Field): string | null => values.get(field)?.[0] ?? null;
  const name = first('name') ?? [first('firstName'), first('lastName')].filter(Boolean).join(' ');
  const email = address.exec(first('email') ?? '')?.[0];
  if (name === '' || email === undefined) return null;
  const references = [...(values.get('ownReference') ?? []), ...(values.get('listing') ?? [])];
  return {
    name,
    email,
    phone: first('phone'),
    message: first('message'),
    listingReferences: [...new Set(references)],
    cashCents: parseCents(first('cash')),
    timing: parseTiming(first('timing')),
  };
}

/** The values of each field; null if two names or email addresses contradict each other. */
function readValues(text: string): Map<Field, string[]> | null {
  const values = new Map<Field, string[]>();
  const message: string[] = [];
  let current: Field | null = null;
  const rows = text.split(/\r?\n/, maxLines).map((each) => each.slice(0, maxLineCharacters).trim());
  const lastOfText = rows.findLastIndex(
    (row) => row !== '' && !isFooter(row) && readLine(row).field === undefined,
  );
  for (const [index, row] of rows.entries()) {
    const { field, value } = readLine(row);
    const isEnd =
      current === 'message'
        ? footerOfPortal.test(row) || (index > lastOfText && rule.test(row))
        : isFooter(row);
    // A message can contain lines that look like labels.
    if (field !== undefined && !(current === 'message' && (field === 'message' || values.has(field)))) {
      if (field === 'message') message.push(value);
      else if (value !== '' && !add(values, field, value)) return null;
      current = field;
    } else if (isEnd) current = null;
    else if (current === 'message') message.push(row);
    else if (current !== null && row !== '') {
      // A value below its label.
      if (!values.has(current)) add(values, current, row);
      current = null;
    }
  }
  const joined = message.join('\n').trim();
  return joined === '' ? values : values.set('message', [joined]);
}

function isFooter(row: string): boolean {
  return footerOfPortal.test(row) || otherFooter.test(row);
}

function readLine(row: string): { field: Field | undefined; value: string } {
  const [start = '', label = ''] = labelOfLine.exec(row) ?? [];
  const value = row
    .slice(start.length)
    .replaceAll(/^[|*]+|[|*]+$/g, '')
    .trim();
  return { field: fieldOfLabel.get(label.toLowerCase().replaceAll('-', '').trim()), value };
}

function add(values: Map<Field, string[]>, field: Field, value: string): boolean {
  const known = values.get(field) ?? [];
  const isOther = known.length > 0 && !known.includes(value);
  if (isOther && (field === 'name' || field === 'email')) return false;
  if (!known.includes(value)) values.set(field, [...known, value]);
  return true;
}

const amounts =
  /(?<dollar>\$ ?)?(?<![\d.,])(?<number>\d[\d,]*(?:\.\d+)?)(?: ?(?<unit>k|thousand|mm?|mil|million|bn?|billion)(?![a-z]))?(?<percent> ?(?:%|percent))?/gi;

/**
 * The first amount with a dollar sign, as in "$100,000 to $250,000". Numbers without one count only if all are large
 * enough to be amounts, unlike in "3 partners".
 */
function parseCents(text: string | null): number | null {
  const found = [...(text ?? '').matchAll(amounts)].flatMap(({ groups = {} }) =>
    groups['percent'] === undefined
      ? [
          {
            isInDollars: groups['dollar'] !== undefined,
            cents: parseWrittenMoney(`${groups['number'] ?? ''} ${groups['unit'] ?? ''}`),
          },
        ]
      : [],
  );
  const inDollars = found.find(({ isInDollars }) => isInDollars);
  if (inDollars !== undefined) return inDollars.cents;
  return found.every(({ cents }) => cents !== null && cents >= minCents) ? (found[0]?.cents ?? null) : null;
}

const minCents = 10_000_00;

/** The timing for the largest number of months in a text such as "3 to 6 months". */
function parseTiming(text: string | null): BuyerTiming | null {
  if (text === null) return null;
  const numbers = [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  if (numbers.length === 0) return /now|immediate|asap|ready/i.test(text) ? 'now' : null;
  const largest = Math.max(...numbers);
  const months = /year/i.test(text) ? largest * 12 : /day|week/i.test(text) ? 1 : largest;
  const isLonger = /\d ?\+|\b(?:more|longer|greater) than\b|\bover\b|\bafter\b/i.test(text);
  if (months <= 1 && !isLonger) return 'now';
  if (months < 6 || (months === 6 && !isLonger)) return 'six_months';
  return months < 12 || (months === 12 && !isLonger) ? 'year' : 'later';
}
