import { parseDate } from './calendar-dates.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;

/**
 * A calendar date `YYYY-MM-DD` as files write it: what `parseDate` reads, and `1/31/26`, `Jan 31, 2026`, or `31-Jan-26`,
 * each also followed by a time. Null for anything else.
 */
export function parseWrittenDate(text: string): string | null {
  const short = /^(\d{1,2}[/.-]\d{1,2}[/.-])(\d\d)(?: .*)?$/.exec(text);
  if (short !== null) return parseDate(`${short[1] ?? ''}${toFullYear(short[2] ?? '')}`);
  return parseDate(text) ?? parseNamedMonth(text);
}

function parseNamedMonth(text: string): string | null {
  const parts =
    /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:, ?| )(?<year>\d{4}|\d\d)(?: .*)?$/i.exec(
      text,
    ) ??
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?<month>[a-z]{3,9})\.?(?:, ?|[ -])(?<year>\d{4}|\d\d)(?: .*)?$/i.exec(
      text,
    );
  const { year = '', month = '', day = '' } = parts?.groups ?? {};
  const name = month.toLowerCase();
  if (!monthName.test(name)) return null;
  return parseDate(`${toFullYear(year)}-${String(months.indexOf(name.slice(0, 3)) + 1)}-${day}`);
}

/** Years of two digits as spreadsheets read them: 49 is 2049, 50 is 1950. */
function toFullYear(digits: string): string {
  if (digits.length > 2) return digits;
  return `${Number(digits) < 50 ? '20' : '19'}${digits}`;
}
