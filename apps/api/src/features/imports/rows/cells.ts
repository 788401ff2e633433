import { usStateCode } from '@handover/domain/us-states.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

const placeholders = new Set(['<unavail>', 'null', 'n/a', '#n/a', '-', '--']);

/**
 * A cell as one line of text: whitespace and controls become single spaces, direction overrides and the
 * apostrophe with which spreadsheets disarm formulas go, and what only says "nothing" is empty.
 */
export function cleanCell(cell: string): string {
  const text = cell
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
  return placeholders.has(text.toLowerCase()) ? '' : text;
}

/** Numbers that a tool wrote as decimals, such as `1234567893.0`, as the digits they were. */
export function withoutDecimals(text: string): string {
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

/** A phone number in its usual form, `(308) 865-2512` or `+49 30 123456`; what is none stays as it is. */
export function formatPhone(text: string): string {
  const plain = withoutDecimals(text);
  const number = parsePhoneNumberFromString(plain, 'US');
  if (number?.isPossible() !== true) return plain;
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational();
}

/** US states by their code, everything else as it is. */
export function formatRegion(text: string): string {
  return usStateCode(text) ?? text;
}

/** A US postal code that lost its leading zeros or its hyphen to a spreadsheet gets them back. */
export function formatPostalCode(text: string, country: string): string {
  const plain = withoutDecimals(text);
  const isAmerican = country === '' || /^(us|usa|united states( of america)?)$/i.test(country);
  if (!isAmerican || !/^\d{3,9}$/.test(plain)) return plain;
  if (plain.length <= 5) return plain.padStart(5, '0');
  if (plain.length === 6) return plain;
  const nine = plain.padStart(9, '0');
  return `${nine.slice(0, 5)}-${nine.slice(5)}`;
}

/** An address of the web with its scheme. */
export function formatWebsite(text: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
}

/**
 * A calendar date `YYYY-MM-DD` from `2026-01-31`, `01/31/2026`, `31.01.2026`, each also with a time behind
 * it; where the first of two numbers cannot be a month, it is the day. Null for anything else.
 */
export function parseDate(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso !== null) return toDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const local = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: .*)?$/.exec(text);
  if (local === null) return null;
  const [first, second, year] = [Number(local[1]), Number(local[3]), Number(local[4])];
  const isDayFirst = local[2] === '.' || first > 12;
  return isDayFirst ? toDate(year, second, first) : toDate(year, first, second);
}

/** The account type that a word or code of an export stands for; null for an unknown one. */
export function parseAccountType(text: string): 'Individual' | 'Corporate' | null {
  const word = withoutDecimals(text).toLowerCase();
  if (/^(1|individual|person|personal|contact|private|npi-1)$/.test(word)) return 'Individual';
  return /^(2|corporate|corporation|company|organi[sz]ation|organi[sz]ational|business|practice|npi-2)$/.test(
    word,
  )
    ? 'Corporate'
    : null;
}

/** Several values in one cell, separated by commas, semicolons or bars. */
export function splitValues(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,;|]/)
        .map((value) => value.trim())
        .filter((value) => value !== ''),
    ),
  ];
}

function toDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 && year <= 2200;
  return isReal ? date.toISOString().slice(0, 10) : null;
}
