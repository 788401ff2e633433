import { clinicalThing, hasBodyFact, symptom } from './clinical-words.ts';
import { dateWithYear, isScannedDate, labeledDate } from './dates.ts';
import { canBeName, personName } from './names.ts';
import { labelEnd, writeLabels } from './plain-text.ts';
import { getExcerpt, type PhiDocument } from './read-document.ts';
import type { Passage } from './phi-kinds.ts';
import { isAboutPatient, tradeWords, workWords } from './words.ts';

const firmLabel = writeLabels(
  'd o b',
  'date of birth',
  'day of birth',
  'birth date',
  'birth dt',
  'd of b',
  'b date',
  'fecha de nacimiento',
  'fecha de nac',
  'fecha nacimiento',
  'fecha nac',
  'f de nacimiento',
  'f nac',
);
/** Too short to count without another field of a patient: "BD: 07/07/1952  Age: 72". */
const shortLabel = String.raw`b\.?d\.?(?=:[^\n]{0,60}\b(?:age|sex|gender|allerg(?:y|ies))\b)`;
/** People also say these of owners and coworkers, so they count only with words about a patient. */
const casualLabel = writeLabels('birth day', 'b day', 'born', 'nacido el', 'nacida el');
const labeled = new RegExp(
  String.raw`(?<![a-z])(?:${firmLabel}|${shortLabel}|(?<casual>${casualLabel}))${labelEnd}(?:\s{0,3}\([^()\n]{0,40}\))?(?:[-\s:#.=,(/)"]|is\b|was\b|on\b|age\b|sex\b|mm|dd|cc|yy){0,40}(?:${labeledDate})`,
  'gi',
);
const plan = /^[ ,;)]{1,3}(?:[MF][ ,;]{1,3})?(?:Medicare|Medicaid|MCR|MCD)\b/;
/** A date that forms and samples are filled with. */
const placeholder = /(?<!\d)0?1[/.-]0?1[/.-]1900$/;
/** A date right after a name, as clinics write birth dates: "Lopez, Maria (3/14/62)", "Maria Lopez 3/1962". */
const behindName = new RegExp(
  String.raw`(?<name>${personName})(?:\s*[(,]\s*(?:(?:born|b\.?) )?(?<date>${dateWithYear}|(?:0?[1-9]|1[0-2])/(?:19|20)\d{2}(?!\d))\s*\)?| (?<plain>\d{1,2}[/.-]\d{1,2}[/.-](?:[3-9]\d|19\d{2}|200\d))(?!\d))`,
  'gu',
);
const birthDate = /^\d{1,2}[/.-](?:\d{1,2}[/.-](?:\d{2}|19\d{2}|200\d)|\d{4})$/;

