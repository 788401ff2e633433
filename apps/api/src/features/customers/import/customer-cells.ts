import { parseDate } from '@handover/domain/calendar-dates.ts';
import { splitValues, withoutDecimals } from '#platform/records/import/cells.ts';

/** A time in ISO 8601, or the start of a day in UTC; null for anything else. */
export function parseTime(text: string): string | null {
  const date = parseDate(text);
  const isExact = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const time = isExact ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  return date === null ? null : `${date}T00:00:00.000Z`;
}

/** Since when, or whether, somebody opted out in any of the columns; null if one says neither. */
export function parseOptOut(text: string): string | boolean | null {
  const values = splitValues(text).map((part) => parseTime(part) ?? parseYesNo(part) ?? parseConsent(part));
  if (values.includes(null)) return null;
  return values.find((value) => typeof value === 'string') ?? values.includes(true);
}

/** Whether a permission to email, as in Constant Contact, was withdrawn. */
function parseConsent(text: string): boolean | null {
  if (/^(?:unsubscribed|opted[ -]?out)$/i.test(text)) return true;
  return /^(?:subscribed|opted[ -]?in|implicit|explicit|express|implied|not set)$/i.test(text) ? false : null;
}

export function parseYesNo(text: string): boolean | null {
  if (/^(?:yes|y|true|1|x)$/i.test(text)) return true;
  return /^(?:no|n|false|0)$/i.test(text) ? false : null;
}

/** The account type for a word or code of an export; null for an unknown one. */
export function parseAccountType(text: string): 'Individual' | 'Corporate' | null {
  const word = withoutDecimals(text).toLowerCase();
  if (/^(1|individual|person|personal|contact|private|npi-1)$/.test(word)) return 'Individual';
  return /^(2|corporate|corporation|company|organi[sz]ation|organi[sz]ational|business|practice|npi-2)$/.test(
    word,
  )
    ? 'Corporate'
    : null;
}
