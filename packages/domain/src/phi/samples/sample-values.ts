import { completeNpi } from '../../npi.ts';
import type { PhiKind } from '../phi-kinds.ts';

/** A text or a table with `{tokens}` of `fillTemplate`, and the kinds in it. */
export type SampleTemplate = { readonly kinds: readonly PhiKind[] } & (
  | { readonly text: string }
  | {
      readonly header: readonly string[];
      readonly row: readonly string[];
      readonly before?: string;
      /** As cells, or as the text of a mail or file with these separators. */
      readonly as: 'table' | 'csv' | 'tab' | 'pipe';
    }
);

const given =
  'Maria James Linda Robert Patricia Miguel Elena David Barbara Tran Susan Joseph Keisha Thomas Anh Charles Nancy Daniel Lakshmi Matthew Betty Anthony Helen Mark Sandra Donald Ashley Steven Kimberly Paul Rosa Andrew Donna Joshua Carol Kenneth Ruth Kevin Sharon Brian Michelle George Latoya Edward Dorothy Ronald Yolanda Timothy Rebecca Jason'.split(
    ' ',
  );
const family =
  'Smith Johnson Garcia Nguyen Brown Okafor Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Patel Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Kowalski'.split(
    ' ',
  );
const companies =
  'Cedar Grove Dental|Lakeview Family Medicine|Prairie Home Health|Harbor Physical Therapy|Northside Pharmacy|Summit Hospice Care|Willow Creek Pediatrics|Magnolia Eye Center'.split(
    '|',
  );
const diagnoses = 'E11.9 I10 M17.11 J44.9 F33.1 K02.52 Z00.00 N18.30 M54.50 H40.1131 G47.33 I50.22'.split(
  ' ',
);
const procedures = '99213 99214 99203 97110 90834 93000 20610 99497 36415'.split(' ');
const dentalCodes = 'D2740 D1110 D0120 D3330 D4341 D6010 D7140'.split(' ');
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const letters = 'ACDEFGHJKMNPQRTUVWXY';

type Random = () => number;

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function createSeededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Fills `{token}`s with invented values. A number behind a token (`{patient2}`) names another person or value; the same
 * token has the same value throughout.
 */
export function fillTemplate(template: string, random: Random): string {
  const values = new Map<string, string>();
  const people = new Map<string, readonly [string, string]>();
  const personOf = (id: string): readonly [string, string] => {
    const person = people.get(id) ?? [pick(given, random), pick(family, random)];
    people.set(id, person);
    return person;
  };
  return template.replaceAll(/\{([a-z]+)(\d*)\}/gi, (token, name: string, id: string) => {
    const value = values.get(token) ?? makeValue(name, { random, personOf, id });
    values.set(token, value);
    return value;
  });
}

type Source = { random: Random; personOf: (id: string) => readonly [string, string]; id: string };

function makeValue(name: string, { random, personOf, id }: Source): string {
  const [first, last] = personOf(name.startsWith('staff') ? `staff${id}` : id);
  const initial = letters[Math.floor(random() * letters.length)] ?? 'A';
  const between = (low: number, high: number): string => generateNumber(random, low, high);
  const makers: Record<string, () => string> = {
    first: () => first,
    last: () => last,
    patient: () => `${first} ${last}`,
    listed: () => `${last}, ${first}`,
    LISTED: () => `${last}, ${first} ${initial}`.toUpperCase(),
    title: () => `${pick(['Mr.', 'Mrs.', 'Ms.'], random)} ${last}`,
    lower: () => `${first} ${last}`.toLowerCase(),
    staff: () => `${first} ${last}`,
    stafflast: () => last,
    company: () => pick(companies, random),
    ssn: () => `${generateSsnArea(random)}-${between(10, 99)}-${between(1000, 9999)}`,
    ssnplain: () => `${generateSsnArea(random)}${between(10, 99)}${between(1000, 9999)}`,
    dob: () => writeDate(random, [1931, 2016]),
    dobshort: () => `${between(1, 12)}/${between(1, 28)}/${between(35, 99)}`,
    dos: () => writeDate(random, [2025, 2026]),
    day: () => `${pick(months, random)} ${between(1, 28)}`,
    age: () => between(24, 91),
    time: () => `${between(8, 11)}:${pick(['00', '15', '30', '45'], random)}`,
    mrn: () => between(100_000, 99_999_999),
    chart: () => between(1000, 99_999),
    mbi: () => makeMbi(random).replace(/^(.{4})(.{3})/, '$1-$2-'),
    mbiplain: () => makeMbi(random),
    member: () => `${pick(['W', 'XYP', 'YRT', 'H', 'ABC', ''], random)}${between(100_000_000, 999_999_999)}`,
    medicaid: () => `${between(10_000_000, 99_999_999)}${initial}`,
    dx: () => pick(diagnoses, random),
    cpt: () => pick(procedures, random),
    cdt: () => pick(dentalCodes, random),
    phone: () => `(${between(210, 979)}) 555-${between(1000, 9999)}`,
    phonedash: () => `${between(210, 979)}-555-${between(1000, 9999)}`,
    npi: () => completeNpi(`1${between(10_000_000, 99_999_999)}`),
    ein: () => `${between(10, 87)}-${between(1_000_000, 9_999_999)}`,
    money: () => `$${Number(between(80, 9400)).toLocaleString('en-US')}.${between(10, 99)}`,
    large: () => `$${Number(between(120_000, 4_800_000)).toLocaleString('en-US')}`,
    count: () => between(12, 940),
    share: () => `${between(4, 61)}%`,
    serial: () => between(10_000, 9_999_999),
    year: () => between(2023, 2026),
    initial: () => initial,
  };
  const maker = makers[name];
  if (maker === undefined) throw new Error(`No values for {${name}}`);
  return maker();
}

function pick<T>(values: readonly [T, ...T[]] | readonly T[], random: Random): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('An empty list has no values');
  return value;
}

function generateNumber(random: Random, from: number, to: number): string {
  return String(from + Math.floor(random() * (to - from + 1)));
}

function generateSsnArea(random: Random): string {
  return generateNumber(random, 101, 665);
}

function writeDate(random: Random, [from, to]: readonly [number, number]): string {
  const [month, day, year] = [
    1 + Math.floor(random() * 12),
    1 + Math.floor(random() * 28),
    generateNumber(random, from, to),
  ];
  const two = (value: number): string => String(value).padStart(2, '0');
  return pick(
    [
      `${two(month)}/${two(day)}/${year}`,
      `${String(month)}/${String(day)}/${year}`,
      `${two(month)}-${two(day)}-${year}`,
      `${year}-${two(month)}-${two(day)}`,
      `${months[month - 1] ?? ''} ${String(day)}, ${year}`,
      `${(months[month - 1] ?? '').slice(0, 3)} ${String(day)}, ${year}`,
    ],
    random,
  );
}

/** A Medicare Beneficiary Identifier in the format of CMS: C A AN N A AN N A A N N. */
function makeMbi(random: Random): string {
  const letter = (): string => pick([...letters], random);
  const either = (): string => pick([...letters, ...'0123456789'], random);
  const digit = (): string => generateNumber(random, 0, 9);
  return [
    generateNumber(random, 1, 9),
    letter(),
    either(),
    digit(),
    letter(),
    either(),
    digit(),
    letter(),
    letter(),
    digit(),
    digit(),
  ].join('');
}
