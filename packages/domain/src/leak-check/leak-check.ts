import { findLandmarks } from './landmarks.ts';
import { createCodeFinder, createDigitFinder, createPhoneFinder, type Finding } from './find-numbers.ts';
import { createBusinessFinder } from './find-businesses.ts';
import { createPersonFinder } from './find-people.ts';
import { createCityFinder } from './find-cities.ts';
import { createStreetFinder } from './find-streets.ts';
import { createAddressFinder } from './find-addresses.ts';
import { findContacts } from './find-contacts.ts';
import { readView } from './text-view.ts';

/** Identifying details of a business. Everything is optional; blanks are ignored. */
export type IdentifyingFacts = {
  readonly names?: readonly string[];
  /** Owners, contacts, staff. */
  readonly people?: readonly string[];
  /** Street addresses without city and ZIP code. */
  readonly streets?: readonly string[];
  readonly zips?: readonly string[];
  /** Only cities small enough to identify the business. */
  readonly cities?: readonly string[];
  readonly phones?: readonly string[];
  readonly emails?: readonly string[];
  readonly domains?: readonly string[];
  /** NPI, CCN, CLIA, DEA, EIN, licenses. */
  readonly numbers?: readonly { readonly kind: NumberKind; readonly value: string }[];
};

export type NumberKind = 'npi' | 'ccn' | 'clia' | 'dea' | 'ein' | 'license';
export type LeakKind =
  | 'name'
  | 'person'
  | 'street'
  | 'zip'
  | 'city'
  | 'phone'
  | 'email'
  | 'domain'
  | 'landmark'
  | NumberKind;

/** A passage of a text that gives a business away. */
export type Leak = {
  /** Offsets in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly kind: LeakKind;
  /** The fact behind it; the passage itself where no fact is needed, as for landmarks. */
  readonly fact: string;
};

/**
 * Finds the passages of a text that give a business away, in their order and without overlaps, in time proportional to
 * the length of the text. A message may contain contact details of its sender; a teaser may contain none at all.
 */
export function findLeaks(
  text: string,
  facts: IdentifyingFacts,
  { isMessage = false }: { isMessage?: boolean } = {},
): Leak[] {
  const view = readView(text);
  const leaks: Leak[] = [];
  const add = (kind: LeakKind, values: readonly string[] = [], finderOf: (fact: string) => Finder): void => {
    for (const fact of new Set(values.map((value) => value.trim()).filter((value) => value !== '')))
      for (const spelling of listTranscriptions(fact))
        for (const { first, last } of finderOf(spelling)(view)) {
          const [start, end] = [view.tokens[first]?.start ?? 0, view.tokens[last]?.end ?? 0];
          leaks.push({ start, end, kind, fact });
        }
  };
  // If several kinds find the same passage, the first one is shown.
  add('name', facts.names, createBusinessFinder);
  add('person', facts.people, createPersonFinder);
  add('email', facts.emails, createAddressFinder);
  add('domain', facts.domains, createAddressFinder);
  add('street', facts.streets, createStreetFinder);
  add('city', facts.cities, createCityFinder);
  add('zip', facts.zips, createDigitFinder);
  add('phone', facts.phones, createPhoneFinder);
  for (const { kind, value } of facts.numbers ?? []) add(kind, [value], createCodeFinder);
  const passages = [
    ...(isMessage ? [] : findContacts(text, view)),
    ...Array.from(findLandmarks(view), (passage) => ({ ...passage, kind: 'landmark' as const })),
  ];
  for (const { first, last, kind } of passages) {
    const [start, end] = [view.tokens[first]?.start ?? 0, view.tokens[last]?.end ?? 0];
    leaks.push({ start, end, kind, fact: text.slice(start, end) });
  }
  return merge(leaks);
}

const transcriptions: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['æ', 'ae'],
  ['å', 'aa'],
  ['ö', 'oe'],
  ['ø', 'oe'],
  ['ü', 'ue'],
]);

/**
 * A fact as it is, with letters that a keyboard may lack as two ("Söderström", "Soederstroem"), and with the other form of
 * Mc and Mac ("McAllister", "MacAllister").
 */
const listTranscriptions = (fact: string): ReadonlySet<string> =>
  new Set([
    fact,
    fact.replaceAll(/[äæåöøü]/giu, (letter) => transcriptions.get(letter.toLowerCase()) ?? letter),
    fact.replaceAll(/(?<!\p{L})(?:Mc|Mac) ?(?=\p{Lu}\p{Ll})/gu, (prefix) =>
      prefix.startsWith('Mc') ? 'Mac' : 'Mc',
    ),
  ]);

type Finder = (view: ReturnType<typeof readView>) => Iterable<Finding>;

/** Joins overlapping passages. The kind is the longer one's. */
function merge(leaks: readonly Leak[]): Leak[] {
  const merged: Leak[] = [];
  for (const leak of [...leaks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || leak.start >= last.end) merged.push(leak);
    else if (leak.end > last.end) {
      const longer = leak.end - leak.start > last.end - last.start ? leak : last;
      merged[merged.length - 1] = { ...longer, start: last.start, end: leak.end };
    }
  }
  return merged;
}
