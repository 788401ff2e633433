import { readDigitRuns, parseSpokenDigits, type DigitRun } from './numbers-in-words.ts';
import { isEverydayWord } from './english-words.ts';
import { genericWords } from './trade-words.ts';
import { commonWords } from './words.ts';
import { joinTokens, readTokens, toAmerican, type Stream, type Token } from './read-text.ts';

/** A text as the finders read it. */
export type TextView = {
  readonly tokens: readonly Token[];
  readonly runs: readonly DigitRun[];
  /** Letters and digits without anything between them. */
  readonly plain: Stream;
  /** The text as people say it: words for digits become digits, and "at", "dot", "dash" are left out. */
  readonly spoken: Stream;
  /** Letters that look alike in one form: figures and signs in words as letters, l as i. */
  readonly alike: Stream;
};

/** A passage by its first and last token. */
export type Passage = { readonly first: number; readonly last: number };

const spokenSigns = new Set('at dot dash hyphen underscore point period'.split(' '));
const signLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
};

/** Reads a text once, in time proportional to its length. */
export function readView(source: string): TextView {
  const tokens = readTokens(source);
  return {
    tokens,
    runs: readDigitRuns(tokens),
    plain: joinTokens(tokens, ({ text }) => text),
    spoken: joinTokens(tokens, ({ text }) =>
      spokenSigns.has(text) ? '' : (parseSpokenDigits(text) ?? text),
    ),
    alike: joinTokens(tokens, (_, index) => toLookalikeLetters(tokens, index)),
  };
}

function toLookalikeLetters(tokens: readonly Token[], index: number): string {
  const token = tokens[index];
  if (token === undefined) return '';
  const before = tokens[index - 1];
  const sign = token.gap.length === 1 && before !== undefined ? (signLetters[token.gap] ?? '') : '';
  const isInWord = (token.gap === '' && before?.isNumber === false) || isGluedToLetters(tokens[index + 1]);
  if (!token.isNumber) return sign + foldLookalikes(token.text);
  return isInWord
    ? sign + Array.from(token.text, (digit) => signLetters[digit] ?? digit).join('')
    : token.text;
}

function isGluedToLetters(next: Token | undefined): boolean {
  return next !== undefined && next.gap === '' && !next.isNumber;
}

/** The form in which letters that look alike are equal. */
function foldLookalikes(text: string): string {
  return text.replaceAll(/[l|]/g, 'i');
}

/** The form that text must have for a pattern to match. */
type Writing =
  /** Any. */
  | 'any'
  /** One word, or pieces that are not only separated by spaces. */
  | 'glued'
  /** A disguise by itself: spaced letters, figures or signs for letters, hidden characters. */
  | 'disguised';

const minEmbedded = 7;
const minSplit = 8;
/** Shorter words can be another word with one letter that looks alike. */
const minLookalike = 6;
/** From this length on, pieces don't form a name by chance, even if they are ordinary words. */
const minUnmistakable = 12;

type Pattern = {
  readonly stream: 'plain' | 'spoken' | 'alike';
  readonly text: string;
  readonly writing?: Writing;
};

/** All places of a glued text in a stream that begin and end with a token, or lie in one long token. */
export function* findPattern(
  view: TextView,
  { stream: name, text: spelled, writing = 'any' }: Pattern,
): Iterable<Passage> {
  const stream = view[name];
  const text = toAmerican(spelled);
  const wanted = name === 'alike' ? foldLookalikes(text) : text;
  if (text === '') return;
  for (let at = stream.text.indexOf(wanted); at >= 0; at = stream.text.indexOf(wanted, at + 1)) {
    const first = stream.owners[at] ?? 0;
    const last = stream.owners[at + text.length - 1] ?? first;
    const isBounded = stream.isFirst[at] === true && isTokenEnd(stream, at + text.length, last);
    if (!isBounded && (first !== last || text.length < minEmbedded)) continue;
    const pieces = view.tokens.slice(first, last + 1);
    if (pieces.length > 1 && !isOneWord(pieces, text.length)) continue;
    // "Iakeside" has another letter than the name, though it looks like it.
    const isLookalike =
      name === 'alike' &&
      text.length >= minLookalike &&
      !pieces
        .map((piece) => piece.text)
        .join('')
        .includes(text);
    if (writing === 'disguised' && !isLookalike && !isDisguised(pieces, text)) continue;
    if (writing === 'glued' && !isGlued(pieces, text)) continue;
    yield { first, last };
  }
}

/** Whether a position is the end of its token, or right before a plural ending. */
function isTokenEnd(stream: Stream, end: number, owner: number): boolean {
  let rest = '';
  for (let at = end; stream.owners[at] === owner && rest.length < 4; at += 1) rest += stream.text[at] ?? '';
  return rest === '' || rest === 's' || rest === 'es';
}

const isSpelled = (pieces: readonly Token[], length: number): boolean =>
  pieces.filter(({ text }) => text.length === 1).length >= 2 || pieces.length > length / 2;
const listGaps = (pieces: readonly Token[]): string[] => pieces.slice(1).map(({ gap }) => gap);

/** "8eacon": letters with fewer figures among them, unlike a number with its unit. */
function hasFigures(pieces: readonly Token[]): boolean {
  const figures = pieces
    .filter(({ isNumber }) => isNumber)
    .map(({ text }) => text)
    .join('');
  const letters = pieces
    .filter(({ isNumber }) => !isNumber)
    .map(({ text }) => text)
    .join('');
  return listGaps(pieces).every((gap) => gap === '') && letters.length > figures.length;
}

/** Whether pieces read as one word: not by chance, as "Weston" in "in the west on a busy road". */
function isOneWord(pieces: readonly Token[], length: number): boolean {
  const gaps = listGaps(pieces);
  if (gaps.some((gap) => gap.length > 12)) return false;
  if (isSpelled(pieces, length) || hasFigures(pieces)) return true;
  if (gaps.some((gap) => gap.length > 3 || /[.!?;:]\s|\n/.test(gap))) return false;
  if (gaps.some((gap) => gap.trim() !== '' && gap.trim() !== ',')) return true;
  if (length >= minUnmistakable || (length >= minSplit && pieces.every(({ isCapitalized }) => isCapitalized)))
    return true;
  return length >= minSplit && pieces.some(({ text }) => !isOrdinaryPart(text));
}

const isOrdinaryPart = (text: string): boolean =>
  genericWords.has(text) || commonWords.has(text) || isEverydayWord(text);

function isGlued(pieces: readonly Token[], text: string): boolean {
  return listGaps(pieces).every((gap) => gap.trim() !== '' || gap === '') || isDisguised(pieces, text);
}

function isDisguised(pieces: readonly Token[], text: string): boolean {
  if (pieces.some((piece) => piece.isDisguised)) return true;
  if (pieces.length > 1 && isSpelled(pieces, text.length)) return true;
  return (
    /\D/.test(text) &&
    pieces.some(({ isNumber, gap }, index) => isNumber || (index > 0 && /^[@$!|]$/.test(gap)))
  );
}
