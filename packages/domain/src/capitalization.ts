import { findStateCode } from './us-states.ts';

/** A name of a person, company, or town, or a street address, in which NW is a direction. */
export type CapitalizedKind = 'name' | 'address';

const splitWords = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const spelled = new Map(
  'GmbH d/b/a PhD PharmD Ng St Ste Dr Drs Mt Ft Rd Ln Ct Pl Sq Mr Mrs Ms Sr Jr Ltd Ctr Svcs Svc Mgmt Grp Blvd Pkwy Hwy Rte Bldg Rm Fl Hts Dept Hlth Med Ph Phcy Schl Twp Xing Expy Fwy Trl Cntr Mfg'
    .split(' ')
    .map((word) => [word.toUpperCase(), word] as const),
);
/** Abbreviations that contain vowels. Those without vowels, such as LLC, DDS, and CVS, need no list. */
const acronyms = splitWords(
  'PA OD DO DO. DMD APN APRN ARNP LISW EMT US USA UCLA USC UPMC VA ENT OB ER ICU MRI EMS DBA AKA HCA NYU IHS ASC II III IV VI VII VIII IX PO OT AIDS HIV AMC UC UNC UCSF SA SAS AG',
);
const directions = splitWords('N S E W NE NW SE SW');
const codeAtEnd = /, (?<code>[A-Z]{2})(?: \d{5}(?:-\d{4})?)?$/;
const smallWords = splitWords('OF AND THE AT FOR IN ON BY');

/** Whether a text has letters but no lowercase ones. */
export function isAllCaps(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
}

/**
 * Text in all caps with normal capitalization: "MCDONALD'S PHARMACY LLC" → "McDonald's Pharmacy LLC", "12 NW O'BRIEN
 * ST" → "12 NW O'Brien St". Other text is unchanged.
 */
export function fixCapitalization(text: string, kind: CapitalizedKind): string {
  if (!isAllCaps(text)) return text;
  const end = codeAtEnd.exec(text);
  const state = findStateCode(end?.groups?.['code'] ?? '') === null ? '' : (end?.[0] ?? '');
  const fixed = text
    .slice(0, text.length - state.length)
    .split(/(\s+)/)
    .map((word, index) => (index > 0 && smallWords.has(word) ? word.toLowerCase() : fixWord(word, kind)))
    .join('');
  return fixed + state;
}

function fixWord(word: string, kind: CapitalizedKind): string {
  const whole = spelled.get(word);
  if (whole !== undefined) return whole;
  return word.replaceAll(/[\p{L}\p{N}\p{M}'’.]+/gu, (part) => fixPart(part, kind));
}

function fixPart(part: string, kind: CapitalizedKind): string {
  if (/^(?:\p{L}\.)+\p{L}?\.?$/u.test(part)) return part;
  const bare = part.replace(/\.$/, '');
  const known = spelled.get(bare);
  if (known !== undefined) return known + part.slice(bare.length);
  if (/^\d+(?:ST|ND|RD|TH)$/.test(part)) return part.toLowerCase();
  if (/\d/.test(part) || acronyms.has(bare) || (kind === 'address' && directions.has(bare))) return part;
  if (bare.length <= 5 && !/[AEIOUYÀ-ÖØ-Ý'’]/.test(bare)) return part;
  return part
    .split(/(['’])/)
    .map((piece, index, all) => {
      const before = all[index - 2];
      // After an apostrophe: the name in O'BRIEN, or the ending in MARY'S.
      return before !== undefined && (before.length > 1 || piece.length < 2)
        ? piece.toLowerCase()
        : capitalize(piece);
    })
    .join('');
}

function capitalize(word: string): string {
  const [first = '', ...others] = word;
  const rest = others.join('').toLowerCase();
  return /^MC\p{L}{2}/u.test(word) ? `Mc${capitalize(word.slice(2))}` : first + rest;
}
