import { dateWithYear } from './dates.ts';
import { getExcerpt, type PhiDocument } from './read-document.ts';
import type { Passage } from './phi-kinds.ts';
import { isAboutPatient, personName, workWords } from './words.ts';

const label = String.raw`(?<![a-z])(?:d\.? ?[o0]\.? ?b\b\.?|fecha de nac(?:imiento\b|\b\.?)|(?:date|day) of birth|birth ?date|b(?:irth)?[- ]?day|b\.?date|born)`;
const labeled = new RegExp(
  String.raw`(${label})(?:[-\s:#.=,(/)]|is\b|was\b|on\b|age\b|sex\b|mm|dd|yy){0,40}(${dateWithYear}|(?:19|20)\d{6}(?!\d)|[01]\d[0-3]\d(?:19|20)?\d{2}(?!\d))`,
  'gi',
);
/** "Lopez, Maria (3/14/62)": a year of two digits behind a name is a birth date in clinics. */
const behindName = new RegExp(String.raw`${personName}\s*[(,]\s*(${dateWithYear})\s*\)?`, 'gu');

const sentenceReach = 140;
const patientReach = 500;

/**
 * Birth dates, except those of staff, owners, and applicants: patient words or work words decide, first those in the
 * same sentence, then those around it. "Born" and "birthday" need a patient.
 */
export function* findBirthDates({ text }: PhiDocument): Iterable<Passage> {
  for (const match of text.matchAll(labeled)) {
    const [found, name = ''] = match;
    const passage = { start: match.index, end: match.index + found.length };
    const confidence = scoreConfidence(text, passage, /^b(?:orn|irth[- ]?day|[- ]?day)/i.test(name));
    if (confidence > 0) yield { kind: 'birth-date', ...passage, confidence };
  }
  for (const match of text.matchAll(behindName)) {
    const [found, date = ''] = match;
    if (!/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}$/.test(date)) continue;
    const start = match.index + found.indexOf(date);
    const passage = { start, end: start + date.length };
    if (isAboutPatient(getExcerpt(text, passage, sentenceReach)))
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
  if (isCasual || workWords.test(getExcerpt(text, passage, sentenceReach * 2))) return 0;
  return 0.7;
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
