import { labelEnd, labelGap, writeLabels } from './plain-text.ts';
import { getExcerpt, getHeading, type PhiDocument } from './read-document.ts';
import { findSsns, isOtherNumber } from './find-ssns.ts';
import type { Passage, PhiKind } from './phi-kinds.ts';
import { ownThing } from './clinical-words.ts';
import { isAboutPatient, tradeWords } from './words.ts';

const [c, a, n] = ['[1-9]', '[AC-HJKMNP-RT-Y]', String.raw`\d`];
const an = '[AC-HJKMNP-RT-Y0-9]';
/** CMS: eleven characters C A AN N A AN N A A N N without S, L, O, I, B, and Z; dashes or spaces after the fourth and seventh. */
const mbi = new RegExp(
  String.raw`(?<![A-Za-z0-9-])${c}${a}${an}${n}[- ]?${a}${an}${n}[- ]?${a}${a}${n}${n}(?![A-Za-z0-9-])`,
  'g',
);
const medicareLabel = /\b(?:medicare|mbi|hicn?|beneficiary)\b[^\n]{0,40}$/i;
const mbiAnyCase = new RegExp(mbi.source, 'gi');

/** Words for a number that follow the owner's: "ID", "I.D. No.", "unique ID #". */
const numberWords = `(?:${labelGap}${writeLabels('i d', 'identification', 'identifier', 'unique', 'no', 'num', 'number', 'nbr', '#')}${labelEnd}){1,3}`;
const numberOf = (...owners: readonly string[]): string => `${writeLabels(...owners)}(?:'s)?${numberWords}`;

/** Text between a label and its number. Each character can match in only one way, so matching takes linear time. */
const filler = String.raw`(?:[\s:#.="]|\((?:[^()\n]{0,40}\))?|is\b|was\b|no\b|number\b|-){0,40}`;
const idValue = String.raw`(?<![A-Za-z0-9])([A-Z0-9][A-Z0-9-]{0,19}(?: {1,2}[A-Z0-9][A-Z0-9-]{0,11}){0,4})(?![A-Z0-9-])`;

type Rule = {
  readonly kind: PhiKind;
  readonly labels: string;
  readonly confidence: number;
  /** What must be nearby: words about a patient, or for `care` at least a clinical word without words brokers use. */
  readonly needs?: 'patient' | 'care';
  /** Words near the number that make it something else. */
  readonly not?: RegExp;
  readonly minDigits: number;
  /** Letters and digits of the number. */
  readonly minLength: number;
};

const agency =
  /\b(?:provider|agency|facility|enrollment|ptan|ccn|855[abi]|chow|change of ownership|our number|submitter|edi)\b/i;
export const club =
  /\b(?:chamber|ada|ama|apta|aap|association|society|mgma|gym|costco|gpo|purchasing|aaa|bar|club|llc|realtors?|ibba|membership|rewards?|airline|frequent|dues|login|portal)\b/i;
const commercial =
  /\b(?:malpractice|liability|property|workers|title|tail|umbrella|carrier|cyber|bond|bop|landlord|premium|flood|auto|building|broker|coverage limits?|coi|certificate of insurance|general policy|employees|occurrence|aggregate|declarations?)\b/i;
const bankAndVendors =
  /\b(?:bank|routing|wire|ach|escrow|utility|electric|water|gas|vendor|supplier|merchant|checking|savings|invoice|lease|loan|alarm|internet|ledger|chart of accounts|trial balance|purchase order|ship to|remit)\b/i;

/**
 * Numbers that identify a person under the HIPAA privacy rule (45 CFR 164.514(b)(2)), by the names of their fields on
 * CMS-1500, UB-04, CMS-485, OASIS, the ADA claim form, NCPDP claims, and VA referrals.
 */
