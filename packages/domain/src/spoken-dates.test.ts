import { describe, expect, it } from 'vitest';
import { parseSpokenDate } from './spoken-dates.ts';

/** A Wednesday. */
const today = '2026-11-25';

describe('what people type as a date', () => {
  it.each([
    ['today', '2026-11-25'],
    [' Tomorrow ', '2026-11-26'],
    ['Fri', '2026-11-27'],
    ['friday', '2026-11-27'],
    ['on Fri', '2026-11-27'],
    ['Wed', '2026-12-02'],
    ['next fri', '2026-12-04'],
    ['next week', '2026-11-30'],
    ['next month', '2026-12-01'],
    ['in 3 days', '2026-11-28'],
    ['2 weeks', '2026-12-09'],
    ['in a month', '2026-12-25'],
    ['+10', '2026-12-05'],
    ['Nov 27', '2026-11-27'],
    ['27 November', '2026-11-27'],
    ['Jan 5', '2027-01-05'],
    ['January 5th, 2029', '2029-01-05'],
    ['11/27', '2026-11-27'],
    ['1/5', '2027-01-05'],
    ['11/27/2026', '2026-11-27'],
    ['11272026', '2026-11-27'],
    ['2026-11-27', '2026-11-27'],
    ['11/27/26', '2026-11-27'],
    ['1-5-27', '2027-01-05'],
    ['12-31', '2026-12-31'],
    ['Feb 29', '2028-02-29'],
    ['2/29', '2028-02-29'],
  ])('%s is a day', (text, date) => {
    expect(parseSpokenDate(text, today)).toEqual({ date, time: null });
  });

  it.each([
    ['tomorrow 3pm', '2026-11-26', '15:00'],
    ['Fri at 9:30 am', '2026-11-27', '09:30'],
    ['Nov 27, 2026, 12 p.m.', '2026-11-27', '12:00'],
    ['Nov 27, 2026 at 12am', '2026-11-27', '00:00'],
    ['monday noon', '2026-11-30', '12:00'],
    ['3 pm', '2026-11-25', '15:00'],
    ['15:30', '2026-11-25', '15:30'],
    ['2026-11-27T08:15', '2026-11-27', '08:15'],
    ['12/31/2026 3pm', '2026-12-31', '15:00'],
    ['12/31/26 at 3:30 pm', '2026-12-31', '15:30'],
    ['2026-12-31 15:00', '2026-12-31', '15:00'],
  ])('%s is a day with a time', (text, date, time) => {
    expect(parseSpokenDate(text, today)).toEqual({ date, time });
  });

  it.each([
    '',
    'soon',
    'fr',
    '3',
    '13 pm',
    'Feb 30',
    '12/31/2026 nonsense',
    '13/31/26',
    '25:00',
    'tomorrow 3',
    '99/99',
    '99992026',
    'May',
    '<b>',
  ])('“%s” is none', (text) => {
    expect(parseSpokenDate(text, today)).toBeNull();
  });
});
