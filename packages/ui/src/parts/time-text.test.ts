import { describe, expect, it } from 'vitest';
import { formatDate, formatFullTime, formatRelativeTime } from './time-text.ts';

const now = new Date('2026-11-21T12:00:00Z');
const formatAgo = (ms: number): string => formatRelativeTime(new Date(now.getTime() - ms), now, 'UTC');
const minute = 60_000;
const day = 24 * 60 * minute;

describe('relative time', () => {
  it.each([
    [minute - 1, 'just now'],
    [minute, '1 minute ago'],
    [60 * minute - 1, '59 minutes ago'],
    [60 * minute, '1 hour ago'],
    [day - 1, '23 hours ago'],
    [day, 'yesterday'],
    [6 * day, '6 days ago'],
    [7 * day, 'Nov 14'],
    [400 * day, 'Oct 17, 2025'],
    [-2 * 60 * minute, 'in 2 hours'],
  ])('%i ms ago is "%s"', (ms, text) => {
    expect(formatAgo(ms)).toBe(text);
  });
});

it.each([
  ['2026-11-22T17:00:00Z', '2026-11-24T15:00:00Z', '2 days ago'],
  ['2026-11-24T17:00:00Z', '2026-11-26T16:00:00Z', '2 days ago'],
  ['2026-11-26T06:30:00Z', '2026-11-25T05:00:00Z', 'in 2 days'],
  ['2026-11-26T12:00:00Z', '2026-11-25T11:00:00Z', 'tomorrow'],
  ['2026-01-01T02:00:00Z', '2026-11-24T15:00:00Z', 'Dec 31, 2025'],
  ['2027-01-01T03:00:00Z', '2026-11-24T15:00:00Z', 'Dec 31'],
])('%s seen in Chicago at %s is "%s"', (date, seen, text) => {
  expect(formatRelativeTime(new Date(date), new Date(seen), 'America/Chicago')).toBe(text);
});

it('gives the whole timestamp in the zone of the workspace', () => {
  expect(formatFullTime(now, 'America/Chicago')).toBe('Saturday, November 21, 2026 at 6:00 AM');
});

it('never moves a calendar date', () => {
  expect(formatDate('2026-11-21')).toBe('Nov 21, 2026');
  expect(formatDate('2026-01-01')).toBe('Jan 1, 2026');
});
