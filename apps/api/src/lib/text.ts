import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** Lower case without accents and with single spaces: how names are sorted and searched. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The form in which email addresses are compared. */
export function emailKey(address: string): string {
  return address.trim().toLowerCase();
}

/** The form in which phone numbers are compared: E.164 where it parses (US by default), else its digits; null without any. */
export function phoneKey(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, 'US');
  if (parsed?.isPossible() === true) return parsed.number;
  const digits = phone.replace(/\D/g, '');
  return digits === '' ? null : digits;
}

/** The first `max` characters without cutting a character in half, with an ellipsis when cut. */
export function excerpt(text: string, max: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(flat.slice(0, max * 2));
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : flat;
}

/** Escapes the wildcards of LIKE. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
