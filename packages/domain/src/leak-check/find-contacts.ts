import { isNpi } from '../npi.ts';
import type { Token } from './read-text.ts';
import type { Passage, TextView } from './text-view.ts';
import { titles } from './people-names.ts';
import { genericWords } from './trade-words.ts';
import { directions, streetTypes } from './words.ts';

type ContactKind = 'email' | 'domain' | 'phone' | 'clia' | 'npi' | 'street' | 'person';
type Contact = Passage & { readonly kind: ContactKind };

/** Contact details and numbers of public registers, whether or not they are on record. */
const patterns: readonly (readonly [ContactKind, RegExp])[] = [
  ['email', /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g],
  ['domain', /(?<![\w.@-])(?:https?:\/\/|www\.)[^\s<>"]{3,200}/gi],
  [
    'domain',
    /(?<![\w.@-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|net|org|info|biz|us|co|io|health|care|dental|dentist|clinic|doctor|md)\b(?:\/[^\s<>"]{1,200})?/gi,
  ],
  [
    'phone',
    /(?<![\d$.,-])(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .–-])[2-9]\d{2}[ .–-]\d{4}(?![\d%]|[.,-]\d)/g,
  ],
  ['clia', /(?<![\w-])\d{2}D\d{7}(?![\w-])/g],
];
/** Streets that are only figures of speech. */
const sayings = new Set(['main', 'wall', 'high', 'side', 'back', 'easy']);
/** Street types that hardly mean anything else. */
const plainTypes = new Set([
  'street',
  'road',
  'avenue',
  'boulevard',
  'lane',
  'parkway',
  'highway',
  'drive',
  'turnpike',
]);

/** Finds contact details, register numbers, addresses, and named doctors. No teaser needs any of them, whoever's they are. */
export function* findContacts(source: string, { tokens }: TextView): Iterable<Contact> {
  for (const [kind, pattern] of patterns)
    for (const { index, 0: text } of source.matchAll(pattern))
      yield* listContactsBetween(tokens, kind, [index, index + text.length]);
  for (const { index, 0: text } of source.matchAll(/(?<![\w-])[12]\d{9}(?![\w-])/g))
    if (isNpi(text)) yield* listContactsBetween(tokens, 'npi', [index, index + text.length]);
  for (const index of tokens.keys()) {
    const street = findStreetEnd(tokens, index);
    if (street !== null) yield { kind: 'street', first: index, last: street };
    const doctor = findDoctorEnd(tokens, index);
    if (doctor !== null) yield { kind: 'person', first: index, last: doctor };
  }
}

function* listContactsBetween(
  tokens: readonly Token[],
  kind: ContactKind,
  [start, end]: readonly [number, number],
): Iterable<Contact> {
  const first = findToken(tokens, start);
  const last = findToken(tokens, end) - 1;
  if (first <= last) yield { kind, first, last };
}

/** The index of the first token that begins at or behind an offset. */
function findToken(tokens: readonly Token[], offset: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** "212 Elm Street", "Old Hickory Boulevard": the last token of a street that begins here. */
function findStreetEnd(tokens: readonly Token[], from: number): number | null {
  const first = tokens[from];
  if (first === undefined || (!first.isNumber && !first.isCapitalized)) return null;
  const hasNumber = first.isNumber && !/[$€£#]$/.test(first.gap);
  const isName = ({ text }: Token): boolean =>
    !directions.has(text) && (hasNumber || (!genericWords.has(text) && !sayings.has(text)));
  if (!hasNumber && !isName(first)) return null;
  let names = hasNumber ? 0 : 1;
  for (let at = from + 1; at <= from + 4; at += 1) {
    const token = tokens[at];
    if (token === undefined || !/^\.? $/.test(token.gap) || !token.isCapitalized) return null;
    const type = streetTypes.get(token.text);
    if (type !== undefined && names > 0 && (hasNumber || plainTypes.has(type))) return at;
    if (isName(token)) names += 1;
  }
  return null;
}

/** "Dr. Robert Kowalski": the last token of a name behind a title. */
function findDoctorEnd(tokens: readonly Token[], from: number): number | null {
  const title = tokens[from];
  if (title?.isCapitalized !== true || !/^drs?$/.test(title.text)) return null;
  let last = from;
  while (last < from + 3 && isNamePart(tokens[last + 1], last + 1 - from)) last += 1;
  return last > from && (tokens[last]?.text.length ?? 0) > 1 ? last : null;
}

function isNamePart(token: Token | undefined, place: number): boolean {
  return (
    token?.isCapitalized === true &&
    !titles.has(token.text) &&
    (place === 1 ? /^\.? ?$/ : /^\.? $|^-$/).test(token.gap)
  );
}
