import { isSentenceStart, type Token } from './read-text.ts';
import { findPattern, type Passage, type TextView } from './text-view.ts';
import { directions, getWordKind, ordinals, streetTypes } from './words.ts';
import { findInitials, splitWords } from './find-names.ts';

const unit = /[,\s]+(?:#|(?:suite|ste|unit|apt|floor|fl|room|rm|bldg|building)\b).*$/i;

const postBox = /^\s*(?:p\.?\s*o\.?|post office)\s*box\s*(\d+)/i;

/** "P.O. Box 551", "box 551". */
function createBoxFinder(number: string): (view: TextView) => Iterable<Passage> {
  return function* find({ tokens }) {
    for (const [at, { text }] of tokens.entries())
      if (text === number && tokens[at - 1]?.text === 'box') yield { first: at - 1, last: at };
  };
}

/** Finds a street address: the number with the name, the name with its kind, or a distinctive word of the name. */
export function createStreetFinder(fact: string): (view: TextView) => Iterable<Passage> {
  const box = postBox.exec(fact)?.[1];
  if (box !== undefined) return createBoxFinder(box);
  const words = splitWords(fact.replace(unit, '')).map(toOrdinal);
  const number = /^\d+$/.test(words[0] ?? '') ? words[0] : undefined;
  const rest = (number === undefined ? words : words.slice(1)).filter(
    (word, _, all) => all.length === 1 || !directions.has(word),
  );
  const types = new Set(rest.flatMap((word) => streetTypes.get(word) ?? []));
  const name = rest.filter((word) => !streetTypes.has(word));
  const distinctive = name.filter((word) => getWordKind(word) === 'rare');
  return function* find(view) {
    for (const word of distinctive) yield* findPattern(view, { stream: 'plain', text: word });
    if (name.length === 0) return;
    if (name.length > 2)
      yield* findInitials(
        view,
        name
          .map((word) => word.slice(0, 1))
          .join('')
          .slice(0, 3),
      );
    const whole = name.join('');
    if (whole.length > 3 && !/\d/.test(whole)) {
      const writing = name.length > 1 ? 'glued' : 'disguised';
      yield* findPattern(view, { stream: 'plain', text: whole, writing });
      yield* findPattern(view, { stream: 'alike', text: whole, writing: 'disguised' });
    }
    for (const passage of findName(view.tokens, name)) {
      const typed = withType(view.tokens, passage, types);
      if (typed !== null && !isOrdinary(view.tokens, typed)) yield typed;
      else if (isNamedStreet(view.tokens, passage)) yield passage;
      const numbered = number === undefined ? null : withNumber(view, passage, number);
      if (numbered !== null) yield numbered;
    }
    if (number !== undefined) yield* findNumberAndType(view, { number, name });
  };
}

const toOrdinal = (word: string): string => ordinals.get(word) ?? word;

function* findName(tokens: readonly Token[], name: readonly string[]): Iterable<Passage> {
  for (let first = 0; first + name.length <= tokens.length; first += 1)
    if (name.every((word, index) => toOrdinal(tokens[first + index]?.text ?? '') === word))
      yield { first, last: first + name.length - 1 };
}

function withType(
  tokens: readonly Token[],
  { first, last }: Passage,
  types: ReadonlySet<string>,
): Passage | null {
  const isType = (token: Token | undefined): boolean => types.has(streetTypes.get(token?.text ?? '') ?? '');
  if (isType(tokens[last + 1]) && (tokens[last + 1]?.gap.length ?? 9) < 4) return { first, last: last + 1 };
  if (isType(tokens[first - 1]) && (tokens[first]?.gap.length ?? 9) < 4) return { first: first - 1, last };
  return null;
}

/** With a type of street behind them, these are common nouns: "main street retail", "a market square feel". */
const ordinaryNames = new Set('main high market town city village side back cross'.split(' '));
const placePrepositions = new Set('on off along at near from by to of'.split(' '));

/** "A busy main street" and "Main street retail", which name none. */
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

/** "Maple Grove" with capitals, or "on Elm". */
function isNamedStreet(tokens: readonly Token[], { first, last }: Passage): boolean {
  const words = tokens.slice(first, last + 1);
  if (words.some(({ isCapitalized, text }) => !isCapitalized || getWordKind(text) === 'generic'))
    return false;
  const isFollowed = tokens[last + 1]?.isCapitalized === true && !isSentenceStart(tokens, last + 1);
  if (words.length > 1) return words.every(({ text }) => getWordKind(text) !== 'place');
  return (
    /^(?:on|off|along)$/.test(tokens[first - 1]?.text ?? '') &&
    !isFollowed &&
    !/\d/.test(words[0]?.text ?? '')
  );
}

/** The number within three words before the name, or right after it. */
function withNumber({ runs }: TextView, { first, last }: Passage, number: string): Passage | null {
  for (const { digits, owners } of runs) {
    const [start, end] = [owners[0] ?? 0, owners.at(-1) ?? 0];
    if (end < first && first - end <= 3 && digits.endsWith(number))
      return { first: owners[digits.length - number.length] ?? start, last };
    if (start > last && start - last <= 3 && digits.startsWith(number))
      return { first, last: owners[number.length - 1] ?? end };
  }
  return null;
}

/** "1420 Main" where only the first word of the name is left. */
function* findNumberAndType(
  view: TextView,
  { number, name }: { number: string; name: readonly string[] },
): Iterable<Passage> {
  if (name.length < 2) return;
  for (const passage of findName(view.tokens, name.slice(0, 1))) {
    const numbered = withNumber(view, passage, number);
    if (numbered !== null) yield numbered;
  }
}
