import { hasDateMention } from './dates.ts';
import { getSurroundingSentence } from './find-birth-dates.ts';
import { getExcerpt, type PhiDocument } from './read-document.ts';
import type { Passage } from './phi-kinds.ts';
import {
  clinicalEvent,
  clinicalFact,
  clinicalThing,
  diagnosisCode,
  illness,
  canBeName,
  canBePatientName,
  medicalEvent,
  ownThing,
  isAboutPatient,
  personName,
  roleBefore,
  roleBehind,
  symptom,
  titledName,
  workWords,
} from './words.ts';

const anyName = new RegExp(`${titledName}|${personName}`, 'gu');
/** Behind these a name is a patient's; the second group needs more around it. */
const formLabel =
  /(?:\b(?:pat[i1l]ent|pt\.?|resident|decedent|beneficiary|paciente)(?:'?s)?,?(?: ?(?:full |legal )?name)?(?: and address)?\s*[:#-]?\s*|\bservices? (?:to|for):? )$/i;
const looseLabel =
  /\b(?:re|name|client(?:'?s)?(?: name)?|subscriber(?: name)?|member(?: name)?|insured(?:'?s)?(?: name)?|regarding|responsible party)\s*[:#]\s*$|\bcalled w(?:\/|ith) \w+ (?:on|for) $/i;
/** Brokers have clients, too. */
const clientLabel = /\bclient[^\n]{0,10}$/i;
/** With one of these words, a name is a patient's regardless of the other words. */
const certainLabel = /(?:[:#]|name)\s*$/i;
/** Scripts without capitals: "Patient: 李小龍". */
const uncasedPatient =
  /(?<=\b[Pp]atient(?: [Nn]ame)?: ?)\p{Lo}[\p{Lo}\p{M}]{0,25}(?: [\p{Lo}\p{M}]{1,26}){0,3}/gu;
const spokenLabel = /\b(?:patients?|pts?\b\.?|resident),? ?(?:is |was |named )?$/i;
/** Typed in a hurry: "pt maria lopez dob 3/14/62". */
const lowerPatient = /(?<![a-z'-])[a-z'-]{2,30} [a-z'-]{2,30}(?=,? \(?(?:dob|d\.o\.b\.?|dos|mrn)[\s:#]*\d)/g;

const ageAndSex =
  /^[\s,(]*(?:is )?(?:an? )?(?:pleasant |\w+ )?(?:\d{1,3}[- ]?(?:y\/?o|yr|year)s?\b|(?:age|aged) \d{1,3}\b|\d{1,3} ?(?:m|f)\b|,? ?\d{2},)/i;
const ageBefore = /\b\d{1,3}[- ]?(?:y\/?o|year[- ]old)\b[^.\n]{0,40}$/i;
/** Words of the trade: the sentence is about an owner, a buyer, or another party to a deal. */
const ownStory =
  /\b(?:owners?|owns|owned|runs|operates|sellers?|buyers?|wife|husband|spouse|employees?|returns|covers?|covering|pto|maternity|paternity|medical leave|retire(?:s|ment)?|sell(?:ing)?|sale|listings?|loi|nda|asking price|tour(?:ed|s)?|engagement|lenders?|bank|bankruptcy|liens?|escrow|closings?|to close|entrepreneur|investors?|executor|estate|acquisition|meeting|revenue|mba|ceo|cfo|judge|motion|liability|board)\b|\bsign(?:s|ed|ing)?\b(?!.{0,20}consent)/i;
/** An inquiry about a listing: who is behind "Name:" buys. */
const inquiry =
  /\b(?:listing (?:id|number|title|ref)|ref(?:erence)? ?(?:id|#)|inquir(?:y|ies)|able to invest|amount to invest|purchase (?:within|time ?frame)|asking price|available capital)(?!\w)/i;
const money =
  /\b(?:balance|copay|co-pay|overpaid|refund|statement run|claim|appeal|insurance|deductible|collections|billed|denied|denial|paid|authorization)\b/i;
const linked =
  /(?:\b(?:her|his|their|for (?:an?|the)|from (?:the|an?)|after (?:an?|the))|'s|s')\s+(?:\S+\s+){0,4}$/i;

const ill =
  /^(?:'s)?,? (?:also |now |still )?(?:has|suffers from|is|is (?:on|taking)|takes|was started on) (?:\S+ ){0,4}$/i;
const careMoney = /\b(?:co-?pay|deductible|overpaid|eob)\b/i;
const care = /\b(?:visit|appointment|dos|services?|treatment)\b/i;
const carePattern =
  /\b(?:rx|refills?|prescription|script|appointment|appt|labs?|results?|consult|visit note|chart|statement|referral|auth(?:orization)?|session)\b[^.\n]{0,20}(?: (?:for|of|on) |: )$/i;
const codeBehind = new RegExp(`^[^\\n]{0,40}${diagnosisCode.source}`);
const fall =
  /^ (?:also |just )?fell (?:on \d|in (?:the|her|his)|at|again|last night|out of|down|and|yesterday|today)/i;
const salutation = /\bdear $/i;
const yourCare =
  /\byour (?:\w+ )?(?:results?|labs?|appointment|visit|treatment|prescription|exam|procedure|surgery|diagnosis|medications?|symptoms?|biopsy|therapy|doctor)\b/i;

const sentenceWords = 400;
const labelReach = 60;

/** Names of persons next to facts about their health or care. Names of staff and of owners do not count. */
export function* findPatients({ text }: PhiDocument): Iterable<Passage> {
  const lines: Passage[] = [];
  for (const match of matchNames(text)) {
    const [name] = match;
    const passage = { start: match.index, end: match.index + name.length };
    const before = text.slice(Math.max(0, match.index - labelReach), match.index);
    const behind = text.slice(passage.end, passage.end + 60);
    if (isColleague(before, behind)) continue;
    const confidence = scoreConfidence(text, { ...passage, before, behind });
    if (confidence > 0) yield { kind: 'patient', ...passage, confidence };
    else if (isListLine(text, passage)) lines.push({ kind: 'patient', ...passage, confidence: 0.7 });
  }
  if (lines.length > 1) yield* lines;
  for (const pattern of [lowerPatient, uncasedPatient])
    for (const match of text.matchAll(pattern))
      yield { kind: 'patient', start: match.index, end: match.index + match[0].length, confidence: 0.7 };
}

/** A capitalized word that is not a name may precede one: "Resident Maria Lopez". */
function* matchNames(text: string): Iterable<RegExpExecArray> {
  const pattern = new RegExp(anyName);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text))
    if (canBeName(match[0]) || isLabeledPatient(text, match)) yield match;
    else pattern.lastIndex = match.index + (/^\S+\s*/.exec(match[0])?.[0].length ?? 1);
}

function isLabeledPatient(text: string, { 0: name, index }: RegExpExecArray): boolean {
  const before = text.slice(Math.max(0, index - labelReach), index);
  return formLabel.test(before) && certainLabel.test(before) && canBePatientName(name);
}

function isColleague(before: string, behind: string): boolean {
  return roleBefore.test(before) || roleBehind.test(behind);
}

type NameMatch = { start: number; end: number; before: string; behind: string };

function scoreConfidence(text: string, { before, behind, ...passage }: NameMatch): number {
  const near = getExcerpt(text, passage, sentenceWords);
  const sentence = getSurroundingSentence(text, passage);
  const isClinical = clinicalFact.test(near) || diagnosisCode.test(near);
  if (formLabel.test(before) && certainLabel.test(before)) return 0.9;
  if ((formLabel.test(before) || spokenLabel.test(before)) && (isClinical || hasDateMention(sentence)))
    return 0.85;
  const isEnough = clientLabel.test(before) ? illness.test(near) || diagnosisCode.test(near) : isClinical;
  if (looseLabel.test(before) && isAboutPatient(near) && isEnough && !inquiry.test(near)) return 0.75;
  const isOfWork = workWords.test(near) && !isAboutPatient(near);
  if (looseLabel.test(before) && !isOfWork && /\b(?:d\.?o\.?b|date of birth|mrn)\b/i.test(near)) return 0.75;
  if (salutation.test(before) && yourCare.test(near) && clinicalThing.test(near)) return 0.7;
  if (ownStory.test(sentence)) return 0;
  if (carePattern.test(before) && (illness.test(sentence) || diagnosisCode.test(sentence))) return 0.7;
  if (codeBehind.test(behind)) return 0.75;
  if ((ageAndSex.test(behind) || ageBefore.test(before)) && isClinical && !/^,? ?\d{2},/.test(behind))
    return 0.8;
  if (ageAndSex.test(behind) && (clinicalEvent.test(sentence) || clinicalThing.test(sentence))) return 0.75;
  if (/^(?:Mr|Mrs|Ms|Miss)\b/.test(text.slice(passage.start, passage.end)) && fall.test(behind)) return 0.7;
  return scoreSentence(sentence, text.slice(passage.end, passage.end + 140));
}

/** One sentence that says what happened to a person, or what a person owes for which treatment. */
function scoreSentence(sentence: string, behind: string): number {
  const hasThing = clinicalThing.test(sentence) || diagnosisCode.test(sentence);
  const hasDate = hasDateMention(sentence);
  if (clinicalEvent.test(sentence) && (hasThing || (hasDate && symptom.test(sentence)))) return 0.75;
  if (medicalEvent.test(sentence) && hasDate) return 0.75;
  if (hasDate && careMoney.test(sentence) && care.test(sentence)) return 0.65;
  if (!hasThing) return 0;
  const disease = illness.exec(behind);
  if (disease !== null && ill.test(behind.slice(0, disease.index))) return 0.7;
  const thing = ownThing.exec(behind);
  const isLinked = thing !== null && linked.test(behind.slice(0, thing.index));
  if (isLinked && (hasDate || money.test(sentence))) return 0.7;
  return hasDate && money.test(sentence) && ownThing.test(sentence) ? 0.6 : 0;
}

const lineStart = /(?:^|\n)[ \t>*•-]*(?:\d{1,2}[:.]?\d{0,2} ?(?:[ap]\.?m?\.?)?\b[\s:,.)-]*)?$/i;
const lineRest = /^[^\n]{0,120}/;
const atWork = /@|\b(?:ext\.? \d|extension|title|license|npi|shift)\b/i;
const phone = /\(\d{3}\) ?\d{3}|\d{3}[-.]\d{3}[-.]\d{4}/;
const timeOfDay = /\d{1,2}:\d{2}/;

/** "8:00 Maria Lopez - crown seat #14": one of several lines that begin with a name and have a time, date, amount, or code. */
function isListLine(text: string, { start, end }: { start: number; end: number }): boolean {
  const lead = lineStart.exec(text.slice(Math.max(0, start - 30), start))?.[0];
  if (lead === undefined) return false;
  const rest = lineRest.exec(text.slice(end))?.[0] ?? '';
  return (
    /^\s*(?:[-:,(|/]|\d|\t| {2})/.test(rest) &&
    /\d/.test(`${lead}${rest}`) &&
    (clinicalThing.test(rest) || diagnosisCode.test(rest) || /#\d{1,2}\b|\b[DGJ]\d{4}\b/.test(rest)) &&
    !atWork.test(rest) &&
    // Day sheets have the patient's phone, lists of people on call the phone and the kind of care.
    (!phone.test(rest) || (timeOfDay.test(lead) && ownThing.test(rest)))
  );
}
