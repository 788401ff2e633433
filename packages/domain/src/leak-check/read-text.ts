/** A run of letters or digits of a text, in the form that is compared. */
export type Token = {
  /** Lower case, without accents, in Latin letters and ASCII digits. */
  readonly text: string;
  /** Offsets in the source. */
  readonly start: number;
  readonly end: number;
  readonly isNumber: boolean;
  readonly isCapitalized: boolean;
  readonly isUpper: boolean;
  /** Has invisible characters or letters of another script, which only a disguise needs. */
  readonly isDisguised: boolean;
  /** The text between the previous token and this one, without invisible characters. */
  readonly gap: string;
};

// Letters of other scripts that look like Latin ones.
const lookalikes = new Map(
  Array.from(
    'аaвbсcеeнhіiјjкkмmоoрpѕsтtуyхxԁdɡgʟlոnսuԛqԝwһhӏlзzвbαaβbεeηnιiκkνvοoρpτtυuχxγyωwμuɑaıiłløoðdđdæaœoßsƒfʀrǀlɩiǃi'.matchAll(
      /(.)(.)/gu,
    ),
    ([, from = '', to = '']) => [from, to] as const,
  ),
);

type Glyph = { readonly text: string; readonly isLookalike: boolean };
const glyphs = new Map<string, Glyph>();

function toGlyph(character: string): Glyph {
  const known = glyphs.get(character);
  if (known !== undefined) return known;
  let text = '';
  let isLookalike = false;
  for (const part of character.normalize('NFKD').toLowerCase().normalize('NFKD')) {
    if (/\p{M}/u.test(part)) continue;
    const latin = lookalikes.get(part);
    isLookalike ||= latin !== undefined || (/\p{Nd}/u.test(part) && !/\d/.test(part));
    text += latin ?? (/\p{Nd}/u.test(part) ? toDigit(part) : part);
  }
  const glyph = { text, isLookalike: isLookalike && !/[łøðđæœß]/iu.test(character) };
  if (glyphs.size < 20_000) glyphs.set(character, glyph);
  return glyph;
}

/** The value of a decimal digit of any script: each script has its ten digits in one row. */
function toDigit(character: string): string {
  let code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return String(value);
}

const invisible = /^[\p{Cf}\p{M}\u115f\u1160\u3164\uffa0]$/u;
/** Marks that look like apostrophes, such as the Hawaiian ʻokina. They are not letters of a word. */
const modifier = /^[\u02b0-\u02ff]/;
const getCharacterKind = (text: string): 'letter' | 'digit' | 'other' =>
  /^\d/.test(text) ? 'digit' : /^\p{L}/u.test(text) && !modifier.test(text) ? 'letter' : 'other';

type OpenToken = {
  text: string;
  /** As written, but without invisible characters. */
  raw: string;
  start: number;
  end: number;
  kind: 'letter' | 'digit';
  isDisguised: boolean;
};
type Reader = { readonly tokens: Token[]; gap: string; open: OpenToken | null; isHidden: boolean };

/** The tokens of a text in its order. Letters and digits are separate tokens, except in ordinals such as 5th. */
export function readTokens(source: string): Token[] {
  const reader: Reader = { tokens: [], gap: '', open: null, isHidden: false };
  let offset = 0;
  for (const character of source) {
    const start = offset;
    offset += character.length;
    readCharacter(reader, character, start);
  }
  closeToken(reader);
  return joinOrdinals(reader.tokens);
}

function readCharacter(reader: Reader, character: string, start: number): void {
  const end = start + character.length;
  if (character > '\u007f' && invisible.test(character)) {
    const isMark = /\p{M}/u.test(character);
    // Nobody puts invisible characters in the middle of a word by accident.
    reader.isHidden = reader.open !== null && !isMark;
    if (reader.open !== null && isMark) reader.open.end = end;
    return;
  }
  const { text, isLookalike } = toGlyph(character);
  const kind = getCharacterKind(text);
  if (modifier.test(text) && reader.open !== null) reader.open.end = end;
  else if (kind === 'other') {
    closeToken(reader);
    reader.gap += character;
  } else {
    if (reader.open?.kind !== kind) closeToken(reader);
    reader.open ??= { text: '', raw: '', start, end, kind, isDisguised: false };
    const { open } = reader;
    open.isDisguised ||= isLookalike || (reader.isHidden && open.text !== '');
    open.text += text;
    open.raw += character.normalize('NFKC');
    open.end = end;
  }
  reader.isHidden = false;
}

/** British spellings in names of businesses. */
const americanSpellings: Readonly<Record<string, string>> = {
  centre: 'center',
  theatre: 'theater',
  paed: 'ped',
  gynaec: 'gynec',
  haem: 'hem',
  anaesth: 'anesth',
  counsell: 'counsel',
  neighbour: 'neighbor',
  harbour: 'harbor',
  honour: 'honor',
  favour: 'favor',
  grey: 'gray',
};
const britishSpelling = new RegExp(Object.keys(americanSpellings).join('|'), 'g');

/** A word in lower case as Americans spell it, alone or joined: "SurgeryCentre". */
export const toAmerican = (text: string): string =>
  text.replaceAll(britishSpelling, (british) => americanSpellings[british] ?? british);

function closeToken(reader: Reader): void {
  if (reader.open === null) return;
  const { text, raw, start, end, kind, isDisguised } = reader.open;
  reader.tokens.push({
    text: toAmerican(text),
    start,
    end,
    isNumber: kind === 'digit',
    isCapitalized: /^\p{Lu}/u.test(raw),
    isUpper: /^\p{Lu}+$/u.test(raw),
    isDisguised,
    gap: reader.gap,
  });
  reader.gap = '';
  reader.open = null;
}

function joinOrdinals(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (last?.isNumber === true && token.gap === '' && /^(?:st|nd|rd|th)$/.test(token.text))
      joined[joined.length - 1] = { ...last, text: last.text + token.text, end: token.end, isNumber: false };
    else joined.push(token);
  }
  return joined;
}

/** Whether a token begins a sentence, a line, or a list item, where a capital letter says nothing. */
export function isSentenceStart(tokens: readonly Token[], index: number): boolean {
  const gap = tokens[index]?.gap ?? '';
  return index === 0 || /[.!?:;•|\n\r\t]|^\s*[-–—*]\s|["“(]/u.test(gap);
}

/** Tokens glued together, each character with the token it is of. */
export type Stream = {
  readonly text: string;
  /** The token of each character. */
  readonly owners: readonly number[];
  /** Whether each character is the first of its token. */
  readonly isFirst: readonly boolean[];
};

/** Joins tokens in the form that `spell` returns; an empty form skips a token. */
export function joinTokens(tokens: readonly Token[], spell: (token: Token, index: number) => string): Stream {
  const parts: string[] = [];
  const owners: number[] = [];
  const isFirst: boolean[] = [];
  for (const [index, token] of tokens.entries()) {
    const part = spell(token, index);
    parts.push(part);
    for (let at = 0; at < part.length; at += 1) {
      owners.push(index);
      isFirst.push(at === 0);
    }
  }
  return { text: parts.join(''), owners, isFirst };
}
