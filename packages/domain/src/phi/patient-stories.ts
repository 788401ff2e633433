import { frequentNames } from '../leak-check/people-names.ts';
import { hasDateMention } from './dates.ts';
import { getSurroundingSentence } from './find-birth-dates.ts';
import { getExcerpt } from './read-document.ts';
import type { Passage } from './phi-kinds.ts';
import { isPersonLike } from './patient-captions.ts';
import { ownStory, tradeWords } from './words.ts';
import {
  clinicalEvent,
  clinicalThing,
  diagnosisCode,
  hasBodyFact,
  illness,
  medicalEvent,
  medication,
  ownThing,
  practiceWords,
  symptom,
  symptomOrSetting,
} from './clinical-words.ts';

const money =
  /\b(?:balance|copay|co-pay|overpaid|refund|statement run|claim|appeal|insurance|deductible|collections|billed|denied|denial|paid|authorization)\b/i;
const linked =
  /(?:\b(?:her|his|their|for (?:an?|the)|from (?:the|an?)|after (?:an?|the))|'s|s')\s+(?:\S+\s+){0,4}$/i;
const ill =
  /^(?:'s)?(?: ?\([^)\n]{1,12}\))?,? (?:also |now |still |just )?(?:has|suffers from|is|is (?:on|taking|in \S+ \S+ with)|takes|was started on|came down with) (?:(?!known|for\b|about|expert)[\p{L}'-]+ ){0,4}$/iu;
const careMoney = /\b(?:co-?pay|deductible|overpaid|eob)\b/i;
const care = /\b(?:visit|appointment|dos|services?|treatment)\b/i;
const death = /^,? (?:passed|died|expired)\b/i;

/** Scores one sentence that says what happened to a person, or what a person owes for which treatment. */
export function scoreSentence(sentence: string, behind: string): number {
  const hasThing = clinicalThing.test(sentence) || diagnosisCode.test(sentence);
  const hasDate = hasDateMention(sentence);
  if (clinicalEvent.test(sentence) && (hasThing || (hasDate && symptomOrSetting.test(sentence)))) return 0.75;
  if (medicalEvent.test(sentence) && hasDate) return 0.75;
  if (medication.test(sentence)) return 0.65;
  if (death.test(behind) && illness.test(sentence)) return 0.65;
  if (hasDate && careMoney.test(sentence) && care.test(sentence)) return 0.65;
  if (!hasThing) return 0;
  const disease = illness.exec(behind);
  if (disease !== null && ill.test(behind.slice(0, disease.index))) return 0.7;
  const thing = ownThing.exec(behind);
  const isLinked = thing !== null && linked.test(behind.slice(0, thing.index));
  if (isLinked && (hasDate || money.test(sentence))) return 0.7;
  return hasDate && money.test(sentence) && ownThing.test(sentence) ? 0.6 : 0;
}

const kin =
  /\b(?:his|her|their|my) (?:son|daughter|mother|father|mom|dad|husband|wife|partner|spouse|brother|sister|parents?|kids?)\b/i;

const storyReach = 400;

/** Scores what the words around a name say about health, unless they are about work or business. */
export function scoreStories(text: string, passage: Pick<Passage, 'start' | 'end'>): number {
  const near = getExcerpt(text, passage, storyReach);
  if (tradeWords.test(near) || ownStory.test(getSurroundingSentence(text, passage))) return 0;
  const name = text.slice(passage.start, passage.end);
  const sentence = getSurroundingSentence(text, passage).replace(name, '');
  const isNamed = person.test(name) || isFrequentGivenName(name) || isPersonLike(name);
  const isPerson = isNamed || pronoun.test(sentence) || hasBodyFact(sentence);
  const isActing = acting.test(text.slice(passage.end, passage.end + 40));
  const own = ownThing.exec(sentence);
  const isOwn = own !== null && possessive.test(sentence.slice(0, own.index));
  const finding =
    isPerson && !isActing && ((isNamed && isOwn) || !business.test(near))
      ? scoreFinding(sentence, isNamed)
      : 0;
  return Math.max(scoreStory(text, passage), finding);
}

