import { getWordKind } from '../leak-check/words.ts';
import { clinicalThing, illness } from './clinical-words.ts';
import { canBeName, personName, roleBefore, roleBehind, shortName, titledName } from './names.ts';
import type { Passage } from './phi-kinds.ts';
import { joinAlternatives } from './plain-text.ts';
import { tradeWords } from './words.ts';

/** Captions of lists that only have patients. */
const certain = new RegExp(
  String.raw`\b(?:${joinAlternatives(
    String.raw`re-?certs?|recertifications?|f2fs?|face[- ]to[- ]face|benefit periods?|census|deaths?|bereavement|live discharges?|no[- ]shows?|cancel(?:led|ed|s|lations?)|resched\w*|call-?backs?|will[- ]call|wait(?:ing)? ?list|missed visits?|idg|idt|fall log|wound (?:list|log|rounds)|infection log|(?:med(?:ication)?|rx|dispensing) errors?|write[- ]?offs?|denials|denied claims?|small balances?|(?:iop|php|group|resident|patient|client) (?:list|rosters?)|(?:cpap|medication|appointment) compliance|(?:discharge|admission|intake|appointment|patient|schedule) list|unscheduled (?:treatment|tx)|recalls? (?:list|due|overdue|returned)|telehealth list|or (?:schedule|list|room ?\d|\d)|surgery schedule`,
  )})\b`,
  'i',
);
/** Captions that departments and work have, too. These need a date, a number, or care beside each name. */
const likely =
  /\b(?:admissions?|admits?|intakes?|discharges?|evals?|evaluations?|sessions?|appointments?|appts?|reminders?|recalls?|denied|denial|appeals?|(?:problem|past due|credit) (?:accounts?|balances?)|over (?:30|60|90|120) days|collections|cash log|payments?|prior auths?|authorizations?|utilization|verification|referrals? (?:in|received|log|this week)|transport\w*|deliver(?:y|ies)|pick[- ]?ups?|refills?|fills?|labs?|critical|pathology|toxicology|screens?|tests?|imaging|mammo\w*|mri|ct|ultrasound|colonoscop(?:y|ies)|follow[- ]ups?|treatment plans?|vaccin\w+|immunizations?|aides?|visits?)\b/i;
/** Lists of people who work. */
const workers =
  /\b(?:staff(?:ing)?|employees?|providers?|doctors?|nurs(?:es?|ing)|therapists?|caregivers?|hygienists?|clinicians?|volunteers?|drivers?|planners?|coordinators?|directors?|managers?|committees?|teams?|departments?|vendors?|buyers?|sellers?|payroll|training|policy|report by|prepared by|referring|on[- ]call|shift|tours?|speakers?|attendees|interviews?|candidates?|offers?|loans?|partners|building)\b/i;

/** The start of a line or sentence, up to a colon, a dash, or the end of the line. */
const caption = /(?<=^|\n|[.!?;] )(?:[^\s:.!?]|\.(?! ))(?:[^:\n.!?]|[.!?](?! )){2,99}?(?=:\s| - |\n|$)/g;
const maxList = 600;

const anyName = new RegExp(String.raw`${titledName}|${personName}|${shortName}`, 'gu');
const besideName = 48;

/**
 * Finds names of people below a caption of a list of patients: "Recerts due March", "Deaths in February:". Lists with
 * words about work or deals are left out.
 */
export function* findUnderCaptions(text: string): Iterable<Passage> {
  for (const { 0: head, index } of text.matchAll(caption)) {
    const from = index + head.length;
    const body = getList(text, from);
    if (body.trim() === '' || workers.test(head)) continue;
    const isCertain = certain.test(head);
    if ((!isCertain && !likely.test(head)) || tradeWords.test(head + body) || contact.test(body)) continue;
    if (isCertain) yield* findSurnames(body, from);
    for (const { 0: name, index: at } of body.matchAll(anyName)) {
      const start = from + at;
      const behind = body.slice(at + name.length, at + name.length + besideName);
      if (!canBeName(name) || !isPersonLike(name) || roleBehind.test(behind)) continue;
      const before = body.slice(Math.max(0, at - besideName), at);
      if (roleBefore.test(before) || agent.test(before)) continue;
      const beside = behind.split(/[\n;]/, 1)[0] ?? '';
      const lead = before.split('\n').at(-1) ?? '';
      const isCare = (clinicalThing.test(beside) && /\d/.test(beside)) || equipment.test(beside);
      if ((isCertain && item.test(beside)) || isCare || illness.test(beside) || illness.test(lead))
        yield { kind: 'patient', start, end: start + name.length, confidence: 0.6 };
    }
  }
}

/** What follows a name that is an item of a list. */
const item = /^\s*(?:$|[,(|$\d\p{Lu}-]|\.(?:\s|$))/u;
const agent = /\b(?:by|per|see|call|with|from|to|at|and)\s$/i;
/** Whether a text ends with such a caption and a comma or dash: "CTI due for benefit period 2, ". */
export const isBehindCaption = (before: string): boolean => {
  const near = /[^.\n]{1,70}[,:-] $/.exec(before)?.[0] ?? '';
  return certain.test(near) && !workers.test(near) && !tradeWords.test(near);
};

const equipment =
  /\b(?:(?:electric|hospital) bed|half rails|wheelchair|walker|rollator|commode|concentrator|oxygen|hoyer|cpap|bipap|nebulizer|test strips|diabetic shoes|compression stockings|hearing aids?|night ?guard|retainers?|dentures?|lenses|frames)\b/i;

/** Single surnames in such lists: "Lowry (revoked, surgery)", "Stroud 41%", "3/2 Crowder". */
const surname =
  /(?<![\p{L}'-] ?)\p{Lu}\p{Ll}[\p{L}'-]{1,20}(?= \(\p{Ll}| \d{1,3}%)|(?<=\n\d{1,2}[/-]\d{1,2} )\p{Lu}\p{Ll}[\p{L}'-]{1,20}(?=\n|$| \()/gu;

const contact = /@|\b\d{3}[-.]\d{4}\b|\bext\.? ?\d{2,}/i;

/** The list behind a caption: the rest of its line, or else the lines below it up to an empty one. */
function getList(text: string, from: number): string {
  const rest = text.slice(from, from + maxList);
  const line = rest.split('\n', 1)[0] ?? '';
  // "Census by payer: Medicare 38. Contact Ann Lee."
  if (/\w/.test(line)) return line.split(/(?<=[\p{Ll}\d)]{3})[.!?] (?=\p{Lu})/u, 1)[0] ?? '';
  return line + (rest.slice(line.length).split(/(?<=\S)\n\s*\n/, 1)[0] ?? '');
}

function* findSurnames(body: string, offset: number): Iterable<Passage> {
  const found = [...body.matchAll(surname)].filter(({ 0: name }) => canBeName(name) && isPersonLike(name));
  if (found.length < 2) return;
  for (const { 0: name, index } of found)
    yield { kind: 'patient', start: offset + index, end: offset + index + name.length, confidence: 0.55 };
}

/** Whether a name has a word that is hardly anything but a name, and no word of the trade. */
export function isPersonLike(name: string): boolean {
  const kinds = name
    .toLowerCase()
    .split(/[^\p{L}\p{M}']+/u)
    .filter((word) => word.length > 1)
    .map(getWordKind);
  return (
    !illness.test(name) &&
    !kinds.includes('generic') &&
    kinds.some((kind) => kind === 'rare' || kind === 'name')
  );
}
