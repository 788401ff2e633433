import { clinicalThing, symptom } from './clinical-words.ts';
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
/** Also said of others: these need words about a patient. */
const casualLabel = writeLabels('birth day', 'b day', 'born', 'nacido el', 'nacida el');
const labeled = new RegExp(
  String.raw`(?<![a-z])(?:${firmLabel}|(?<casual>${casualLabel}))${labelEnd}(?:\s{0,3}\([^()\n]{0,40}\))?(?:[-\s:#.=,(/)"]|is\b|was\b|on\b|age\b|sex\b|mm|dd|cc|yy){0,40}(?:${labeledDate})`,
  'gi',
);
/** "Lopez, Maria (3/14/62)": in clinics, a year of two digits, an early one, or a month and year behind a name. */
const behindName = new RegExp(
  String.raw`(?<name>${personName})(?:\s*[(,]\s*(?:(?:born|b\.?) )?(?<date>${dateWithYear}|(?:0?[1-9]|1[0-2])/(?:19|20)\d{2}(?!\d))\s*\)?| (?<plain>\d{1,2}[/.-]\d{1,2}[/.-](?:[3-9]\d|19\d{2}|200\d))(?!\d))`,
  'gu',
);
const birthDate = /^\d{1,2}[/.-](?:\d{1,2}[/.-](?:\d{2}|19\d{2}|200\d)|\d{4})$/;

const sentenceReach = 140;
const patientReach = 500;

/**
 * Birth dates, except those of staff, owners, and applicants: patient words or work words decide, first those in the
 * same sentence, then those around it. "Born" and "birthday" need a patient.
 */
export function* findBirthDates({ text }: PhiDocument): Iterable<Passage> {
  for (const match of text.matchAll(labeled)) {
    const passage = { start: match.index, end: match.index + match[0].length };
    const { casual, scanned } = match.groups ?? {};
    if (scanned !== undefined && !isScannedDate(scanned)) continue;
    const confidence = scoreConfidence(text, passage, casual !== undefined);
    if (confidence > 0) yield { kind: 'birth-date', ...passage, confidence };
  }
  for (const match of text.matchAll(behindName)) {
    const { name = '', plain, date = plain ?? '' } = match.groups ?? {};
    if (!birthDate.test(date) || !canBeName(name)) continue;
    const start = match.index + match[0].lastIndexOf(date);
    const passage = { start, end: start + date.length };
    const near = getExcerpt(text, passage, sentenceReach);
    if (isAboutPatient(near) || (isCare(near) && !workWords.test(near)))
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
  if (workWords.test(sentence)) return 0;
  if (isAboutPatient(getExcerpt(text, passage, patientReach))) return 0.85;
  if (isCasual && isCare(sentence)) return 0.7;
  if (isCasual || workWords.test(getExcerpt(text, passage, sentenceReach * 2))) return 0;
  return 0.7;
}

function isCare(sentence: string): boolean {
  return (clinicalThing.test(sentence) || symptom.test(sentence)) && !tradeWords.test(sentence);
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
