import { expect, it } from 'vitest';
import { findLeaks, type IdentifyingFacts } from './leak-check.ts';

const list = (facts: IdentifyingFacts, text: string): string[] =>
  findLeaks(text, facts).map(({ start, end, kind }) => `${kind}: ${text.slice(start, end)}`);

it.each([
  ['Soederstroem Home Health serves three counties.', 'name: Soederstroem'],
  ['Soderstrom Home Health serves three counties.', 'name: Soderstrom'],
])('a name with letters that a keyboard may lack is found in %j', (text, found) => {
  expect(list({ names: ['Söderström Home Health'] }, text).join()).toContain(found);
});

it('a hyphenated given name is found as one word, with the fact as it was entered', () => {
  const [leak] = findLeaks('MaryKate leads the team.', { people: ['Mary-Kate Boudreaux'] });
  expect(leak).toMatchObject({ kind: 'person', fact: 'Mary-Kate Boudreaux', start: 0, end: 8 });
});

it.each([
  ['The office is at twenty-two hundred West Aspen.', 'street: twenty-two hundred West Aspen'],
  ['The office is at twenty-two hundred and ten West Aspen.', ''],
])('the street 2200 West Aspen Avenue in %j', (text, found) => {
  expect(list({ streets: ['2200 West Aspen Avenue'] }, text).join()).toBe(found);
});

it.each([
  [
    'Ten minutes by car from Yellowstone National Park.',
    'landmark: Ten minutes by car from Yellowstone National Park',
  ],
  ['The unit adjoins St. Luke’s Medical Center.', 'landmark: adjoins St. Luke’s Medical Center'],
  ['On the corner of 5th and Grand.', 'landmark: corner of 5th and Grand'],
])('a landmark is found in %j', (text, found) => {
  expect(list({}, text).join()).toContain(found);
});

it.each([
  'Ten minutes by car from most patients.',
  'The lab adjoins the treatment rooms.',
  'The owner faces retirement, and the practice borders on capacity.',
  'Every corner of the office and every room was renovated.',
  'The corner of the market and the price are discussed later.',
])('no landmark is found in %j', (text) => {
  expect(list({}, text)).toEqual([]);
});
