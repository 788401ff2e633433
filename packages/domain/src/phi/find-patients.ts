import { hasDateMention } from './dates.ts';
import { getSurroundingSentence } from './find-birth-dates.ts';
import {
  clinicalFact,
  clinicalThing,
  diagnosisCode,
  illness,
  ownThing,
  practiceWords,
  symptom,
} from './clinical-words.ts';
import {
  canBeName,
  canBePatientName,
  cutName,
  personName,
  roleBefore,
  roleBehind,
  shortName,
  title,
  titledName,
} from './names.ts';
import { getExcerpt, type PhiDocument } from './read-document.ts';
import type { Passage } from './phi-kinds.ts';
import { inquiry, isAboutPatient, ownStory, tradeWords, workWords } from './words.ts';

const anyName = new RegExp(
  String.raw`${titledName}|${personName}|(?<=[:;] |\b(?:[Cc]lient|[Rr]esident|[Pp]atient|[Pp]t) )${shortName}|${shortName}(?=[\s,("]{1,4}(?:[Aa]ged? ?:? ?)?\d{1,3}\b(?![/:.%$,-]\d))`,
  'gu',
);
const labelName = String.raw`(?:'?s)?,?(?: ?(?:full |legal |first |last )?name)?(?: and address)?(?: \([^)\n]{1,40}\))?`;
/** Labels of a patient's name. A `looseLabel` counts only with words about care around it. */
const formLabel = new RegExp(
  String.raw`(?:(?<![a-z])(?:pat[i1l]ent|pt\.?|resident|decedent|paciente|nome do paciente|injured (?:worker|employee|party)|afiliad[oa]|asegurad[oa])${labelName}\s*[:#-]?\s*|\bservices? (?:to|for):? )$`,
  'i',
);
const looseLabel = new RegExp(
  String.raw`(?<![a-z])(?:re|regarding|estate of|name(?: \w+){0,3}|client|subscriber|member|worker|insured|policyholder|policy holder|cardholder|enrollee|beneficiary|learner|debtor|dependent|claimant|veteran|participant|recipient|consumer|individual|student|child|caller|responsible party)${labelName}(?:\s*[:#]\s*|, | {2,}|\n)$|(?<![a-z])(?:client|veteran|claimant|learner|enrollee|beneficiary|estate of) $|(?<![a-z])(?:acct|account)[.:# ]{1,6}(?=[\w-]{0,13}\d)[\w-]{3,14}[ ,]{1,6}$|\bcalled w(?:\/|ith) \w+ (?:on|for) $`,
  'i',
);
const insuredLabel =
  /\b(?:veteran|claimant|learner|enrollee|beneficiary|insured|subscriber|cardholder)\W{0,4}$/i;