const rules: readonly Rule[] = [
  {
    kind: 'record-number',
    labels: [
      writeLabels('m r n', 'm r #', 'm r no', 'e m r #', 'e m r id'),
      numberOf(
        'medical record',
        'med record',
        'med rec',
        'medical rec',
        'chart',
        'patient control',
        'patient ctrl',
      ),
      `${writeLabels('patient', 'pat', 'pt', 'resident')}(?:'s)?(?:${numberWords}|${labelGap}(?:acct|account|chart)(?:${numberWords})?)`,
    ].join('|'),
    confidence: 0.9,
    not: /\b(?:chart of accounts|org chart)\b/i,
    minDigits: 3,
    minLength: 3,
  },
  {
    kind: 'record-number',
    labels: `${numberOf('acct', 'account', 'encounter', 'enc', 'visit', 'accession', 'rx', 'prescription', 'specimen', 'client', 'claim', 'authorization', 'auth', 'unit')}|${writeLabels('chart', 'accession', 'expediente', 'icn', 'dcn')}|(?:acct|account|claim|auth|authorization|rx)(?=[:# ]{1,3}[a-z]{0,2}\\d)`,
    confidence: 0.75,
    needs: 'patient',
    not: bankAndVendors,
    minDigits: 3,
    minLength: 3,
  },
  {
    // "Chart: 90321 Recall: 6 mo. BWX due."
    kind: 'record-number',
    labels: String.raw`chart(?=: ?[a-z]{0,2}\d{4,8}\b)`,
    confidence: 0.7,
    needs: 'care',
    not: bankAndVendors,
    minDigits: 4,
    minLength: 4,
  },
  {
    kind: 'member-id',
    labels: `${numberOf('member', 'mbr', 'subscriber', 'bene', 'enrollee', 'recipient', 'beneficiary', 'cardholder', 'card holder', 'policyholder', 'policy holder', 'dependent', 'insured', 'insurance', 'ins', 'health plan', 'cin', 'afiliado')}|${writeLabels('no de afiliado')}`,
    confidence: 0.85,
    not: new RegExp(`${club.source}|${commercial.source}`, 'i'),
    minDigits: 4,
    minLength: 6,
  },
  {
    kind: 'member-id',
    labels: `${numberOf('medi cal', 'medicaid', 'medicare')}|${writeLabels('m b i', 'hicn', 'hic', 'hi claim', 'edipi')}(?:${numberWords})?`,
    confidence: 0.85,
    not: agency,
    minDigits: 5,
    minLength: 8,
  },
  {
    // Payers also give numbers to agencies.
    kind: 'member-id',
    labels: numberOf(
      'aetna',
      'ambetter',
      'anthem',
      'bcbs',
      'blue cross',
      'blue shield',
      'caresource',
      'champva',
      'cigna',
      'delta dental',
      'humana',
      'kaiser',
      'metlife',
      'molina',
      'oscar',
      'tricare',
      'uhc',
      'united healthcare',
      'wellcare',
    ),
    confidence: 0.75,
    needs: 'patient',
    not: new RegExp(
      `${agency.source}|${commercial.source}|\\b(?:contract|fee schedule|credential\\w*)\\b`,
      'i',
    ),
    minDigits: 6,
    minLength: 8,
  },
  {
    kind: 'member-id',
    labels: `${numberOf('policy', 'group policy', 'ins policy', 'insurance policy', 'policy or feca', 'policy group or feca', 'id card', 'card')}|(?<=^|[,;\\n(|] {0,3}|  |\\d )(?:${writeLabels('i d #', 'i d no', 'i d number', 'identification number')}|id(?=[:# ]{1,3}[a-z]{0,3}\\d))|(?:subscriber|member)(?=: ?[a-z]{0,4}\\d)`,
    confidence: 0.7,
    needs: 'patient',
    not: new RegExp(`${club.source}|${commercial.source}`, 'i'),
    minDigits: 4,
    minLength: 6,
  },
];
const patterns = rules.map((rule) => ({
  ...rule,
  pattern: new RegExp(`(?<![a-z])(?:${rule.labels})${labelEnd}${filler}${idValue}`, 'gi'),
}));
/** A payer's name without a word for an ID often has a dollar amount behind it; only a claim number ends in a letter. */
const medicareClaim =
  /(?<![a-z])(?:medi-?cal|medicaid|medicare)[ :.#=-]{0,6}(\d{3}-?\d{2}-?\d{3,4}[A-Z]\d?)(?![A-Z0-9-])/gi;
const medicaidNumber = /(?<![a-z])(?:medi-?cal|medicaid|medicare) ?[:#=] ?((?:\d-?){7,13}\d)(?![\d.,-])/gi;

/** Member IDs of Blue Cross and Blue Shield plans: three letters for the plan, then the number. */
const blueId = /(?<![A-Z0-9])[A-Z]{3} ?\d{9}(?:\d{2,3})?(?![A-Z0-9])/g;
const blueLabel = /\b(?:bcbs|blue (?:cross|shield)|anthem|wellmark|highmark|premera|carefirst)\b/i;

const otherReach = 60;
const patientReach = 400;

/** Finds numbers that identify a person, by their format or by the label before them. */
export function* findIdentifiers(document: PhiDocument): Iterable<Passage> {
  yield* findSsns(document);
  yield* findMedicareNumbers(document);
  const { text } = document;
  for (const { pattern, ...rule } of patterns)
    for (const match of text.matchAll(pattern)) {
      const { 0: found, 1: value = '', index } = match;
      const start = index + found.length - value.length;
      const id = cutId(value, text.slice(index + found.length), rule);
      if (id === null) continue;
      const passage = { kind: rule.kind, start, end: start + id.length, confidence: rule.confidence };
      if (isOfPatient(text, { ...passage, from: index }, rule)) yield passage;
    }
}

function isOfPatient(
  text: string,
  { from, start, end }: { readonly from: number; readonly start: number; readonly end: number },
  { kind, needs, not }: Pick<Rule, 'kind' | 'needs' | 'not'>,
): boolean {
  const isPatients = isAboutPatient(getExcerpt(text, { start, end }, patientReach));
  const near = getExcerpt(text, { start: from, end }, otherReach);
  // "Chart: 1250 implants placed" counts something.
  const isCount = /^ ?\p{Ll}/u.test(text.slice(end, end + 2));
  const isCare = needs === 'care' && !isCount && ownThing.test(near) && !tradeWords.test(near);
  if (needs !== undefined && !isPatients && !isCare) return false;
  const isOther = not?.test(near) ?? false;
  return !isOther || (isPatients && kind === 'record-number' && needs === undefined);
}

/** The groups of a passage that form the ID. Null for amounts, dates, years, words, and placeholders (000000000). */
function cutId(
  passage: string,
  behind: string,
  { minDigits, minLength }: Pick<Rule, 'minDigits' | 'minLength'>,
): string | null {
  const groups = passage.split(/ +/);
  const from = /^[A-Z]{1,3}$/.test(groups[0] ?? '') ? 1 : 0;
  const wordAt = groups.findIndex((group, at) => at >= from && !/\d/.test(group));
  const count = wordAt < 0 ? groups.length : wordAt;
  if (count <= from) return null;
  const whole = takeGroups(passage, count);
  const isGrouped = count > from + 1 && countDigits(whole) >= 6 && countDigits(whole) <= 16;
  const id = isGrouped ? whole : takeGroups(passage, from + 1);
  const isEnd = id.length === passage.length;
  if (isEnd && /^(?:[/]|[,.]\d|%)/.test(behind)) return null;
  if (/^(?:19|20)\d{2}$/.test(id) || /^\d{4}-\d{2}-\d{2}$/.test(id)) return null;
  if (/^(\d)\1*$/.test(id.replaceAll(/\D/g, ''))) return null;
  return countDigits(id) >= minDigits && id.replaceAll(/[ -]/g, '').length >= minLength ? id : null;
}

function takeGroups(passage: string, count: number): string {
  return new RegExp(`^(?:\\S+ *){${String(count)}}`).exec(passage)?.[0].trimEnd() ?? '';
}

function countDigits(id: string): number {
  return id.replaceAll(/\D/g, '').length;
}

function* findMedicareNumbers({ text, tables }: PhiDocument): Iterable<Passage> {
  for (const { 0: value, index } of text.matchAll(mbiAnyCase)) {
    const before = text.slice(Math.max(0, index - 50), index);
    if (value !== value.toUpperCase() && !medicareLabel.test(before)) continue;
    if (isOtherNumber(before) || isOtherNumber(getHeading(tables, index))) continue;
    yield { kind: 'member-id', start: index, end: index + value.length, confidence: 0.95 };
  }
  for (const { 0: value, index } of text.matchAll(blueId)) {
    const passage = { start: index, end: index + value.length };
    const near = getExcerpt(text, passage, otherReach);
    if (blueLabel.test(near) && !agency.test(near)) yield { kind: 'member-id', ...passage, confidence: 0.75 };
  }
  for (const pattern of [medicareClaim, medicaidNumber])
    for (const { 0: found, 1: value = '', index } of text.matchAll(pattern)) {
      const end = index + found.length;
      if (agency.test(getExcerpt(text, { start: index, end }, otherReach))) continue;
      const passage = { start: end - value.length, end };
      if (pattern === medicaidNumber && !isAboutPatient(getExcerpt(text, passage, patientReach))) continue;
      yield { kind: 'member-id', ...passage, confidence: 0.8 };
    }
}
