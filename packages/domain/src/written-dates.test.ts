import { expect, it } from 'vitest';
import { parseWrittenDate } from './written-dates.ts';

it.each([
  ['2026-01-31', '2026-01-31'],
  ['1/31/2026', '2026-01-31'],
  ['31/1/2026', '2026-01-31'],
  ['31.01.2026', '2026-01-31'],
  ['3/4/24', '2024-03-04'],
  ['3/4/62 10:30', '1962-03-04'],
  ['Jan 31, 2026', '2026-01-31'],
  ['January 31st 2026', '2026-01-31'],
  ['Sept. 1, 2026', '2026-09-01'],
  ['31-Jan-26', '2026-01-31'],
  ['31 January 2026 10:30 AM', '2026-01-31'],
])('reads %s as %s', (text, date) => {
  expect(parseWrittenDate(text)).toBe(date);
});

it.each(['13/13/2026', 'Foo 1, 2026', 'Feb 30, 2026', 'Jan 2026', '3/4', '1/2/345', 'Room 4, 2026'])(
  'does not read %s',
  (text) => {
    expect(parseWrittenDate(text)).toBeNull();
  },
);
