import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** Normalized email address for comparison. */
export function emailKey(address: string): string {
  return address.trim().toLowerCase();
}

/**
 * Normalized phone number for comparison: E.164 if it parses (US by default), otherwise its digits; null
 * without digits.
 */
export function phoneKey(phone: string): string | null {
  const [area, exchange, line] = parseNorthAmericanPhone(phone) ?? [];
  if (line !== undefined) return `+1${area}${exchange}${line}`;
  const parsed = parsePhoneNumberFromString(phone, 'US');
  if (parsed?.isPossible() === true) return parsed.number;
  const digits = phone.replace(/\D/g, '');
  return digits === '' ? null : digits;
}

const northAmerican = /^(?:\+?1[-. ]?)?\(?([2-9]\d{2})\)?[-. ]?(\d{3})[-. ]?(\d{4})$/;

/**
 * Area code, exchange, and line of a plain North American number, or null for any other text. The phone library looks
 * up the country of every number, which took half the time of an import.
 */
export function parseNorthAmericanPhone(
  phone: string,
): [area: string, exchange: string, line: string] | null {
  const [, area, exchange, line] = northAmerican.exec(phone.trim()) ?? [];
  return area === undefined || exchange === undefined || line === undefined ? null : [area, exchange, line];
}

/** The first `max` characters, never splitting a character, with an ellipsis if truncated. */
export function toExcerpt(text: string, max: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(flat.slice(0, max * 2));
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : flat;
}

/** Escapes the wildcards of LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/** Parses JSON written by this app as type `T`. Validate JSON from outside with a schema instead. */
export function readJson<T>(text: string): T {
  // oxlint-disable-next-line typescript/no-unsafe-return -- the caller wrote the text and knows its shape
  return JSON.parse(text);
}
