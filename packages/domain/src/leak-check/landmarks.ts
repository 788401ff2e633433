import {
  ambiguous,
  endings,
  farUnits,
  generic,
  indefinite,
  insurers,
  landmarks,
  links,
  nearUnits,
  neighborLinks,
  neighborWords,
  payers,
  relations,
  roads,
  set,
  weak,
} from './landmark-words.ts';
import { months } from './name-words.ts';
import { isOrdinal } from './cross-streets.ts';
import { isSentenceStart, type Token } from './read-text.ts';
import { parseSpokenDigits } from './numbers-in-words.ts';
import type { Passage, TextView } from './text-view.ts';
import { usStates } from '../us-states.ts';
import { getWordKind, placeWords, streetTypes } from './words.ts';

const lengths = 5;

/** Passages that place a business next to something: "two blocks from the Alamo", "across from Memorial Hospital". */
export function* findLandmarks({ tokens }: TextView): Iterable<Passage> {
  for (let at = 0; at < tokens.length; at += 1) {
    const target = findRelation(tokens, at);
    if (target !== null) {
      const last = findLandmarkEnd(tokens, target.next, target);
      if (last !== null) yield { first: at, last };
    }
    const subject = findSubject(tokens, at);
    if (subject !== null) yield subject;
    const neighbor = findNeighborEnd(tokens, at);
    if (neighbor !== null) yield { first: at, last: neighbor };
    const corner = findCornerEnd(tokens, at);
    if (corner !== null) yield { first: at, last: corner };
    const exit = findExitEnd(tokens, at);
    if (exit !== null) yield { first: at, last: exit };
    const distinction = findDistinctionEnd(tokens, at);
    if (distinction !== null) yield { first: at, last: distinction };
  }
}

type Relation = {
  readonly next: number;
  /** How near the object is. With a weak relation, only a known landmark counts. */
  readonly strength: 'near' | 'ambiguous' | 'close' | 'weak';
  /** Whether the relation is never used about payers. "Next to" is: "next to Delta Dental". */
  readonly isSpatial: boolean;
};
/** A relation of place that begins at a token, with where its object begins. */
function findRelation(tokens: readonly Token[], at: number): Relation | null {
  const distance = findDistanceEnd(tokens, at);
  if (distance !== null) return { next: distance, strength: 'near', isSpatial: true };
  let best: readonly string[] = [];
  for (const phrase of relations.get(tokens[at]?.text ?? '') ?? [])
    if (phrase.length > best.length && phrase.every((word, index) => tokens[at + index]?.text === word))
      best = phrase;
  if (best.length === 0) return null;
  const [head = ''] = best;
  const isClose = head === 'near' || head === 'nearby' || head === 'close' || head === 'just';
  const isStrongPhrase = best.length > 2 && (head === 'in' || head === 'inside');
  const strength =
    isStrongPhrase || (!weak.has(head) && !ambiguous.has(head))
      ? 'near'
      : ambiguous.has(head)
        ? 'ambiguous'
        : isClose
          ? 'close'
          : 'weak';
  const isSpatial = strength === 'near' && best.join(' ') !== 'next to';
  return { next: at + best.length, strength, isSpatial };
}

/** The unit of a short distance that begins at a token: "0.3 miles", "a block and a half", "five minutes". */
function findUnit(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at];
  if (token === undefined) return null;
  const isOne =
    token.text === 'a' ||
    token.text === 'an' ||
    token.text === 'half' ||
    token.text === 'few' ||
    token.text === 'couple';
  const spoken = token.isNumber ? token.text : parseSpokenDigits(token.text);
  if (spoken === null && !isOne) return null;
  let unitAt = at + 1;
  let value = Number(spoken ?? 1);
  while (unitAt < at + 5) {
    const text = tokens[unitAt]?.text ?? '';
    if (nearUnits.has(text) || farUnits.has(text)) break;
    if (
      tokens[unitAt]?.isNumber === true &&
      tokens[unitAt]?.gap !== '.' &&
      tokens[unitAt]?.gap !== '⁄' &&
      tokens[unitAt]?.gap !== '/'
    )
      return null;
    if (
      !/^(?:\d+|of|a|an|half|quarter|quarters|tenth|tenths|third|point|and|city|short|very|minute|couple|few|walking|\w+ty|one|two|three|four|five|six|seven|eight|nine)$/.test(
        text,
      )
    )
      return null;
    unitAt += 1;
  }
  const unit = tokens[unitAt]?.text ?? '';
  if (tokens[at + 1]?.gap === '⁄' || tokens[at + 1]?.gap === '/') value = 1;
  const limit = farUnits.get(unit);
  if (limit === undefined ? !nearUnits.has(unit) : value > limit) return null;
  return unitAt;
}

