import { describe, expect, it } from 'vitest';
import { getNextDigest } from './digest-times.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const findNext = (
  timeZone: string,
  after: string,
  {
    hour = 8,
    weekdays = everyDay,
    lastOn = null,
  }: { hour?: number; weekdays?: number[]; lastOn?: string | null } = {},
): string => getNextDigest({ hour, weekdays, timeZone }, { after: new Date(after), lastOn }).at.toISOString();

describe('the next digest', () => {
  it.each([
    // The Sundays on which clocks go forward and back, the end of a month, the leap day, and both ends of the day.
    ['America/New_York', '2026-03-07T13:00:00.000Z', '2026-03-08T12:00:00.000Z'],
    ['America/New_York', '2026-10-31T12:00:00.000Z', '2026-11-01T13:00:00.000Z'],
    ['America/New_York', '2026-12-31T13:00:00.000Z', '2027-01-01T13:00:00.000Z'],
    ['America/New_York', '2028-02-28T13:00:00.000Z', '2028-02-29T13:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-02-27T18:00:00.000Z', '2026-02-28T18:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-02-28T19:00:00.000Z', '2026-03-01T19:00:00.000Z'],
  ])('in %s after %s is at %s', (zone, after, at) => {
    expect(findNext(zone, after)).toBe(at);
    expect(findNext(zone, new Date(Date.parse(at) - 1).toISOString())).toBe(at);
  });

  it('is sent once in a repeated hour, and late in a skipped one', () => {
    expect(findNext('America/New_York', '2026-10-31T12:00:00Z', { hour: 1 })).toBe(
      '2026-11-01T05:00:00.000Z',
    );
    expect(findNext('America/New_York', '2026-11-01T05:00:00Z', { hour: 1 })).toBe(
      '2026-11-02T06:00:00.000Z',
    );
    expect(findNext('America/New_York', '2026-03-07T12:00:00Z', { hour: 2 })).toBe(
      '2026-03-08T07:00:00.000Z',
    );
  });

  it('keeps to the chosen days', () => {
    // A Friday.
    expect(findNext('UTC', '2026-11-20T08:00:00Z', { weekdays: [1, 2, 3, 4, 5] })).toBe(
      '2026-11-23T08:00:00.000Z',
    );
    expect(findNext('UTC', '2026-11-20T08:00:00Z', { weekdays: [5] })).toBe('2026-11-27T08:00:00.000Z');
    expect(() => findNext('UTC', '2026-11-20T08:00:00Z', { weekdays: [] })).toThrow('weekday');
  });

  it('is never sent twice on a date, even if the hour or time zone changes', () => {
    expect(findNext('UTC', '2026-11-20T08:30:00Z', { hour: 9, lastOn: '2026-11-20' })).toBe(
      '2026-11-21T09:00:00.000Z',
    );
    // Moving from the first time zone of a day to the last, where it is still the day before.
    expect(findNext('Pacific/Pago_Pago', '2026-11-20T18:00:00Z', { lastOn: '2026-11-21' })).toBe(
      '2026-11-22T19:00:00.000Z',
    );
  });
});
