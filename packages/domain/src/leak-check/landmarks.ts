import { isSentenceStart, type Token } from './read-text.ts';
import { parseSpokenDigits } from './numbers-in-words.ts';
import type { Passage, TextView } from './text-view.ts';
import { usStates } from '../us-states.ts';
import { ordinals, placeWords, streetTypes } from './words.ts';

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const nearUnits = set(
  'block blocks blk blks step steps door doors yard yards foot feet ft house houses light lights stoplight stoplights exit exits intersection storefront storefronts',
);
const farUnits = new Map([
  ...'mile miles mi'.split(' ').map((unit) => [unit, 5] as const),
  ...'kilometer kilometers km'.split(' ').map((unit) => [unit, 8] as const),
  ...'minute minutes min mins'.split(' ').map((unit) => [unit, 10] as const),
  ...'meter meters metres m'.split(' ').map((unit) => [unit, 5000] as const),
]);
const landmarks = set(
  'hospital courthouse mall university college campus stadium arena capitol cathedral church temple mosque synagogue school library airport station museum zoo theater theatre park square plaza monument memorial bridge tower fort market post ballpark fairgrounds cemetery shopping walmart target costco heb starbucks mcdonalds',
);
const roads = set('exit interstate highway hwy i route loop toll tollway us sr fm');
const generic = set(
  'downtown city town metro metropolitan area center coast coastline beach beaches water ocean lake lakes river mountains border line highway highways freeway freeways interstate interstates transit road roads suburbs region state nearest closest market uptown university',
);
const insurers = set(
  'medicare medicaid sba cpa hipaa ppo hmo medi-cal tricare midwest northeast southeast southwest northwest south north east west hill country central coast sun belt',
);
/** Payers that a practice names without a place in mind: "next to Delta Dental, Guardian is the largest". */
const payers = set(
  'delta blue aetna anthem cigna guardian humana metlife optum cvs unitedhealthcare united medicare medicaid',
);
const indefinite = set(
  'a an any several multiple two three four five many major other another large local regional some numerous',
);
const lengths = 5;

/** Passages that place a business next to something: "two blocks from the Alamo", "across from Memorial Hospital". */
export function* findLandmarks({ tokens }: TextView): Iterable<Passage> {
  for (let at = 0; at < tokens.length; at += 1) {
    const target = findRelation(tokens, at);
    if (target !== null) {
      const last = findLandmarkEnd(tokens, target.next, target);
      if (last !== null) yield { first: at, last };
    }
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
const phrases = [
  'across from',
  'across the street from',
  'across the road from',
  'across the parking lot from',
  'down the hall from',
  'anchored by',
  'directly across from',
  'catty corner from',
  'kitty corner from',
  'kitty corner to',
  'catty corner to',
  'next to',
  'next door to',
  'adjacent to',
  'opposite',
  'opposite from',
  'right behind',
  'behind',
  'beside',
  'around the corner from',
  'a stone s throw from',
  'stone s throw from',
  'in the shadow of',
  'overlooking',
  'facing',
  'in front of',
  'down the street from',
  'down the road from',
  'up the street from',
  'within sight of',
  'within walking distance of',
  'walking distance to',
  'walking distance from',
  'walking distance of',
  'on the campus of',
  'steps from',
  'steps away from',
  'short walk from',
  'walk from',
  'in the same plaza as',
  'same plaza as',
  'same building as',
  'in the same shopping center as',
  'inside the former',
  'in the former',
  'in the same center as',
  'in the same building as',
  'in the same lot as',
  'shares a parking lot with',
  'shares a building with',
  'in',
  'minutes from',
  'right by',
  'close to',
  'just off',
  'just past',
  'just south of',
  'just north of',
  'just east of',
  'just west of',
  'alongside',
  'near',
  'nearby',
  'by',
  'at',
  'inside',
  'abutting',
  'abuts',
  'adjoining',
  'adjoins',
  'bordering',
  'borders',
  'faces',
  'backs up to',
  'between',
  'on the corner of',
  'at the corner of',
  'corner of',
  'at the intersection of',
  'intersection of',
].map((phrase) => phrase.split(' '));
const weak = set('near nearby by at in inside between close just minutes');
/** Relations also used about things that are not places: "behind the numbers". */
const ambiguous = set(
  'behind beside facing faces overlooking alongside bordering borders abutting abuts adjoining adjoins',
);

/** A relation of place that begins at a token, with where its object begins. */
function findRelation(tokens: readonly Token[], at: number): Relation | null {
  const distance = findDistanceEnd(tokens, at);
  if (distance !== null) return { next: distance, strength: 'near', isSpatial: true };
  let best: readonly string[] = [];
  for (const phrase of phrases)
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

/** "0.3 miles north of", "a block and a half from", "five minutes' walk from": where its object begins. */
function findDistanceEnd(tokens: readonly Token[], at: number): number | null {
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
  for (let next = unitAt + 1; next < unitAt + 7; next += 1) {
    const text = tokens[next]?.text ?? '';
    if (/^(?:from|of|off|past|to|beyond)$/.test(text)) return next + 1;
    if (
      !/^(?:s|walk|walking|drive|driving|ride|by|on|car|foot|bus|train|bike|north|south|east|west|n|e|w|northeast|northwest|southeast|southwest|away|down|up|over|the|road|street|and|a|half|just|due)$/.test(
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
  { strength, isSpatial }: Relation,
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

/** "Main St and Oak Ave", "corner of 5th and Grand": the last token of two streets that begin at a token. */
function findCornerEnd(tokens: readonly Token[], at: number): number | null {
  if (isCorner(tokens, at)) return at + 4;
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

/** Whether "corner of 5th and Grand" begins at a token: two streets without their types, one of them with a capital. */
function isCorner(tokens: readonly Token[], at: number): boolean {
  const [corner, of, first, and, second] = tokens.slice(at, at + 5);
  const isStreet = (token: Token | undefined): boolean =>
    token !== undefined && (token.isCapitalized || /^\d/.test(token.text) || ordinals.has(token.text));
  return (
    /^(?:corner|intersection)$/.test(corner?.text ?? '') &&
    of?.text === 'of' &&
    and?.text === 'and' &&
    isStreet(first) &&
    isStreet(second) &&
    (first?.isCapitalized === true || second?.isCapitalized === true)
  );
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