/** Brokers have clients, too. */
const clientLabel = /\bclient[^\n]{0,10}$/i;
/** A form label that ends like this makes a name a patient's, whatever the other words are. */
const certainLabel = /(?:[:#]|name|name of (?:the )?\w+)\s*$/i;
const listLabel =
  /\b(?:patients|pts|residents|kids|children|veterans)\b(?! on call)[^.;\n]{0,80}: ?$|\bpts? (?:\w+ ){0,6}$/i;
const listTopic =
  /\b(?:visits?|appointments?|appts?|missed|due|overdue|unsigned|unscheduled|signed|balances?|refunds?|records?|charts?|consent)\b/i;
/** Scripts without capitals: "Patient: 李小龍". */
const uncasedPatient =
  /(?<=\b[Pp]atient(?: [Nn]ame)?: ?)\p{Lo}[\p{Lo}\p{M}]{0,25}(?: [\p{Lo}\p{M}]{1,26}){0,3}/gu;
const spokenLabel =
  /(?<![A-Za-z])(?:[Pp]atients?|PATIENTS?|[Pp]ts?\b\.?|[Rr]esident|RESIDENT),? ?(?:is |was |named )?$/;
const spokenBehind =
  /^(?:, | \(| (?:is|was|has|had|called|came|says|said|needs|wants|who|alleges|complain\w*)\b)/;
/** "Harbor PT: Lena Horvat". */
const practiceBefore = /[A-Z][a-z]+ PT\W{0,4}$/;
/** Names in lowercase, typed in a hurry: "pt maria lopez dob 3/14/62". */
const lowerPatient = /(?<![a-z'-])[a-z'-]{2,30} [a-z'-]{2,30}(?=,? \(?(?:dob|d\.o\.b\.?|dos|mrn)[\s:#]*\d)/g;
/** "Patient: Suharto, dialysis". */
const oneWordPatient =
  /(?<=(?<![A-Za-z])(?:Patient|PATIENT|Pt|Resident)(?: [Nn]ame)?: ?)\p{Lu}[\p{Ll}\p{M}]{2,20}(?=[,;] ?([^\n]{3,80}))/gu;
const oneWordStatus =
  /^(?:established|existing|returning|current|former|female|male|adult|child|pediatric|self|cash|unknown|none|various|multiple|redacted|confidential|deceased|inpatient|outpatient|medicare|walk-?in)/i;

const therapistBehind = /^,? ?\(?(?:PT|OT|SLP)\b(?=[.,;:)]|$| -)/;
const recordTitle =
  /\b(?:face ?sheet|(?:patient|new patient) (?:registration|information)|superbill|explanation of benefits|insured's (?:i\.?d\.?|policy))/i;

/** "Maria Lopez, a longtime patient". */
const patientBehind =
  /^(?:, ?| \(| is | was )(?:an? |our |the |my |one of (?:our|my|the) )?(?:\w+ )?(?:patients?|pt|(?:\w+ )?cases?)\b(?! (?:care|advocate|coordinator|access|services?|experience|rep|relations|account|navigator|liaison|safety))/;
/** "Barbara Tilly and she has been our patient since 1998". */
const patientInClause =
  /^,? and (?:she|he|they) (?:has|have|is|was)(?: been)? (?:an? |our |the |my )?(?:\w+ )?patient\b/;
/** Records that only patients have: "Neil Ostertag's chart", "Discharge Summary. Prine, Rosetta". */
const ownRecord =
  /^'s? (?:medical |dental )?(?:charts?|birth ?date|date of birth|allergies|x-?rays|lab results|biopsy|teeth|wound|incision)\b/i;
const ownRecords = /\byour (?:medical|health|dental|patient) records?\b/i;
/** "Mrs. Ardoin's chart". */
const ofPerson = new RegExp(
  String.raw`^'s? (?:\w+ ){0,2}(?:charts?|labs?|inr|results?|x-?rays?|prescription|refills?|${ownThing.source.slice(2)})`,
  'i',
);
const salutation = /\b(?:dear|thank you,?|thanks,?|message (?:is )?for|reminder for) $/i;
const yourCare =
  /\byour (?:\w+ )?(?:results?|labs?|appointment|visit|treatment|prescription|exam|procedure|surgery|diagnosis|medications?|symptoms?|biopsy|therapy|doctor|implants?|crowns?|veneers?|smile|care)\b/i;
/** Brokers greet owners by name, too, so these need the patient's own treatment with a date or a symptom. */
const greeting = /\b(?:hi|hello|hey),? $/i;
const yourOwnThing = new RegExp(
  String.raw`\byour (?:\w+ ){0,2}${ownThing.source.slice(2)}(?! (?:${practiceWords})\b)`,
  'i',
);
const ofResident = /\b(?:emergency contact|poa|next of kin|room|rm|bed)\b/i;

const sentenceWords = 400;
const labelReach = 80;

type Place = {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly behind: string;
};

/** Finds names of patients behind labels and in phrases that say so. Names of staff and owners don't count. */
export function* findPatients({ text }: PhiDocument): Iterable<Passage> {
  for (const { name, start } of matchNames(text)) {
    const passage = { start, end: start + name.length };
    const before = text.slice(Math.max(0, start - labelReach), start);
    const behind = text.slice(passage.end, passage.end + 80);
    if (isColleague(before, behind)) continue;
    const place = { ...passage, before, behind };
    const confidence = Math.max(scoreLabel(text, place), scorePhrases(text, place));
    if (confidence > 0) yield { kind: 'patient', ...passage, confidence };
  }
  for (const pattern of [lowerPatient, uncasedPatient])
    for (const match of text.matchAll(pattern))
      yield { kind: 'patient', start: match.index, end: match.index + match[0].length, confidence: 0.7 };
  for (const { 0: name, 1: behind = '', index } of text.matchAll(oneWordPatient))
    if (canBePatientName(name) && !oneWordStatus.test(name) && !clinicalThing.test(name))
      if (illness.test(behind) || ownThing.test(behind) || symptom.test(behind))
        yield { kind: 'patient', start: index, end: index + name.length, confidence: 0.65 };
}

function isColleague(before: string, behind: string): boolean {
  if (therapistBehind.test(behind)) return true;
  return roleBehind.test(behind) || (roleBefore.test(before) && !formLabel.test(before));
}

type NameMatch = { readonly name: string; readonly start: number };

/** A capitalized word that is not a name may precede or follow one: "Resident Maria Lopez Medicare". */
function* matchNames(text: string): Iterable<NameMatch> {
  const pattern = new RegExp(anyName);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { 0: found, index: start } = match;
    const before = text.slice(Math.max(0, start - labelReach), start);
    const isLabeled = title.test(found) || (formLabel.test(before) && certainLabel.test(before));
    const name = cutName(found, isLabeled ? canBePatientName : canBeName);
    if (name !== null) yield { name, start };
    pattern.lastIndex = start + (name?.length ?? /^\S+\s*/.exec(found)?.[0].length ?? 1);
  }
}

/** Scores a name behind a label for patients, or for people who may be patients. */
function scoreLabel(text: string, { before, behind, ...passage }: Place): number {
  const isLabeled = [formLabel, spokenLabel, listLabel, looseLabel].some((label) => label.test(before));
  if (!isLabeled || practiceBefore.test(before)) return 0;
  const near = getExcerpt(text, passage, sentenceWords);
  const sentence = getSurroundingSentence(text, passage);
  const isClinical = clinicalFact.test(near) || diagnosisCode.test(near) || symptom.test(near);
  if (formLabel.test(before) && certainLabel.test(before)) return 0.9;
  if (
    (formLabel.test(before) || spokenLabel.test(before)) &&
    (isClinical || hasDateMention(sentence) || ofResident.test(sentence))
  )
    return 0.85;
  if (spokenLabel.test(before) && spokenBehind.test(behind)) return 0.7;
  if (listLabel.test(before) && (isClinical || listTopic.test(sentence)) && !tradeWords.test(sentence))
    return 0.7;
  if (!looseLabel.test(before)) return 0;
  const isEnough = clientLabel.test(before)
    ? illness.test(near) || diagnosisCode.test(near) || symptom.test(near)
    : isClinical;
  const isOther = tradeWords.test(near) || workWords.test(near);
  const isIll =
    illness.test(near) || symptom.test(near) || (insuredLabel.test(before) && ownThing.test(near));
  const isCare = isAboutPatient(near) || (!isOther && isIll);
  if (((isCare && isEnough) || recordTitle.test(near)) && !inquiry.test(near)) return 0.75;
  const isOfWork = workWords.test(near) && !isAboutPatient(near);
  return !isOfWork && /\b(?:d\.?o\.?b|date of birth|mrn)\b/i.test(near) ? 0.75 : 0;
}

/** Scores phrases that only a patient's name is in: letters about the reader's care, "Ms. Ashby, a patient", "her chart". */
function scorePhrases(text: string, { before, behind, ...passage }: Place): number {
  if (ownRecord.test(behind)) return 0.7;
  const isPatient = patientBehind.test(behind) || patientInClause.test(behind);
  if (isPatient || ofPerson.test(behind)) {
    if (ownStory.test(getSurroundingSentence(text, passage))) return 0;
    if (isPatient) return 0.7;
    if (!tradeWords.test(getExcerpt(text, passage, sentenceWords))) return 0.65;
  }
  if (!salutation.test(before) && !greeting.test(before)) return 0;
  const near = getExcerpt(text, passage, sentenceWords);
  const isTrade = tradeWords.test(near);
  if (salutation.test(before) && clinicalThing.test(near))
    if (yourCare.test(near) || (/\byour\b/i.test(near) && ownThing.test(near) && !isTrade)) return 0.7;
  if (greeting.test(before) && yourOwnThing.test(near) && !isTrade)
    if (hasDateMention(near) || symptom.test(near)) return 0.65;
  return /\bdear $/i.test(before) && ownRecords.test(near) ? 0.7 : 0;
}