const degree = String.raw`,? {0,2}\b(?:MD|M\.D|DO|DDS|D\.D\.S|DMD|DPM|DVM|OD|DC|RN|NP|FNP|PA-C|PharmD|DPT|LCSW|RDH|PhD)\b\.?`;
/** A provider by title or degree: "Dr. Ann Lee", "Ann Lee, DDS". */
const providerName = new RegExp(
  String.raw`(?<!\p{L})(?:Dr|DR|dr|Doctor)\b\.?(?: {0,2}(?:\p{Lu}[\p{L}'-]{1,20}|\p{Lu}\.?)){1,4}(?:${degree})?|${personName}${degree}`,
  'gu',
);
/** What comes before a doctor who treats the patient, or who receives the letter: "PCP: Dr. Kim", "Dear Dr. Kim". */
const providerOfPatient =
  /\b(?:pcp|pcd|primary care(?: \w+)?|referring(?: \w+)?|referred (?:by|to)|ref|ref'?d by|attending|ordering(?: \w+)?|seen by|sees|saw|treated by|under|(?:patient|pt) of|dear|hi|hello|tx|(?:to|cc|attn|from)(?=:))[\s:.#-]{0,4}$/i;

const sentenceReach = 140;
const patientReach = 500;

/**
 * Finds patients' birth dates, not those of staff, owners, doctors, and applicants. Words about patients or about work
 * decide whose date it is, first the words in the same sentence, then the words around it. "Born" and "birthday" count
 * only with words about a patient or a body.
 */
export function* findBirthDates({ text }: PhiDocument): Iterable<Passage> {
  for (const match of text.matchAll(labeled)) {
    const passage = { start: match.index, end: match.index + match[0].length };
    const { casual, scanned } = match.groups ?? {};
    if (scanned !== undefined && !isScannedDate(scanned)) continue;
    if (placeholder.test(match[0])) continue;
    const confidence = scoreConfidence(text, passage, casual !== undefined);
    if (confidence > 0) yield { kind: 'birth-date', ...passage, confidence };
  }
  for (const match of text.matchAll(behindName)) {
    const { name = '', plain, date = plain ?? '' } = match.groups ?? {};
    if (!birthDate.test(date) || !canBeName(name)) continue;
    const start = match.index + match[0].lastIndexOf(date);
    const passage = { start, end: start + date.length };
    const near = getExcerpt(text, passage, sentenceReach);
    const isWork = workWords.test(near) || findProvider(text, passage) !== null;
    const hasPlan = plan.test(text.slice(passage.end, passage.end + 20));
    if (isAboutPatient(near) || ((isCare(near) || hasPlan) && !isWork))
      yield { kind: 'birth-date', ...passage, confidence: 0.6 };
  }
}

function scoreConfidence(
  text: string,
  passage: { readonly start: number; readonly end: number },
  isCasual: boolean,
): number {
  const sentence = getSurroundingSentence(text, passage);
  if (isAboutPatient(sentence)) return 0.95;
  const provider = findProvider(text, passage);
  if (workWords.test(sentence) || provider === 'next') return 0;
  if (isAboutPatient(getExcerpt(text, passage, patientReach))) return 0.85;
  if (isCare(sentence) && (!isCasual || provider === null)) return 0.7;
  if (isCasual) return provider === null && isOfBody(getLine(text, passage)) ? 0.7 : 0;
  return provider !== null || workWords.test(getExcerpt(text, passage, sentenceReach * 2)) ? 0 : 0.7;
}

/**
 * Whether a provider is the last person named before a birth date, which then is the provider's: right before it
 * ("Dr. Kim, DOB 3/3/65"), or earlier, with other words between.
 */
function findProvider(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): 'next' | 'before' | null {
  if (/\bDr\b/i.test(text.slice(start, end))) return 'next';
  const before = text.slice(Math.max(0, start - sentenceReach * 2), start);
  const last = [...before.matchAll(providerName)].at(-1);
  if (last === undefined || providerOfPatient.test(before.slice(0, last.index))) return null;
  const between = before.slice(last.index + last[0].length);
  if (/^[^\p{L}\d]*$/u.test(between)) return 'next';
  const names = between.match(new RegExp(personName, 'gu')) ?? [];
  return names.some(canBeName) ? null : 'before';
}

function isCare(sentence: string): boolean {
  return (clinicalThing.test(sentence) || symptom.test(sentence)) && !tradeWords.test(sentence);
}

/** Whether a line is about somebody's body: "Birthday 10/4/1961. Last A1c 8.2." */
function isOfBody(line: string): boolean {
  return hasBodyFact(line) && !tradeWords.test(line) && !workWords.test(line);
}

/** The line of a passage, at most 140 characters to either side. */
function getLine(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const before = text.slice(Math.max(0, start - sentenceReach), start);
  const behind = text.slice(end, end + sentenceReach).split('\n', 1)[0] ?? '';
  return before.slice(before.lastIndexOf('\n') + 1) + text.slice(start, end) + behind;
}

/** The line or sentence of a passage, at most 140 characters to either side. */
export function getSurroundingSentence(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const before = text.slice(Math.max(0, start - sentenceReach), start);
  const behind = text.slice(end, end + sentenceReach);
  const from = Math.max(before.lastIndexOf('\n'), findLastSentenceEnd(before));
  const to =
    /\n|(?<![A-Z][a-z]?|\b(?:Mr|Mrs|Dr|No|vs))[.!?]\s+(?=[A-Z])/.exec(behind)?.index ?? behind.length;
  return before.slice(from + 1) + text.slice(start, end) + behind.slice(0, to);
}

function findLastSentenceEnd(before: string): number {
  let last = -1;
  for (const { index } of before.matchAll(/(?<!\b(?:Mr|Mrs|Ms|Dr|No|vs|pt|[A-Z]))[.!?]\s+(?=[A-Z]|$)/g))
    last = index;
  return last;
}
