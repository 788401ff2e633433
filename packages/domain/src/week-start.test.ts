import { expect, it } from 'vitest';
import { getFirstWeekday } from './week-start.ts';

it.each([
  ['America/New_York', 7],
  ['America/Sao_Paulo', 7],
  ['America/Argentina/Cordoba', 1],
  ['Pacific/Honolulu', 7],
  ['Asia/Tokyo', 7],
  ['Europe/Berlin', 1],
  ['Australia/Sydney', 1],
  ['Africa/Cairo', 6],
  ['UTC', 1],
])('in %s the week begins on day %i', (timeZone, day) => {
  expect(getFirstWeekday(timeZone)).toBe(day);
});
