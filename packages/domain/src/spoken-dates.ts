import { addDays, addMonths, parseDate, getWeekday } from './calendar-dates.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** A day `YYYY-MM-DD`, and a time of day `HH:MM` if one was given. */
export type SpokenDate = { readonly date: string; readonly time: string | null };

/**
 * The day that a person types, such as `Fri`, `tomorrow 3pm`, `9am Monday`, `in 2 weeks`, `end of month`, `Nov 27`,
 * `11/27`, `11/27/26`, or `11272026`. Weekdays and days without a year mean the next occurrence; `next Fri` is the
 * Friday of the next week, which starts on Monday. A time alone means today; an hour without am or pm, as in `Monday at
 * 9`, is between 7 am and 6 pm. Null for anything else.
 */
export function parseSpokenDate(text: string, today: string): SpokenDate | null {
  const words = text
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:on|by|due|at) /, '');
  const exact = /^(\d{4}-\d{2}-\d{2})t(\d{2}:\d{2})$/.exec(words);
  if (exact !== null) return withTime(parseDate(exact[1] ?? ''), exact[2] ?? null);
  const whole = parseDay(words, today);
  if (whole !== null) return { date: whole, time: null };
  const alone = parseTime(words);
  if (alone !== null) return { date: today, time: alone };
  const [, day = '', at, behind = ''] = /^(.+?),? (at )?(\S+(?: ?[ap]\.?m\.?)?)$/.exec(words) ?? [];
  // After a number, a bare number could be part of the date.
  const isHour = at !== undefined || /[a-z]$/.test(day);
  const time = parseTime(behind) ?? (isHour ? parseHour(behind) : null);
  if (time !== null) return withTime(parseDay(day, today), time);
  const [, before = '', dayBehind = ''] = /^(\S+(?: [ap]\.?m\.?)?),? (?:on )?(.+)$/.exec(words) ?? [];
  return withTime(parseDay(dayBehind, today), parseTime(before));
}

/** Null unless both are given. */
function withTime(date: string | null, time: string | null): SpokenDate | null {
  return date === null || time === null ? null : { date, time };
}

function parseDay(text: string, today: string): string | null {
  if (text === 'today' || text === 'tod') return today;
  if (/^(?:tomorrow|tmrw|tmr|tom)$/.test(text)) return addDays(today, 1);
  if (text === 'yesterday') return addDays(today, -1);
  if (text === 'next week') return addDays(today, 8 - getWeekday(today));
  const nextMonth = `${addMonths(today, 1).slice(0, 7)}-01`;
  if (text === 'next month') return nextMonth;
  if (/^end of (?:the )?month$/.test(text)) return addDays(nextMonth, -1);
  if (/^end of (?:the )?year$/.test(text)) return `${today.slice(0, 4)}-12-31`;
  return (
    parseNumbers(text) ??
    parseDistance(text, today) ??
    parseWeekday(text, today) ??
    parseMonthDay(text, today)
  );
}

/** `2026-11-27`, `11/27/2026`, `11-27-26`, or `11272026`, with nothing after it. */
function parseNumbers(text: string): string | null {
  if (text.includes(' ')) return null;
  const short = /^(\d{1,2})([/-])(\d{1,2})\2(\d{2})$/.exec(text);
  if (short !== null) return parseDate(`${short[1] ?? ''}/${short[3] ?? ''}/20${short[4] ?? ''}`);
  return parseDate(text.replace(/^(\d{2})(\d{2})(\d{4})$/, '$1/$2/$3'));
}

/** `in 3 days`, `2 weeks`, `+10`, `a month`. */
function parseDistance(text: string, today: string): string | null {
  const [, sign = '', digits = '', unit = 'd'] =
    /^(?:(in |\+))?(\d{1,3}|an?) ?(d|days?|w|weeks?|m|months?)?$/.exec(text) ?? [];
  if (digits === '' || (sign === '' && unit === 'd' && !/d/.test(text))) return null;
  const count = /^\d/.test(digits) ? Number(digits) : 1;
  if (unit.startsWith('m')) return addMonths(today, count);
  return addDays(today, unit.startsWith('w') ? count * 7 : count);
}

function parseWeekday(text: string, today: string): string | null {
  const [, next, name = ''] = /^(?:this |(next ))?([a-z]{3,9})\.?$/.exec(text) ?? [];
  const index =
    name === '' ? -1 : weekdays.findIndex((weekday) => weekday.startsWith(name.replace(/^weds$/, 'wed')));
  if (index === -1) return null;
  if (next !== undefined) return addDays(today, 8 - getWeekday(today) + index);
  return addDays(today, (index + 1 - getWeekday(today) + 7) % 7 || 7);
}

/** `Nov 27`, `27 November`, `Nov 27, 2026`, `11/27`; without a year, the next occurrence. */
function parseMonthDay(text: string, today: string): string | null {
  const [, nameBefore, dayAfter, yearAfter] =
    /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/.exec(text) ?? [];
  const [, dayBefore, nameAfter, year] =
    /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?(?:,? (\d{4}))?$/.exec(text) ?? [];
  const [, monthNumber, dayNumber] = /^(\d{1,2})[/-](\d{1,2})$/.exec(text) ?? [];
  const name = nameBefore ?? nameAfter;
  const month =
    name === undefined ? Number(monthNumber ?? 0) : months.findIndex((each) => each.startsWith(name)) + 1;
  const day = dayAfter ?? dayBefore ?? dayNumber;
  if (month === 0 || day === undefined) return null;
  const given = yearAfter ?? year;
  const inYear = (number: number): string | null => parseDate(`${String(number)}-${String(month)}-${day}`);
  if (given !== undefined) return inYear(Number(given));
  const thisYear = Number(today.slice(0, 4));
  // February 29 can be eight years away.
  const dates = Array.from({ length: 9 }, (_, index) => inYear(thisYear + index));
  return dates.find((date) => date !== null && date >= today) ?? null;
}

/** `HH:MM` from `3pm`, `3:30 PM`, `15:00`, `noon`, or null. */
function parseTime(text: string): string | null {
  if (text === 'noon') return '12:00';
  if (text === 'midnight') return '00:00';
  const [, hours, minutes = '00', half] = /^(\d{1,2})(?::(\d{2}))? ?(?:([ap])\.?m\.?)?$/.exec(text) ?? [];
  if (hours === undefined || (half === undefined && !text.includes(':'))) return null;
  const hour = Number(hours);
  const isValid = half === undefined ? hour < 24 : hour >= 1 && hour <= 12;
  if (!isValid || Number(minutes) > 59) return null;
  const inDay = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return `${String(inDay).padStart(2, '0')}:${minutes}`;
}

/** `HH:MM` for a bare hour, within working hours: `9` is in the morning, `3` in the afternoon. */
function parseHour(text: string): string | null {
  return /^\d{1,2}$/.test(text) ? parseTime(`${text}${/^(?:0?[7-9]|1[01])$/.test(text) ? 'a' : 'p'}m`) : null;
}
