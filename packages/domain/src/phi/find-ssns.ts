import { labelEnd, labelGap, readDigits, scannedDigit as d, writeLabels } from './plain-text.ts';
import { getHeading, type PhiDocument } from './read-document.ts';
import type { Passage } from './phi-kinds.ts';
import { clinicalThing } from './clinical-words.ts';
import { isAboutPatient } from './words.ts';

const labels = `${writeLabels(
  's s n',
  's s #',
  'soc #',
  'soc no',
  's s no',
  's s number',
  'soc sec',
  'social sec',
  'social security',
  'soc security',
  'seguro social',
)}(?:${labelGap}${writeLabels('no', 'num', 'number', '#')})?${labelEnd}`;
/** Lines may break right behind a hyphen. */
const gap = String.raw` {0,2}(?:[-./]? {0,2}|- {0,2}\r?\n {0,3})`;
/** Some forms have a box for each digit, and scans read some digits as letters. */
const scannedSsn = `${d}(?: ?${d}){2}${gap}${d} ?${d}${gap}${d}(?: ?${d}){3}`;
const labeledSsn = new RegExp(
  String.raw`(?<![a-z])(?:${labels}|social(?:'s| is| was| number)?\b(?=[\s:#-]{0,4}\d))([^\d\n]{0,25}?(?:\n[^\d\n]{0,40}?){0,3})(?<![\da-z-])(${scannedSsn})(?![\da-z-])`,
  'gi',
);
/** "His social for the Gomez account: 512-33-9087". */
const spokenSsn =
  /(?<![a-z])(?:ssn?|social)\b(?! (?:media|work\w*|services?|history|determinants)\b)[^!?\n]{0,60}?(?<![\d-])(\d{3}([- ])\d{2}\2\d{4})(?![\d-])/gi;
const dashedSsn = /(?<![\dA-Za-z#-])(\d{3})-(\d{2})-(\d{4})(?![\d-]|\.\d|[B-Zb-z]{2})/g;
const lastFour = new RegExp(
  String.raw`(?<![a-z])(?:${labels}|social)[\s:,#(]{0,4}(?:last|ending)[ -]?(?:four|4|in)?(?: digits)?[\s:#)-]{0,4}(\d{4})(?![\d/-])|(?<![a-z])last[ -]?(?:four|4)(?: digits)?(?: of)?(?: (?:the|his|her|their|your|my))?(?: (?:ssn?|social(?: security)?)(?: number)?)?(?: is)?[\s:#-]{0,4}(\d{4})(?![\d/-])`,
  'gi',
);
/** People give the last four digits of cards and accounts in the same way. */
const otherLastFour = /\b(?:card|visa|mastercard|amex|account|acct|bank|checking|phone|cell|ein|tin)\b/i;

/** Words right before a number of nine digits, or over its column, that make it something other than an SSN. */
const otherNumber =
  /\b(?:case|(?<!on )file|invoice|inv|parts?|items?|sku|orders?|p\.?o|model|catalog(?:ue)?|cat|ref(?:erence)?|tracking|serial|s\/?n|acct|accounts?|phone|tel|fax|docket|parcel|apn|permit|licen[sc]es?|lic|policy|ticket|loan|lot|batch|contract|agreement|lease|ndc|upc|udi|conference|confirmation|routing|product|stock|vendor|customer|project|listing|code|quote|asset|certificate|cert|registration|escrow|title|ein|fein|npi)s?\b(?<gap>[^.!?;\n]{0,24})$/i;
/** Text between such a word and the number that makes the number a person's after all. */
const person = /\p{Lu}\p{Ll}+,? (?:\p{Lu}\.? )?\p{Lu}\p{Ll}+|\b(?:guarantor|holder|agent|signer|borrower)\b/u;

/** A label of a number: "Vendor no.", "Serial #:". */
const numberLabel =
  /(\p{L}+)(?:'s)?\.? {0,2}(?:#|(?:id|i\.d|no|nos|num|numbers?|nbr|code)\b\.?(?: ?#)?) {0,2}[:=]? {0,3}$/iu;
/** Owners of numbers that may be Social Security numbers, and words that end their labels. */
const personOrSsn =
  /^(?:patient|pat|pt|resident|member|mbr|subscriber|insured|beneficiary|enrollee|recipient|dependent|spouse|guarantor|holder|client|employee|emp|borrower|taxpayer|tax|tin|identification|security|sec|soc|social|ss|ssn|medicare|medicaid|hic|person|personal|his|her|their|my|your|the|and|with|is)$/i;

export function isOtherNumber(before: string): boolean {
  const listed = before.replaceAll(/\d[\d-]{5,}/g, '');
  const owner = numberLabel.exec(before)?.[1];
  if (owner !== undefined && !personOrSsn.test(owner)) return true;
  const gap = otherNumber.exec(listed)?.groups?.['gap'];
  return gap !== undefined && !person.test(gap);
}

/** Long enough to reach the word before a list of numbers. */
const numberReach = 80;
const patientReach = 200;

/** Finds Social Security numbers. Areas 000, 666, and 900 and up, group 00, and serial 0000 were never issued. */
export function* findSsns({ text, tables }: PhiDocument): Iterable<Passage> {
  for (const match of text.matchAll(labeledSsn)) {
    const [found, between = '', value = ''] = match;
    const digits = readDigits(value);
    if (digits !== null && isIssuedSsn(digits) && !isOtherNumber(between.replaceAll('\n', ' ')))
      yield { kind: 'ssn', ...getEnd(match.index + found.length, value), confidence: 0.97 };
  }
  for (const match of text.matchAll(spokenSsn)) {
    const [found, value = ''] = match;
    if (isIssuedSsn(value))
      yield { kind: 'ssn', ...getEnd(match.index + found.length, value), confidence: 0.9 };
  }
  for (const match of text.matchAll(dashedSsn)) {
    const [value] = match;
    const before = text.slice(Math.max(0, match.index - numberReach), match.index);
    if (!isIssuedSsn(value) || isOtherNumber(before)) continue;
    if (isOtherNumber(getHeading(tables, match.index))) continue;
    yield { kind: 'ssn', start: match.index, end: match.index + value.length, confidence: 0.8 };
  }
  yield* findLastFour(text);
}

/** HIPAA counts parts of a Social Security number, too. */
function* findLastFour(text: string): Iterable<Passage> {
  for (const match of text.matchAll(lastFour)) {
    const [found, behindLabel = '', alone = ''] = match;
    const end = match.index + found.length;
    const near = text.slice(Math.max(0, match.index - patientReach), end + patientReach);
    if (!isAboutPatient(near) && !clinicalThing.test(near)) continue;
    if (otherLastFour.test(text.slice(Math.max(0, match.index - 30), end))) continue;
    yield { kind: 'ssn', ...getEnd(end, behindLabel || alone), confidence: 0.7 };
  }
}

function getEnd(end: number, value: string): { start: number; end: number } {
  return { start: end - value.length, end };
}

export function isIssuedSsn(value: string): boolean {
  const digits = value.replaceAll(/\D/g, '');
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);
}
