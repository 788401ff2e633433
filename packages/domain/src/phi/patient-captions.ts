import { getWordKind } from '../leak-check/words.ts';
import { clinicalThing, illness } from './clinical-words.ts';
import { canBeName, personName, roleBehind, shortName, titledName } from './names.ts';
import type { Passage } from './phi-kinds.ts';
import { joinAlternatives } from './plain-text.ts';
import { tradeWords } from './words.ts';

/** Captions of lists that only have patients. */
const certain = new RegExp(
  String.raw`\b(?:${joinAlternatives(
    String.raw`re-?certs?|recertifications?|f2fs?|face[- ]to[- ]face|benefit periods?|census|deaths?|bereavement|live discharges?|no[- ]shows?|cancel(?:led|ed|s|lations?)|resched\w*|call-?backs?|will[- ]call|wait(?:ing)? ?list|missed visits?|idg|idt|fall log|wound (?:list|log|rounds)|infection log|med(?:ication)? errors?|write[- ]?offs?|denials|denied claims?|small balances?|(?:iop|php|group|resident|patient|client) (?:list|rosters?)|(?:cpap|medication|appointment) compliance|unscheduled (?:treatment|tx)|recalls? (?:list|due|overdue|returned)|telehealth list|or (?:schedule|list|room ?\d|\d)|surgery schedule`,
  )})\b`,
  'i',
);
/** Captions that departments and work have, too. These need a date, a number, or care beside each name. */
const likely =
  /\b(?:admissions?|admits?|intakes?|discharges?|evals?|evaluations?|sessions?|appointments?|appts?|reminders?|recalls?|denied|denial|appeals?|(?:problem|past due|credit) (?:accounts?|balances?)|over (?:30|60|90|120) days|collections|cash log|payments?|prior auths?|authorizations?|utilization|verification|referrals? (?:in|received|log|this week)|transport\w*|deliver(?:y|ies)|pick[- ]?ups?|refills?|fills?|labs?|critical|pathology|toxicology|screens?|tests?|imaging|mammo\w*|mri|ct|ultrasound|colonoscop(?:y|ies)|follow[- ]ups?|treatment plans?|vaccin\w+|immunizations?|aides?|visits?)\b/i;
/** Lists of people who work. */
const workers =
  /\b(?:staff(?:ing)?|employees?|providers?|doctors?|nurs(?:es?|ing)|therapists?|caregivers?|hygienists?|clinicians?|volunteers?|drivers?|planners?|coordinators?|directors?|managers?|committees?|teams?|departments?|vendors?|buyers?|sellers?|payroll|training|policy|report by|prepared by|referring|on[- ]call|shift|tours?|speakers?|attendees|interviews?|candidates?|offers?|loans?)\b/i;

const anyName = new RegExp(String.raw`${titledName}|${personName}|${shortName}`, 'gu');
const maxParagraph = 1500;
const besideName = 48;

/**
 * Finds names of people below a caption of a list of patients: "Recerts due March", "Deaths in February:". Paragraphs with
 * words about work or deals are left out.
 */
export function* findUnderCaptions(text: string): Iterable<Passage> {
  for (const { 0: paragraph, index } of text.matchAll(/[^\n]+(?:\n[^\n]+)*/g)) {
    const head = /^[^:\n]{3,100}?(?=:\s| - |\n|$)/.exec(paragraph)?.[0] ?? '';
    const body = paragraph.slice(head.length, maxParagraph);
    if (body.trim() === '' || workers.test(head)) continue;
    const isCertain = certain.test(head);
    if ((!isCertain && !likely.test(head)) || tradeWords.test(body) || contact.test(body)) continue;
    if (isCertain) yield* findSurnames(body, index + head.length);
    for (const { 0: name, index: at } of body.matchAll(anyName)) {
      const start = index + head.length + at;
      const behind = body.slice(at + name.length, at + name.length + besideName);
      if (!canBeName(name) || !isPersonLike(name) || roleBehind.test(behind)) continue;
      const beside = behind.split(/[\n;]/, 1)[0] ?? '';
      const lead =
        body
          .slice(Math.max(0, at - besideName), at)
          .split('\n')
          .at(-1) ?? '';
      const isCare = (clinicalThing.test(beside) && /\d/.test(beside)) || equipment.test(beside);
      if (isCertain || isCare || illness.test(beside) || illness.test(lead))
        yield { kind: 'patient', start, end: start + name.length, confidence: 0.6 };
    }
  }
}

const equipment =
  /\b(?:(?:electric|hospital) bed|half rails|wheelchair|walker|rollator|commode|concentrator|oxygen|hoyer|cpap|bipap|nebulizer|test strips|diabetic shoes|compression stockings|hearing aids?|night ?guard|retainers?|dentures?|lenses|frames)\b/i;
/** Makers of equipment and software, whose models read like family names. */
const makers =
  /\b(?:siemens|philips|planmeca|sirona|dentsply|carestream|midmark|pelton|adec|a-dec|zeiss|canon|hologic|fuji(?:film)?|konica|mindray|sonosite|resmed|respironics|medtronic|stryker|phonak|oticon|starkey|biolase|dentrix|eaglesoft|toshiba|samsung|shimadzu|olympus|medline|mckesson|glidewell|schein)\b/i;

/** Single surnames in such lists: "Lowry (revoked, surgery)", "Stroud 41%". */
const surname = /(?<![\p{L}'-] ?)\p{Lu}\p{Ll}[\p{L}'-]{1,20}(?= \(\p{Ll}| \d{1,3}%)/gu;

const contact = /@|\b\d{3}[-.]\d{4}\b|\bext\.? ?\d{2,}/i;

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
    !makers.test(name) &&
    !kinds.includes('generic') &&
    kinds.some((kind) => kind === 'rare' || kind === 'name')
  );
}