/** A name that can only be a person's. Companies and places also have names of two words. */
const person =
  /^(?:Mr|Mrs|Ms|Miss)\b|^\p{Lu}\. ?\p{Lu}\p{Ll}|^\p{Lu}\p{L}*, ?\p{Lu}|\p{Ll} \p{Lu}\.? \p{Lu}\p{Ll}/u;
/** Whether the first word of a name is one of the frequent ones: "Sandra Pell", "Pell Sandra". */
function isFrequentGivenName(name: string): boolean {
  return frequentNames.has(/^\p{L}+/u.exec(name)?.[0].toLowerCase() ?? '');
}
const possessive = /\b(?:his|her|their) (?:\S+ ){0,2}$/i;
const pronoun = /\b(?:she|he|her|his|him|mom|dad|mother|father)\b/i;

/** From the end of a name to the next sentence, if that begins with a pronoun. */
const nextSentence =
  /^[^.!?\n]{0,160}[.!?](?:["')]|\s){1,3}(?=(?:He|She|They|His|Her|Their|Pt|Patient|The patient|Mom|Dad|Admitted|Discharged|Presents|Dx|Diagnosis)\b)/;
/** From the end of a name to the next sentence, if "she was sent" or the like is in the middle of that sentence. */
const latePronoun = new RegExp(
  String.raw`^[^.!?\n]{0,160}[.!?](?:["')]|\s){1,3}(?=[^.!?\n]{1,140}\b(?:he|she)(?: (?:needs|denies|takes|received|tolerated|complains)|(?:'s| is| was| has been| will be| got) (?:\w+ )?(?:scheduled|sent|seen|admitted|diagnosed|given|started|referred|treated|discharged|prescribed|hospitalized|transferred|taking|recovering|healing|dizzy|confused|weak|in pain))\b)`,
);
const expertise =
  /\b(?:treats?|treating|experience|practices?|clinics?|offices?|certified|train\w*|expert\w*|research|studies|published|teach\w*|lectur\w*|hospital)\b/i;
const aboutPerson = 160;

/** Scores what the next sentence says about a person's health. */
function scoreStory(text: string, { end }: { readonly end: number }): number {
  const behind = text.slice(end, end + aboutPerson + 10);
  const lead = nextSentence.exec(behind)?.[0];
  if (lead === undefined) return scoreLatePronoun(text, end);
  const story = text.slice(end + lead.length, end + lead.length + aboutPerson).split('\n', 1)[0] ?? '';
  const fact = [illness, ownThing, symptom].flatMap((pattern) => pattern.exec(story)?.index ?? []);
  const isOfKin = fact.length > 0 && kin.test(story.slice(0, Math.min(...fact)));
  return fact.length > 0 && !isOfKin ? 0.65 : 0;
}

/** "Mrs. Lassiter was in. Biopsy showed carcinoma and she is scheduled for excision." */
function scoreLatePronoun(text: string, end: number): number {
  const lead = latePronoun.exec(text.slice(end, end + 2 * aboutPerson + 20))?.[0];
  if (lead === undefined) return 0;
  const story =
    /^[^.!?\n]*/.exec(text.slice(end + lead.length, end + lead.length + aboutPerson * 2))?.[0] ?? '';
  const isIll = illness.test(story) || symptom.test(story) || hasBodyFact(story);
  const isOther = [ownStory, business, expertise, kin].some((pattern) => pattern.test(story));
  return isIll && !isOther ? 0.65 : 0;
}

/** Words about work in a practice. A person named near these and an illness may treat it, teach about it, or sell for it. */
const business =
  /\b(?:contracts?|vendors?|program|policy|manages?|leads?|director|meeting|class|training|in-?service|trainer|volunteers?|budget|quote|rep|sales|marketing|software|demo|machine|equipment|coding|audit(?:or)?|survey|specialt(?:y|ies)|specializes|providers?|staff|team|clinicians?|therapists?|surgeons?|welcome|joined|agenda|referral (?:base|sources?|network)|reference for|patients|clients|families|kids with|attendees|payroll|salary|shift|caseload|privileges|residency|fellowship|agreement|price|deal|court|plaintiff|premium|carrier|hypothetical|example|sample|test data|wants?|interested|looking|references?|candidates?|interviews?|does \d+|monthly|per month|a month|per week|a week|annually|foundation|registry|fundraiser|infection control|(?:fall|infection|readmission) rates?|renewals?|renews|repairs?|installed|warranty|volumes?|on call)\b|@|\bext\b|\$\d+(?:\/|k|m)/i;

/** Scores a sentence with a person and an illness, a symptom, or a place on a body, without words about work. */
function scoreFinding(sentence: string, isNamed: boolean): number {
  const own = ownThing.exec(sentence);
  const isAsset = own !== null && asset.test(sentence.slice(own.index + own[0].length));
  const isDated = hasDateMention(sentence) || timeOrAmount.test(sentence);
  if (own !== null && isNamed && isDated && !isAsset && !kin.test(sentence)) return 0.55;
  if (own !== null && possessive.test(sentence.slice(0, own.index))) return 0.6;
  if (!illness.test(sentence) && !symptom.test(sentence) && !hasBodyFact(sentence)) return 0;
  return kin.test(sentence) ? 0 : 0.6;
}

const asset = new RegExp(`^ (?:${practiceWords})\\b`, 'i');
const timeOrAmount = /\b\d{1,2}(?::\d{2}| ?[ap]\.?m\b)|\$ ?\d|\d\.\d{2}\b/i;
/** What people do in business: "Norma Sykes sent the lab fees". */
const acting =
  /^,? (?:will |can |could |has |have |is |to |please )*(?:sen[dt]s?|sending|emails?|emailed|bring\w*|brought|buys?|bought|sold|wired?|review\w*|report(?:ed|s)|presented (?!with|for|to the)|manages?|approved?|prepared?|confirm\w*|donated?|sponsor\w*|visited|toured|quoted|runs|leads|believes?|prefers?|thinks|handles?|took over|collects|works)\b/i;

const itemStart = /(?:^|[\n;:])[ \t>*•-]*(?:\d{1,2}[:.]?\d{0,2} ?(?:[ap]\.?m?\.?)?\b[\s:,.)-]*)?$/i;
const itemRest = /^[^\n;]{0,120}/;
const atWork =
  /@|\b(?:ext\.? \d|extension|title|license|npi|shift|program|educat\w+|clinics?|centers?|specialist|territory|interests?|course|score)\b/i;
const staffList =
  /\b(?:staff|nurs(?:es?|ing)|aides?|on[- ]call|providers?|employees?|therapists?|caregivers?|hygienists?|doctors?|clinicians?|volunteers?|shifts?) (?:schedules?|rosters?|list|shifts|rotation|coverage|assignments)\b|\bon call\b/i;
const phone = /\(\d{3}\) ?\d{3}|\d{3}[-.]\d{3}[-.]\d{4}/;
const timeOfDay = /\d{1,2}:\d{2}/;
const progress = /\b(?:improv\w+|wors\w+|heal\w+|sent|pending|positive|negative|stable|declin\w+|recheck)\b/i;
const toothOrCode = /#\d{1,2}\b|\b[DGJ]\d{4}\b|\b99[2-4]\d{2}\b/;

/**
 * Whether a name begins an item of a list of patients, such as "8:00 Maria Lopez - crown seat #14". The item has a
 * clinical word with a time, date, amount, or code, or a fact about a body.
 */
export function isListItem(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const lead = itemStart.exec(text.slice(Math.max(0, start - 30), start))?.[0];
  if (lead === undefined || staffList.test(text.slice(Math.max(0, start - 200), start))) return false;
  const rest = itemRest.exec(text.slice(end, end + 130))?.[0] ?? '';
  const isFact = hasBodyFact(rest);
  return (
    (/^\s*(?:[-:,(|/]|\d|\t| {2})/.test(rest) || (isFact && rest.startsWith(' '))) &&
    (isFact || progress.test(rest) || illness.test(rest) || /\d/.test(`${lead}${rest}`)) &&
    (isFact || clinicalThing.test(rest) || diagnosisCode.test(rest) || toothOrCode.test(rest)) &&
    !(timeOfDay.test(lead) ? rest.replace(/\bext \d{1,2}\b/i, '') : rest).match(atWork) &&
    // Day sheets have the patient's phone, lists of people on call the phone and the kind of care.
    (!phone.test(rest) || (timeOfDay.test(lead) && ownThing.test(rest)))
  );
}
