import { findStateCode } from './us-states.ts';

export type Place = {
  readonly addressLine1?: string | undefined;
  readonly addressLine2?: string | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
  readonly postalCode?: string | undefined;
};

const shortForms: Readonly<Record<string, string>> = {
  street: 'st',
  avenue: 'ave',
  av: 'ave',
  road: 'rd',
  drive: 'dr',
  lane: 'ln',
  boulevard: 'blvd',
  highway: 'hwy',
  parkway: 'pkwy',
  court: 'ct',
  place: 'pl',
  suite: 'ste',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
};

/**
 * A postal address normalized for comparison, regardless of case, punctuation, and common abbreviations: street and
 * town if there is a street, otherwise the town. Null without either.
 */
export function addressKey(place: { readonly [Part in keyof Place]: string | null | undefined }):
  | string
  | null {
  const [line1, line2, city, region] = [place.addressLine1, place.addressLine2, place.city, place.region].map(
    normalizePart,
  );
  const zip = normalizePart(place.postalCode?.slice(0, 5));
  if (line1 === '' && city === '' && zip === '') return null;
  return [line1, line2, city === '' || line1 === '' ? zip : '', city, region].join('|');
}

/** An address in one line: "1 Main St, Ste 4, Avon, CT 06001, US". */
export function formatAddress(place: {
  readonly [Part in keyof Place | 'country']?: string | null | undefined;
}): string {
  const { addressLine1, addressLine2, city, region, postalCode, country } = place;
  const area = [region, postalCode].filter(Boolean).join(' ');
  return [addressLine1, addressLine2, city, area, country].filter(Boolean).join(', ');
}

/**
 * The parts of an address given as one text that ends in a US state, with or without a ZIP code: "Hartford, CT 06103",
 * "12 Main St, Hartford, CT". Null for other texts.
 */
export function parsePlace(text: string): Place | null {
  const found =
    /^(?<before>.*\S)[\s,]+(?<state>[A-Za-z]{2}|[A-Za-z ]{4,20})\.?,?(?:\s+(?<zip>\d{5}(?:-\d{4})?))?$/.exec(
      text.trim(),
    )?.groups;
  const parts = (found?.['before'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const region = findStateCode(found?.['state'] ?? '');
  const isSeparated = text.includes(',') || found?.['zip'] !== undefined;
  if (region === null || !isSeparated || parts.length === 0) return null;
  const [addressLine1, addressLine2] = [parts.slice(0, -1)[0], parts.slice(1, -1).join(', ') || undefined];
  return { addressLine1, addressLine2, city: parts.at(-1), region, postalCode: found?.['zip'] };
}

function normalizePart(text: string | null | undefined): string {
  const given = text ?? '';
  // Most addresses are ASCII, and Unicode character classes take several times as long.
  const isAscii = /^[ -~]*$/.test(given);
  const plain = isAscii ? given : given.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain
    .toLowerCase()
    .split(isAscii ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u)
    .map((word) => shortForms[word] ?? word)
    .filter((word) => word !== '')
    .join(' ');
}
