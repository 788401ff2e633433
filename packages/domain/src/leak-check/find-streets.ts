import { findCrossStreet } from './cross-streets.ts';
import { listSpellings } from './name-spellings.ts';
import { findInitials, isAllusion, isBreak, splitWords } from './name-words.ts';
import type { DigitRun } from './numbers-in-words.ts';
import { isSentenceStart, type Token } from './read-text.ts';
import { findPattern, type Passage, type TextView } from './text-view.ts';
import { directions, getWordKind, streetTypes } from './words.ts';

const unit = /[,\s]+(?:#|(?:suite|ste|unit|apt|floor|fl|room|rm|bldg|building)\b).*$/i;

const postBox = /^\s*(?:p\.?\s*o\.?|post office)\s*box\s*(\d+)/i;

/** "P.O. Box 551", "box 551". */
function createBoxFinder(number: string): (view: TextView) => Iterable<Passage> {
  return function* find({ tokens }) {
    for (const [at, { text }] of tokens.entries())
      if (text === number && tokens[at - 1]?.text === 'box') yield { first: at - 1, last: at };
  };
}

type Street = {
  readonly number: string | undefined;
  /** Without directions and types. */
  readonly name: readonly string[];
  readonly types: ReadonlySet<string>;
};

/** Words before the number of a road: "State Route 60", "CR 12". */
const roadWords = new Set(
  'state county us united states ranch farm market interstate old sr cr fm rr hwy highway route rte road rd i'.split(
    ' ',
  ),
);

/** Those of them that come directly before the number. */
const roadTypes = new Set('us sr cr fm rr hwy highway route rte road rd i interstate'.split(' '));

const juniors = new Set(['jr', 'sr']);

function readStreet(fact: string): Street {
  // Numbers of houses in Hawaii and Queens have two parts: "75-5744".
  const plain = fact.replace(unit, '').replace(/^(\s*\d+)-(?=\d+\b)/, '$1');
  const words = splitWords(plain).filter((word) => !juniors.has(word));
  const number = /^\d+$/.test(words[0] ?? '') ? words[0] : undefined;
  const rest = (number === undefined ? words : words.slice(1)).filter(
    (word, _, all) => all.length === 1 || !directions.has(word),
  );
  const road = rest.at(-1) ?? '';
  if (rest.length > 1 && /^\d+$/.test(road) && rest.slice(0, -1).every((word) => roadWords.has(word)))
    return { number, name: [road], types: roadTypes };
  const isSaint = rest.length > 1 && rest[0] === 'st' && !streetTypes.has(rest[1] ?? '');
  const name = rest.slice(isSaint ? 1 : 0).filter((word) => !streetTypes.has(word));
  return {
    number,
    name: [...(isSaint ? ['saint'] : []), ...name],
    types: new Set(rest.flatMap((word) => streetTypes.get(word) ?? [])),
  };
}

/** Finds a street address by its number with the name, by the name with its type, or by a distinctive word of the name. */
export function createStreetFinder(fact: string): (view: TextView) => Iterable<Passage> {
  const box = postBox.exec(fact)?.[1];
  if (box !== undefined) return createBoxFinder(box);
  const { number, name, types } = readStreet(fact);
  const distinctive = name.filter((word) => getWordKind(word) === 'rare');
  const initials = name.map((word) => word.slice(0, 1)).join('');
  return function* find(view) {
    for (const word of distinctive)
      for (const passage of findPattern(view, { stream: 'plain', text: word }))
        if (!isAllusion(view.tokens, passage.last)) yield passage;
    if (name.length === 0) return;
    const runs = indexRuns(view);
    if (name.length > 2) yield* findInitials(view, initials.slice(0, 3));
    const whole = name.join('');
    if (whole.length > 3 && !/\d/.test(whole)) {
      const writing = name.length > 1 ? 'glued' : 'disguised';
      yield* findPattern(view, { stream: 'plain', text: whole, writing });
      yield* findPattern(view, { stream: 'alike', text: whole, writing: 'disguised' });
    }
    if (!/\d/.test(whole)) yield* findGluedType(view.tokens, { number, name: whole, types });
    for (const passage of listSpellings(name).flatMap((words) => [...findName(view.tokens, words)])) {
      const typed = withType(view.tokens, passage, types);
      if (typed !== null && !isOrdinary(view.tokens, typed)) yield typed;
      else if (isNamedStreet(view.tokens, passage)) yield passage;
      const crossing = findCrossStreet(view.tokens, passage);
      if (crossing !== null) yield crossing;
      if (number === undefined || (name.length === 1 && isCounted(view.tokens, passage))) continue;
      const numbered = withNumber(runs, passage, number);
      if (numbered !== null) yield numbered;
    }
    if (number !== undefined) yield* findNumberAndPart(runs, { number, name });
  };
}

/** "1420MapleAvenue", "NMapleAve". "MainStreet" and words such as "parkway" need the number. */
function* findGluedType(
  tokens: readonly Token[],
  { number, name, types }: { number: string | undefined; name: string; types: ReadonlySet<string> },
): Iterable<Passage> {
  const spellings = [...streetTypes].flatMap(([spelling, type]) =>
    types.has(type) ? ['', ...directions].map((direction) => direction + name + spelling) : [],
  );
  const glued = new Set(spellings);
  const isDistinctive = !ordinaryNames.has(name);
  for (const [at, { text, gap }] of tokens.entries()) {
    if (!glued.has(text)) continue;
    const isNumbered = number !== undefined && gap.trim() === '' && tokens[at - 1]?.text === number;
    if (isNumbered) yield { first: at - 1, last: at };
    else if (isDistinctive && getWordKind(text) === 'rare') yield { first: at, last: at };
  }
}

/** A text with the run of digits that each token is in. */
type Runs = { readonly tokens: readonly Token[]; readonly at: ReadonlyMap<number, DigitRun> };

const indexRuns = ({ tokens, runs }: TextView): Runs => ({
  tokens,
  at: new Map(runs.flatMap((run) => run.owners.map((owner) => [owner, run] as const))),
});

function* findName(tokens: readonly Token[], name: readonly string[]): Iterable<Passage> {
  for (let first = 0; first + name.length <= tokens.length; first += 1) {
    const last = first + name.length - 1;
    const isSame = name.every((word, index) => tokens[first + index]?.text === word);
    if (isSame && !isAllusion(tokens, last)) yield { first, last };
  }
}

function withType(
  tokens: readonly Token[],
  { first, last }: Passage,
  types: ReadonlySet<string>,
): Passage | null {
  const isType = ({ text }: Token): boolean => types.has(text) || types.has(streetTypes.get(text) ?? '');
  const end = juniors.has(tokens[last + 1]?.text ?? '') ? last + 2 : last + 1;
  const [before, after] = [tokens[first - 1], tokens[end]];
  // "Highway 2", but not "2 roads".
  if (types !== roadTypes && after !== undefined && isType(after) && after.gap.length < 4)
    return { first, last: end };
  if (before !== undefined && isType(before) && (tokens[first]?.gap.length ?? 9) < 4)
    return { first: first - 1, last };
  return null;
}

/** Names that form common nouns with their type: "main street retail", "a market square feel". */
const ordinaryNames = new Set('main high market town city village side back cross'.split(' '));
const placePrepositions = new Set('on off along at near from by to of'.split(' '));

/** Whether a street's name is used as a common noun: "a busy main street", "Main street retail". */
function isOrdinary(tokens: readonly Token[], { first, last }: Passage): boolean {
  const words = tokens.slice(first, last + 1);
  const isNoun = words.length === 2 && ordinaryNames.has(words[0]?.text ?? '');
  const hasCapitals = words.some(
    ({ isCapitalized }, index) => isCapitalized && !(isNoun && index === 0 && isSentenceStart(tokens, first)),
  );
  if (hasCapitals) return false;
  const [before = '', second = ''] = [tokens[first - 1]?.text, tokens[first - 2]?.text];
  const isAny = [before, second].some((text) => /^(?:a|an|any|every)$/.test(text));
  return isAny || (isNoun && (isSentenceStart(tokens, first) || !placePrepositions.has(before)));
}

/** Whether a name without its type is the street's: "Maple Grove" with capitals, or "on Elm". */
function isNamedStreet(tokens: readonly Token[], { first, last }: Passage): boolean {
  const words = tokens.slice(first, last + 1);
  if (words.some(({ isCapitalized, text }) => !isCapitalized || getWordKind(text) === 'generic'))
    return false;
  const isFollowed = tokens[last + 1]?.isCapitalized === true && !isSentenceStart(tokens, last + 1);
  const isOn = /^(?:on|off|along)$/.test(tokens[first - 1]?.text ?? '');
  if (words.length > 1) return words.every(({ text }) => getWordKind(text) !== 'place') && !isFollowed;
  return isOn && !isFollowed && !/\d/.test(words[0]?.text ?? '');
}

/** Whether a percent sign or the end of a sentence separates a number from a name behind it: "9%. Park". */
function isApart(tokens: readonly Token[], number: number, first: number): boolean {
  return tokens.slice(number + 1, first + 1).some((token, index) => {
    const before = tokens[number + index];
    const isAbbreviated = before?.isNumber === false && before.text.length <= 2;
    return token.gap.startsWith('%') || (isBreak(token) && !isAbbreviated);
  });
}

/** The name with the number, which is at most three words before or behind it. */
function withNumber(runs: Runs, { first, last }: Passage, number: string): Passage | null {
  for (const distance of [1, 2, 3]) {
    const before = runs.at.get(first - distance);
    if (before !== undefined && !isApart(runs.tokens, first - distance, first)) {
      // A name may go on with figures: "1616 Twenty-Fourth".
      const inner = before.owners.findIndex((owner) => owner >= first);
      const digits = inner < 0 ? before.digits : before.digits.slice(0, inner);
      // "1,500 Market" and "$500 Market" are not at 500 Market Street.
      if (before.isFigure ? digits === number && !isAmount(runs.tokens, before) : digits.endsWith(number))
        return { first: before.owners[digits.length - number.length] ?? first, last };
    }
    const after = runs.at.get(last + distance);
    const isBeyond = runs.tokens.slice(last + 1, last + distance + 1).some(isBreak);
    if (isBeyond || after?.owners[0] !== last + distance) continue;
    if (
      after.isFigure
        ? after.digits === number && !isAmount(runs.tokens, after)
        : after.digits.startsWith(number)
    )
      return { first, last: after.owners[number.length - 1] ?? last };
  }
  return null;
}

function isAmount(tokens: readonly Token[], { owners: [first = 0] }: DigitRun): boolean {
  return /[$€£]\s?$/u.test(tokens[first]?.gap ?? '');
}

/** Whether a name with a number is only a count of something: "90 days", "12 hospital contracts". */
function isCounted(tokens: readonly Token[], { first, last }: Passage): boolean {
  return tokens
    .slice(first, last + 1)
    .every(
      ({ text, isCapitalized }) =>
        !isCapitalized && !/\d/.test(text) && !['rare', 'name'].includes(getWordKind(text)),
    );
}

/** Finds the number with only one word of the name, such as "1420 Hickory". */
function* findNumberAndPart(
  runs: Runs,
  { number, name }: { number: string; name: readonly string[] },
): Iterable<Passage> {
  if (name.length < 2) return;
  for (const word of name.filter((each, index) => index === 0 || each.length > 3))
    for (const passage of findName(runs.tokens, [word])) {
      if (isCounted(runs.tokens, passage)) continue;
      const numbered = withNumber(runs, passage, number);
      if (numbered !== null) yield numbered;
    }
}
