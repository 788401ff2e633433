import { getExcerpt, getHeading, type PhiDocument } from './read-document.ts';
import type { Passage, PhiKind } from './phi-kinds.ts';
import { isAboutPatient } from './words.ts';

const ssnLabel = String.raw`(?<![a-z])(?:s\.?s\.?n\b\.?|ss ?(?:#|no\b\.?|num(?:ber)?\b)|soc(?:ial)?\.? ?sec(?:urity)?\b\.?|seguro social\b|social\b(?=[\s:#-]{0,4}\d))`;
const ssnGap = '(?: ?[-.] ?| )?';
const labeledSsn = new RegExp(
  String.raw`${ssnLabel}([^\d\n]{0,25}(?:\n[^\d\n]{0,40}){0,3})(?<![\d-])(\d{3}${ssnGap}\d{2}${ssnGap}\d{4})(?![\d-])`,
  'gi',
);
const dashedSsn = /(?<![\dA-Za-z#-])(\d{3})-(\d{2})-(\d{4})(?![\d-]|\.\d|[B-Zb-z]{2})/g;
/** Other numbers of nine digits: these words right before one, or over its column. */
const otherNumber =
  /\b(?:case|(?<!on )file|invoice|inv|parts?|items?|sku|orders?|p\.?o|model|catalog(?:ue)?|cat|ref(?:erence)?|tracking|serial|s\/n|acct|accounts?|phone|tel|fax|docket|parcel|apn|permit|licen[sc]es?|lic|policy|ticket|loan|lot|batch|contract|ndc|upc|udi|conference|confirmation|routing|product|stock|vendor|customer|project|listing|code|quote|asset|certificate|cert|registration|escrow|title|ein|fein|npi)\b(?<gap>[^.!?;\n]{0,24})$/i;
/** Text allowed between such a word and the number, so that the number is a person's. */
const person = /\p{Lu}\p{Ll}+,? (?:\p{Lu}\.? )?\p{Lu}\p{Ll}+|\b(?:guarantor|holder|agent|signer|borrower)\b/u;

function isOtherNumber(before: string): boolean {
  const listed = before.replaceAll(/\d[\d-]{5,}/g, '');
  const gap = otherNumber.exec(listed)?.groups?.['gap'];
  return gap !== undefined && !person.test(gap);
}

/** Back to the word before a list of numbers. */
const numberReach = 80;

/** Social Security numbers; areas 000, 666, and 900 and up, group 00, and serial 0000 were never issued. */
function* findSsns({ text, tables }: PhiDocument): Iterable<Passage> {
  for (const match of text.matchAll(labeledSsn)) {
    const [found, gap = '', value = ''] = match;
    const start = match.index + found.length - value.length;
    if (isIssuedSsn(value) && !isOtherNumber(gap.replaceAll('\n', ' ')))
      yield { kind: 'ssn', start, end: start + value.length, confidence: 0.97 };
  }
  for (const match of text.matchAll(dashedSsn)) {
    const [value] = match;
    const before = text.slice(Math.max(0, match.index - numberReach), match.index);
    if (!isIssuedSsn(value) || isOtherNumber(before)) continue;
    if (isOtherNumber(getHeading(tables, match.index))) continue;
    yield { kind: 'ssn', start: match.index, end: match.index + value.length, confidence: 0.8 };
  }
}

export function isIssuedSsn(value: string): boolean {
  const digits = value.replaceAll(/\D/g, '');
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);
}

const [c, a, n] = ['[1-9]', '[AC-HJKMNP-RT-Y]', String.raw`\d`];
const an = '[AC-HJKMNP-RT-Y0-9]';
/** CMS: eleven characters C A AN N A AN N A A N N without S, L, O, I, B, and Z; dashes or spaces after the fourth and seventh. */
const mbi = new RegExp(
  String.raw`(?<![A-Za-z0-9-])${c}${a}${an}${n}[- ]?${a}${an}${n}[- ]?${a}${a}${n}${n}(?![A-Za-z0-9-])`,
  'g',
);
const medicareLabel = /\b(?:medicare|mbi|hicn?|beneficiary)\b[^\n]{0,40}$/i;
const mbiAnyCase = new RegExp(mbi.source, 'gi');

/** Text between a label and its number. Each character matches in only one way, so the time is linear. */
const filler = String.raw`(?:[\s:#.=]|is\b|was\b|no\b|number\b|-(?=\s)){0,40}`;
const idValue = String.raw`${filler}(?<![A-Za-z0-9])((?=(?:[A-Z-]*\d){4})[A-Z0-9][A-Z0-9-]{4,18}[A-Z0-9]|[A-Z]{0,3}\d{3,5}(?: \d{2,5}){1,3})(?![A-Za-z0-9-])`;
/** A year is none: "Patient # 2025: 4,100". */
const chartValue = String.raw`${filler}(?!(?:19|20)\d{2}(?![\d-]))((?:[A-Z]{1,4}-?)?\d[\d-]{1,11}\d)(?![\d/]|,\d|[.]\d|%)`;

/** Scans read "MRN" with gaps, and its number in groups: "M R N 77 41 902". */
const mrnLabel = String.raw`m[. ]?r[. ]?n\b\.?|mr ?#|emr ?(?:#|id)|med(?:ical|\.)? ?rec(?:ord|\.)?s?\.? ?(?:no\b\.?|num(?:ber)?\b|#|id\b)`;

type Rule = {
  readonly kind: PhiKind;
  readonly pattern: RegExp;
  readonly confidence: number;
  /** Whether words about a patient must be nearby. */
  readonly needsPatient?: boolean;
  /** Words near the number that make it something else. */
  readonly not?: RegExp;
  /** Letters and digits of the number. */
  readonly minLength?: number;
};

const agency =
  /\b(?:provider|agency|facility|enrollment|ptan|ccn|855[abi]|chow|change of ownership|our number|submitter|edi)\b/i;
export const club =
  /\b(?:chamber|ada|ama|apta|aap|association|society|mgma|gym|costco|gpo|purchasing|aaa|bar|club|llc|realtors?|ibba|membership|rewards?|airline|frequent|dues|login|portal)\b/i;
const commercial =
  /\b(?:malpractice|liability|property|workers|title|tail|umbrella|carrier|cyber|bond|bop|landlord|premium|flood|auto|building|broker|coverage limits?|coi|certificate of insurance|general policy|employees|occurrence|aggregate|declarations?)\b/i;
const bankAndVendors =
  /\b(?:bank|routing|wire|ach|escrow|utility|electric|water|gas|vendor|supplier|merchant|checking|savings|invoice|lease|loan|alarm|internet|ledger|chart of accounts|trial balance|purchase order|ship to|remit)\b/i;

const rules: readonly Rule[] = [
  {
    kind: 'record-number',
    pattern: new RegExp(
      String.raw`(?<![a-z])(?:${mrnLabel}|(?:patient|pat|pt|resident)(?:'s|\.)? ?(?:id\b|#|no\b\.?|num(?:ber)?\b|acct\b\.?|account\b|chart\b)|chart ?(?:no\b\.?|num(?:ber)?\b|#|id\b))#?` +
        chartValue,
      'gi',
    ),
    confidence: 0.9,
    not: /\b(?:chart of accounts|org chart)\b/i,
  },
  {
    kind: 'record-number',
    pattern: new RegExp(
      String.raw`(?<![a-z])(?:${mrnLabel})${filler}(?<!\d)(\d{2}(?: \d{2,5}){2,3})(?![\d/]|,\d|[.]\d|%)`,
      'gi',
    ),
    confidence: 0.8,
  },
  {
    kind: 'record-number',
    pattern: new RegExp(
      String.raw`(?<![a-z])(?:(?:acct|account|encounter|visit|accession|rx|prescription|specimen|client)\.? ?(?:no\b\.?|num(?:ber)?\b|#|id\b)|chart|accession|expediente)#?` +
        chartValue,
      'gi',
    ),
    confidence: 0.75,
    needsPatient: true,
    not: bankAndVendors,
  },
  {
    kind: 'member-id',
    pattern: new RegExp(
      String.raw`(?<![a-z])(?:(?:member|subscriber|enrollee|recipient|beneficiary|cardholder|insured'?s?|insurance|ins|health plan|cin)\.? ?(?:id(?:entification)?\b\.?|no\b\.?|num(?:ber)?\b|#))(?: ?(?:no\b\.?|num(?:ber)?\b|#))?` +
        idValue,
      'gi',
    ),
    confidence: 0.85,
    not: new RegExp(`${club.source}|${commercial.source}`, 'i'),
  },
  {
    kind: 'member-id',
    pattern: new RegExp(
      String.raw`(?<![a-z])(?:(?:medi-?cal|medicaid|medicare)\.? ?(?:id(?:entification)?\b\.?|no\b\.?|num(?:ber)?\b|#)|mbi\b|hicn?\b|hi claim)(?: ?(?:no\b\.?|num(?:ber)?\b|#))?` +
        idValue,
      'gi',
    ),
    confidence: 0.85,
    not: agency,
    minLength: 8,
  },
  {
    // Without a word for an ID, amounts of a payer look the same, but for the letter of a claim number.
    kind: 'member-id',
    pattern:
      /(?<![a-z])(?:medi-?cal|medicaid|medicare)[ :.#=-]{0,6}(\d{3}-?\d{2}-?\d{3,4}[A-Z]\d?)(?![A-Z0-9-])/gi,
    confidence: 0.8,
    not: agency,
  },
  {
    kind: 'member-id',
    pattern: /(?<![a-z])(?:medi-?cal|medicaid|medicare) ?[:#=] ?(\d{8,14})(?![\d.,-])/gi,
    confidence: 0.75,
    needsPatient: true,
    not: agency,
  },
  {
    kind: 'member-id',
    pattern: new RegExp(
      String.raw`(?<![a-z])(?:policy|group policy|ins(?:urance)? policy|id card)\.? ?(?:id\b|no\b\.?|num(?:ber)?\b|#)` +
        idValue,
      'gi',
    ),
    confidence: 0.7,
    needsPatient: true,
    not: new RegExp(`${club.source}|${commercial.source}`, 'i'),
  },
];

const otherReach = 60;
const patientReach = 400;

/** Numbers that identify a person by their format or by the label before them. */
export function* findIdentifiers(document: PhiDocument): Iterable<Passage> {
  const { text } = document;
  yield* findSsns(document);
  for (const match of text.matchAll(mbiAnyCase)) {
    const before = text.slice(Math.max(0, match.index - 50), match.index);
    if (match[0] !== match[0].toUpperCase() && !medicareLabel.test(before)) continue;
    if (isOtherNumber(before) || isOtherNumber(getHeading(document.tables, match.index))) continue;
    const end = match.index + match[0].length;
    yield { kind: 'member-id', start: match.index, end, confidence: 0.95 };
  }
  for (const { kind, pattern, confidence, needsPatient = false, not, minLength = 0 } of rules)
    for (const match of text.matchAll(pattern)) {
      const [found, value = ''] = match;
      const end = match.index + found.length;
      const passage = { kind, start: end - value.length, end, confidence };
      const near = getExcerpt(text, { start: match.index, end: passage.end }, otherReach);
      const isPatients = isAboutPatient(getExcerpt(text, passage, patientReach));
      if (not !== undefined && not.test(near) && !(isPatients && kind === 'record-number' && !needsPatient))
        continue;
      if (needsPatient && !isPatients) continue;
      if (value.replaceAll(/[- ]/g, '').length < minLength) continue;
      yield passage;
    }
}
