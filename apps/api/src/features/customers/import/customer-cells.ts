import { parseWrittenDate } from '@handover/domain/written-dates.ts';
import { toInstant } from '@handover/domain/local-time.ts';
import { splitValues, removeDecimals } from '#platform/records/import/cells.ts';

const timeOfDay =
  /[T ](?<hour>\d{1,2}):(?<minutes>[0-5]\d)(?<seconds>:[0-5]\d(?:\.\d+)?)?(?: ?(?<half>[AP])M)?(?: ?(?<offset>Z|UTC|[+-]\d\d:?\d\d))?$/i;

/** An instant in ISO 8601 if the text has an offset, otherwise a local time `YYYY-MM-DDTHH:mm`; null for no date. */
export function parseTime(text: string): string | null {
  const date = parseWrittenDate(text);
  if (date === null) return null;
  const { hour, minutes = '00', seconds = ':00', half, offset } = timeOfDay.exec(text)?.groups ?? {};
  const hours = hour === undefined ? 0 : half === undefined ? Number(hour) : to24Hours(Number(hour), half);
  const local = `${date}T${String(hours).padStart(2, '0')}:${minutes}`;
  if (hours > 23) return null;
  if (offset === undefined) return local;
  const zone = /^(?:Z|UTC)$/i.test(offset) ? 'Z' : offset.replace(/(\d\d):?(\d\d)$/, '$1:$2');
  const instant = Date.parse(`${local}${seconds}${zone}`);
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}

function to24Hours(hour: number, half: string): number {
  return (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
}

/** A value of `parseTime` or `parseOptOut` with its time as an instant. */
export function inTimeZone(value: unknown, timeZone: string): unknown {
  return typeof value !== 'string' || value.endsWith('Z') ? value : toInstant(value, timeZone).toISOString();
}

/** When, or whether, the customer opted out in any of the columns; null if a column is unclear. */
export function parseOptOut(text: string): string | boolean | null {
  // A date such as "Jul 5, 2024" has a comma too.
  const time = parseTime(text);
  if (time !== null) return time;
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
  const word = removeDecimals(text).toLowerCase();
  if (/^(1|individual|person|personal|contact|private|npi-1)$/.test(word)) return 'Individual';
  return /^(2|corporate|corporation|company|organi[sz]ation|organi[sz]ational|business|practice|npi-2)$/.test(
    word,
  )
    ? 'Corporate'
    : null;
}
