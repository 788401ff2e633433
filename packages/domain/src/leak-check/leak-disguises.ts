import type { IdentifyingFacts } from './leak-check.ts';
import { carriers, landmarkPassages, samples } from './leak-samples.ts';

export type Disguise = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly facts: IdentifyingFacts;
};

type Random = () => number;

/** A generator of the same sequence for the same seed (mulberry32). */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const digitWords = 'zero one two three four five six seven eight nine'.split(' ');
const cyrillic: Readonly<Record<string, string>> = {
  a: 'а',
  e: 'е',
  o: 'о',
  p: 'р',
  c: 'с',
  i: 'і',
  y: 'у',
  x: 'х',
  s: 'ѕ',
};
const marks: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'ë',
  i: 'î',
  o: 'ö',
  u: 'ù',
  n: 'ñ',
  c: 'ç',
  s: 'š',
};
const figures: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5' };
const mapLetters = (text: string, table: Readonly<Record<string, string>>): string =>
  Array.from(text, (letter) => table[letter.toLowerCase()] ?? letter).join('');
const removeLegalForm = (name: string): string =>
  name.replace(/,? (?:PLLC|LLC|Inc\.|Associates|DDS|DMD|MD|PT)$/, '');
const shift = (text: string, base: number): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(base + Number(digit)));

const wordDisguises: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => mapLetters(text, marks),
  (text) => mapLetters(text, cyrillic),
  (text) => removeLegalForm(text),
  (text) => Array.from(removeLegalForm(text).replaceAll(/[^\p{L}]/gu, '')).join(' '),
  (text) => Array.from(removeLegalForm(text).replaceAll(/[^\p{L}]/gu, '')).join('-'),
  (text) => removeLegalForm(text).replaceAll(/[^\p{L}]/gu, ''),
  (text) => removeLegalForm(text).split(' ').reverse().join(' '),
  (text) => removeLegalForm(text).replaceAll(' ', '_'),
  (text) => removeLegalForm(text).replaceAll(' ', ' · '),
  (text) => Array.from(text).join('\u200b'),
  (text) => `${removeLegalForm(text)}'s`,
  (text) => mapLetters(removeLegalForm(text), figures),
  (text) => removeLegalForm(text).normalize('NFD'),
  (text) =>
    Array.from(removeLegalForm(text), (letter) =>
      /[A-Za-z]/.test(letter) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0) : letter,
    ).join(''),
  (text) => removeLegalForm(text).replaceAll(/[aeiou]/g, (vowel) => `${vowel}\u00ad`),
];

const numberDisguises: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text) => text.replaceAll(/\D/g, ''),
  (text) => Array.from(text.replaceAll(/\D/g, '')).join('-'),
  (text) => Array.from(text.replaceAll(/\D/g, '')).join(' . '),
  (text) => Array.from(text.replaceAll(/\D/g, ''), (digit) => digitWords[Number(digit)] ?? '').join(' '),
  (text, random) =>
    Array.from(text.replaceAll(/\D/g, ''), (digit) =>
      random() < 0.5 ? digit : (digitWords[Number(digit)] ?? ''),
    ).join(' '),
  (text) =>
    Array.from(text.replaceAll(/\D/g, ''), (digit) =>
      digit === '0' ? 'oh' : (digitWords[Number(digit)] ?? ''),
    ).join('-'),
  (text) => shift(text, 0x0660),
  (text) => shift(text, 0x0966),
  (text) => shift(text, 0xff10),
  (text) => Array.from(text).join('\u200d'),
  (text) =>
    text
      .replaceAll(/\D/g, '')
      .replace(/^(\d{3})/, '$1 / ')
      .replace(/(\d{2})$/, ' / $1'),
  (text) =>
    Array.from(text.replaceAll(/\D/g, ''), (digit) => (digitWords[Number(digit)] ?? '').toUpperCase()).join(
      ', ',
    ),
];

const spell = (address: string, at: string, dot: string): string =>
  address.replaceAll('@', at).replaceAll('.', dot);
const addressDisguises: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => spell(text, ' at ', ' dot '),
  (text) => spell(text, ' (at) ', ' (dot) '),
  (text) => spell(text, '[AT]', '[DOT]'),
  (text) => spell(text, ' @ ', ' . '),
  (text) => Array.from(text).join(' '),
  (text) => mapLetters(text, cyrillic),
  (text) => spell(text, ' at ', '.'),
  (text) =>
    `https://www.${text.split('@').at(-1) ?? ''}/about`
      .replace('https://www.gmail.com/about', text)
      .replace('https://www.yahoo.com/about', text),
];

/** Disguised facts in sentences, always the same for the same count. */
export function makeDisguises(count: number): Disguise[] {
  const random = createRandom(20_261_123);
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random() * list.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  return Array.from({ length: count }, (_, index) => {
    const facts = pick(samples);
    const numbers = facts.numbers.map(({ value }) => value);
    const passages = [
      () => pick(wordDisguises)(pick(facts.names), random),
      () => pick(wordDisguises)(pick(facts.people), random),
      () => disguiseStreet(pick(facts.streets), pick([0, 1, 2, 3, 4])),
      () => pick(numberDisguises)(pick(facts.phones), random),
      () => pick(numberDisguises)(pick(numbers.filter((number) => /^[\d-]+$/.test(number))), random),
      () => pick(numberDisguises.slice(0, 6))(pick(facts.zips), random),
      () => pick(addressDisguises)(pick([...facts.emails, ...facts.domains]), random),
      () => pick(landmarkPassages),
    ];
    const passage = passages[index % passages.length]?.() ?? '';
    const carrier = pick(carriers);
    const start = carrier.indexOf('|');
    return { text: carrier.replace('|', () => passage), start, end: start + passage.length, facts };
  });
}

function disguiseStreet(street: string, kind: number): string {
  const plain = street.replace(/, Suite \d+$/, '');
  if (kind === 0) return plain.toUpperCase();
  if (kind === 1) return plain.replace(/ (?:Rd|St|Street|Ave|Court|Lane|Dr|Boulevard)$/, '');
  if (kind === 2)
    return plain.replace(/^\d+/, (number) =>
      Array.from(number, (digit) => digitWords[Number(digit)] ?? '').join(' '),
    );
  if (kind === 3)
    return plain
      .replace(/Rd$/, 'Road')
      .replace(/Ave$/, 'avenue')
      .replace(/ St$/, ' Street')
      .replace(/Dr$/, 'Drive');
  return mapLetters(plain, cyrillic);
}
