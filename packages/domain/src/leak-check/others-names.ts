import { isSentenceStart, type Token } from './read-text.ts';
import type { Passage } from './text-view.ts';
import { isEnglishWord } from './english-words.ts';
import { credentials, roleWords, titles } from './people-names.ts';
import { genericWords } from './trade-words.ts';

/** Words that begin a sentence before a name: "Ask Carter". */
const startWords = new Set(
  'ask call contact meet see visit when while since after before because although until buy join hire'.split(
    ' ',
  ),
);

/** Words for things that are named after people: "Clark County". */
const placeNouns = new Set(
  'county city town township state river valley university college island'.split(' '),
);

/**
 * Whether a frequent name is part of the name of somebody or something else: "Jimmy Carter", "Johnson Controls",
 * "St. Mary", "Johnson & Johnson". In lowercase it is an ordinary word, if there is one like it.
 */
export function isOthersName(
  tokens: readonly Token[],
  { first, last }: Passage,
  own: readonly string[],
): boolean {
  const token = tokens[first];
  if (token === undefined) return true;
  if (!token.isCapitalized) return first === last && isEnglishWord(token.text);
  return isOther(tokens, [first - 1, first], own) || isOther(tokens, [last + 1, last], own);
}

/** Whether a capitalized word beside a name makes it somebody or something else's. */
function isOther(
  tokens: readonly Token[],
  [at, from]: readonly [at: number, from: number],
  own: readonly string[],
): boolean {
  const beside = tokens[at];
  if (beside?.isCapitalized !== true) return false;
  // "Johnson & Johnson".
  if (beside.text === tokens[from]?.text) return true;
  const gap = tokens[Math.max(at, from)]?.gap ?? '';
  const isSaint = at < from && gap === '. ' && /^(?:st|mt|ft)$/.test(beside.text);
  if (isSaint) return !own.includes(beside.text);
  if (!/^[ -]$/.test(gap) || own.includes(beside.text)) return false;
  if (titles.has(beside.text) || roleWords.has(beside.text)) return false;
  const isGeneric = genericWords.has(beside.text);
  if (at > from && placeNouns.has(beside.text)) return true;
  if (at > from) return !isGeneric && !(beside.isUpper && credentials.has(beside.text));
  const isStart = isSentenceStart(tokens, at) && (isGeneric || startWords.has(beside.text));
  return beside.text.length > 1 && !isStart;
}