/** "0.3 miles north of", "a block and a half from", "five minutes' walk from": where its object begins. */
function findDistanceEnd(tokens: readonly Token[], at: number): number | null {
  const unitAt = findUnit(tokens, at);
  if (unitAt === null) return null;
  for (let next = unitAt + 1; next < unitAt + 7; next += 1) {
    const text = tokens[next]?.text ?? '';
    if (/^(?:from|of|off|past|to|beyond)$/.test(text)) return next + 1;
    if (
      !/^(?:s|walk|walking|stroll|drive|driving|ride|by|on|car|foot|bus|train|bike|north|south|east|west|n|e|w|northeast|northwest|southeast|southwest|away|down|up|over|the|road|street|and|a|half|just|due)$/.test(
        text,
      )
    )
      return null;
  }
  return null;
}

/** The last token of a landmark that begins at a token: a proper name, or a definite place that there is one of. */
function findLandmarkEnd(
  tokens: readonly Token[],
  from: number,
  { strength, isSpatial }: Pick<Relation, 'strength' | 'isSpatial'>,
): number | null {
  const first = tokens[from];
  if (first === undefined || (isSentenceStart(tokens, from) && !/^["“(\s]+$/u.test(first.gap))) return null;
  if (indefinite.has(first.text) && !first.isCapitalized) return null;
  const isDefinite = first.text === 'the';
  const start = isDefinite ? from + 1 : from;
  const words = readPhrase(tokens, start);
  const [head] = words;
  if (head === undefined || isHoliday(words) || (!isSpatial && isPayer(words))) return null;
  if (words.length === 1 && generic.has(head.text)) return null;
  // An interstate crosses states; its exits are found by themselves.
  if (head.text === 'i' || head.text === 'interstate') return null;
  if (roads.has(head.text)) return strength !== 'weak' && words[1]?.isNumber === true ? start + 1 : null;
  const place = words.findLastIndex(({ text }) => landmarks.has(text));
  const isName = ({ isCapitalized, text }: Token): boolean =>
    isCapitalized && !insurers.has(text) && (!placeWords.has(text) || place >= 0);
  const lastName = words.findLastIndex(isName);
  const isStrong = strength === 'near' || strength === 'ambiguous';
  if (head.isCapitalized && lastName >= 0 && (isStrong || place >= 0 || (strength === 'close' && isDefinite)))
    return start + Math.max(lastName, place);
  if (generic.has(head.text) || head.isNumber || /^\d/.test(head.text)) return null;
  if (
    place > 0 &&
    (isStrong || isDefinite) &&
    !generic.has(words[place - 1]?.text ?? '') &&
    strength !== 'weak'
  )
    return start + place;
  if (strength !== 'near' || !isDefinite) return null;
  return place === 0 || (words.length <= 2 && !isPlainNoun(head))
    ? start + (place === 0 ? 0 : words.length - 1)
    : null;
}

/** "Delta Dental", but not "Delta Memorial Hospital". */
const isPayer = (words: readonly Token[]): boolean =>
  payers.has(words[0]?.text ?? '') &&
  !words.some(({ text, isCapitalized }) => isCapitalized && landmarks.has(text));

const isHoliday = ([first, second]: readonly Token[]): boolean =>
  second?.text === 'day' && /^(?:memorial|labor|independence|veterans)$/.test(first?.text ?? '');

const isPlainNoun = ({ text }: Token): boolean =>
  /^(?:main|patient|competition|curve|practice|facility|building|office|clinic|national|current|closing|close|date|time|owner|seller|buyer|average|industry|county|local|same|existing|new|start|end|beginning|goal|target|norm|pandemic|previous|prior|last|first|next|needs|team|staff|community|suite|parking|lobby|entrance|exit|elevator|stairs|reception|waiting|treatment|operatory|exam|break|room|rooms|desk|door|window|unit|space|spaces|lot|garage|wall|kitchen)$/.test(
    text,
  );

/** Up to five words of a phrase, stopping where another one begins. */
function readPhrase(tokens: readonly Token[], start: number): Token[] {
  const words: Token[] = [];
  for (let at = start; at < start + lengths; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (
      at > start &&
      ((/[,.;:!?()\n]/.test(token.gap) && !isSaint(tokens[at - 1], token)) ||
        /^(?:and|or|with|in|on|which|that|where|is|are|was|has|offers|serving|for|to|at|as|by|from|the|a)$/.test(
          token.text,
        ))
    )
      break;
    words.push(token);
  }
  return words;
}

/** Whether a period belongs to an abbreviated name of a place: "St. Luke's", "Mt. Hood". */
const isSaint = (before: Token | undefined, { gap, isCapitalized }: Token): boolean =>
  isCapitalized && /^\. ?$/.test(gap) && /^(?:st|mt|ft)$/.test(before?.text ?? '');

/** "Costco is two blocks away", "with the state capitol across the street": the subject with its distance. */
function findSubject(tokens: readonly Token[], at: number): Passage | null {
  const last = findAwayEnd(tokens, at);
  if (last === null) return null;
  let end = at - 1;
  while (end > at - 5 && links.has(tokens[end]?.text ?? '')) end -= 1;
  let start = end + 1;
  while (start > 0 && start > end - 4 && !isPhraseStart(tokens, start)) start -= 1;
  const words = tokens.slice(start, end + 1);
  const isAny = indefinite.has(words[0]?.text ?? '') && words.length > 2;
  if (isAny || words.some(({ text }) => /^(?:nearest|closest|next|local|our|their|its)$/.test(text)))
    return null;
  const isName = ({ isCapitalized, text }: Token, index: number): boolean =>
    isCapitalized &&
    !/^(?:a|an|the)$/.test(text) &&
    !insurers.has(text) &&
    !placeWords.has(text) &&
    (!isSentenceStart(tokens, start + index) || getWordKind(text) === 'rare');
  const isKnown = words[0]?.text === 'the' && landmarks.has(words.at(-1)?.text ?? '');
  return isKnown || words.some(isName) ? { first: start, last } : null;
}

/** Whether the phrase that a token is in begins with it, or behind it if it is a connector. */
function isPhraseStart(tokens: readonly Token[], at: number): boolean {
  return (
    /[,.;:!?()\n]/.test(tokens[at]?.gap ?? '') ||
    /^(?:with|and|or|but|wh\w+|has|from|to|of|in|on|at|that|since|because|is|are)$/.test(
      tokens[at - 1]?.text ?? 'and',
    )
  );
}

/** "two blocks away", "across the street" at the end of a phrase: the last token. */
function findAwayEnd(tokens: readonly Token[], at: number): number | null {
  const unit = findUnit(tokens, at);
  if (unit !== null)
    for (let next = unit + 1; next < unit + 4; next += 1) {
      const text = tokens[next]?.text ?? '';
      if (text === 'away') return /^(?:from|of)$/.test(tokens[next + 1]?.text ?? '') ? null : next;
      if (!/^(?:s|walk|walking|drive|driving|ride|by|on|car|foot)$/.test(text)) return null;
    }
  const phrase = endings.find((words) => words.every((word, index) => tokens[at + index]?.text === word));
  if (phrase === undefined) return null;
  const next = at + phrase.length;
  const isOwn = /^(?:this|our|us|it|ours)$/.test(tokens[next + 1]?.text ?? '');
  return /^(?:from|to|of)$/.test(tokens[next]?.text ?? '') && !isOwn ? null : next - 1;
}

/** "Neighbors include a Safeway", "the anchor tenant is Publix", "across the street is the Alamo": the last token of the neighbor's name. */
function findNeighborEnd(tokens: readonly Token[], at: number): number | null {
  const phrase = endings.find((words) => words.every((word, index) => tokens[at + index]?.text === word));
  if (phrase === undefined && !neighborWords.has(tokens[at]?.text ?? '')) return null;
  const start = at + (phrase?.length ?? 1);
  let next = start;
  while (next < start + 3 && neighborLinks.has(tokens[next]?.text ?? '')) next += 1;
  if (next === start && tokens[next]?.gap.startsWith(':') !== true) return null;
  if (/^(?:a|an)$/.test(tokens[next]?.text ?? '')) next += 1;
  return findLandmarkEnd(tokens, next, { strength: 'near', isSpatial: true });
}

/** "Main St and Oak Ave", "corner of 5th and Grand": the last token of two streets that begin at a token. */
function findCornerEnd(tokens: readonly Token[], at: number): number | null {
  const corner = findCrossing(tokens, at);
  if (corner !== null) return corner;
  const streetFrom = (from: number): number | null => {
    for (let end = from; end < from + 4 && tokens[end]?.isCapitalized === true; end += 1)
      if (end > from && streetTypes.has(tokens[end]?.text ?? '')) return end;
    return null;
  };
  const first = streetFrom(at);
  if (first === null) return null;
  const isJoined = /^(?:and|at|near)$/.test(tokens[first + 1]?.text ?? '');
  if (!isJoined && !/[&@/]/.test(tokens[first + 1]?.gap ?? '')) return null;
  return streetFrom(isJoined ? first + 2 : first + 1);
}

/** "corner of 5th and Grand", "at 5th and Grand", "5th & Grand", "where Speer meets Colfax": the last token of the second street. */
function findCrossing(tokens: readonly Token[], at: number): number | null {
  const [head, next] = [tokens[at]?.text ?? '', tokens[at + 1]?.text];
  const isCorner = /^(?:corner|intersection)$/.test(head) && next === 'of';
  const isPlace = /^(?:at|near|by|on|off|between|where)$/.test(head);
  const from = isCorner ? at + 2 : isPlace ? at + 1 : at;
  const first = tokens[from];
  const joint = tokens[from + 1];
  const isJoined = (head === 'where' ? /^(?:meets|crosses|intersects|joins)$/ : /^(?:and|at)$/).test(
    joint?.text ?? '',
  );
  const hasSign = /^ ?[&/] ?$/.test(joint?.gap ?? '');
  const last = isJoined ? from + 2 : from + 1;
  const second = tokens[last];
  if (first === undefined || second === undefined || (!isJoined && !hasSign)) return null;
  if ([first, second].some(({ text }) => months.has(text)) || (isJoined && /[^ ]/.test(second.gap)))
    return null;
  const isName = (token: Token): boolean => token.isCapitalized && !isOrdinal(token);
  if (head === 'where') return isName(first) && isName(second) ? last : null;
  const isPair = (isOrdinal(first) && isName(second)) || (isName(first) && isOrdinal(second));
  if (isCorner)
    return isPair ||
      (isName(second) && (isName(first) || first.isNumber)) ||
      (isName(first) && second.isNumber)
      ? last
      : null;
  return isPair && (isPlace || (hasSign && /^\d/.test(first.text))) ? last : null;
}

/** "exit 12", "mile marker 213": the last token; null for "exit in 3 years" or "exit 5 years". */
function findExitEnd(tokens: readonly Token[], at: number): number | null {
  const isMarker = tokens[at]?.text === 'mile' && tokens[at + 1]?.text === 'marker';
  if (!isMarker && tokens[at]?.text !== 'exit') return null;
  let number = at + (isMarker ? 2 : 1);
  if (/^(?:number|no)$/.test(tokens[number]?.text ?? '')) number += 1;
  const token = tokens[number];
  if (token === undefined || /[.;:,\n]/.test(token.gap)) return null;
  if (!token.isNumber && parseSpokenDigits(token.text) === null) return null;
  const after = tokens[number + 1]?.text ?? '';
  return /^(?:years?|months?|weeks?|days?|percent|times|x|to)$/.test(after) ||
    tokens[number + 1]?.gap.startsWith('%') === true
    ? null
    : number;
}

const stateWords = set(
  Object.values(usStates)
    .map((name) => name.toLowerCase())
    .join(' '),
);
const honors = ['home of the', 'president of the', 'voted', 'named', 'awarded'].map((phrase) =>
  phrase.split(' '),
);

/** "the only one in Fairview", "voted best dentist by Nashville Lifestyles", "home of the Predators": the last token. */
function findDistinctionEnd(tokens: readonly Token[], at: number): number | null {
  const isName = (index: number): boolean => {
    const token = tokens[index];
    return token?.isCapitalized === true && !token.isUpper && !insurers.has(token.text);
  };
  const isNamed = (index: number): boolean => isName(index) && !stateWords.has(tokens[index]?.text ?? '');
  if (tokens[at]?.text === 'only')
    for (let near = at + 1; near < at + 7 && !/[.;:!?\n]/.test(tokens[near]?.gap ?? '.'); near += 1)
      if (tokens[near]?.text === 'in' && isNamed(near + 1)) return near + 1;
  const honor = honors.find((words) => words.every((word, index) => tokens[at + index]?.text === word));
  if (honor === undefined) return null;
  const next = at + honor.length;
  if (honor.length > 1) return isName(next) ? next : null;
  for (let near = next; near < next + 7 && !/[.;:!?\n]/.test(tokens[near]?.gap ?? '.'); near += 1)
    if (tokens[near]?.text === 'by' && isNamed(near + 1)) return near + 1;
  return null;
}
