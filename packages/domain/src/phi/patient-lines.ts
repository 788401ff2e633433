import { frequentNames } from '../leak-check/people-names.ts';
import { hasDateMention } from './dates.ts';
import { illness, ownThing, practiceWords, symptom } from './clinical-words.ts';
import type { Passage } from './phi-kinds.ts';
import { isBehindCaption, isPersonLike } from './patient-captions.ts';
import { canBePatientName } from './names.ts';
import { getExcerpt } from './read-document.ts';

type Place = Pick<Passage, 'start' | 'end'> & { readonly before: string; readonly behind: string };

const treated =
  /\b(?:please (?:see|evaluate|treat|consult on)|saw|seeing|seen|treat(?:ed|s|ing)?|examined|evaluated|diagnosed|admitted|discharged|operated on|follow(?:ed|ing)) $/i;
const forReason = /^[^.;\n]{0,40}\b(?:for|with) ([^.;\n]{3,80})/;
const otherReason =
  /\b(?:patients|clients|people|seniors|practices?|clinics?|centers?|referrals?|program|contract)\b/i;
const ownProcedure = new RegExp(
  String.raw`^(?:an?|his|her|the) (?:\w+ )?(?:${ownThing.source})|^${ownThing.source}[^,]{0,12}#\d`,
  'i',
);
/** "Mary Ann Tolbert needs a new denture", but not "needs an MRI machine". */
const need = new RegExp(
  String.raw`^ (?:still |also |now )?(?:needs?|is due for|was due for|is getting|got|is scheduled for|was fitted for|is waiting (?:for|on)) (?:an? |his |her |the )(?:\w+ )?${ownThing.source}(?! (?:${practiceWords})\b)`,
  'i',
);
const test = String.raw`\b(?:mammogra(?:m|phy)|mri|mra|ct(?: scan)?|pet(?: scan)?|dexa|bone density|ultrasound|us|sono(?:gram)?|echo|ekg|ecg|eeg|emg|colonoscopy|endoscopy|egd|biopsy|pap(?: smear)?|stress test|holter|sleep study|x-?rays?|xr|cxr|audiogram|spirometry|pft|a1c|inr|labs?|bloodwork)`;
/** "MRI lumbar - Todd Kessler", "Mammogram 2/18/26 Cheryl Dunn", "DEXA for Wilma Ortega". */
const testBefore = new RegExp(
  String.raw`${test}(?: (?!service|lease|vendor|contract|rep\b|tech|machine|unit|room|quote|sales|repair|purchase)[a-z]{1,12}){0,3}(?: ?[-:,(]{1,2}| for| of| on| overdue:| due:|,? \(?\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?\)?[ :,-]{0,3}) *$`,
  'i',
);
const patientMoney =
  /^(?=[^\n;]{0,40}\d)[^\n;]{0,24}?(?<![a-z])(?:pt\.? |patient |pat )?(?:co-?pay(?:ment)?|co-?ins(?:urance)?|deductible|pt bal(?:ance)?|patient (?:balance|payment|portion|resp\w*))\b/i;
const creditBefore =
  /\b(?:patient|pt) (?:credits?|refunds?|overpayments?|balances?|payments?|checks?)(?: (?:of|for|to|from|by|due|owed to|-))?[: ]{1,2}$/i;

/** Scores "treated Monica Reyes for retinopathy", whoever else is in the sentence. */
export function scoreTreatment({ before, behind }: Pick<Place, 'before' | 'behind'>): number {
  const reason = treated.test(before) ? (forReason.exec(behind)?.[1] ?? '') : '';
  if (otherReason.test(reason)) return 0;
  return illness.test(reason) || symptom.test(reason) || ownProcedure.test(reason) ? 0.7 : 0;
}

/** Whether a word of a name is one of the frequent ones. Makers of equipment have names of two words, too. */
function hasFrequentName(name: string): boolean {
  return name.split(/[\s,]+/).some((word) => frequentNames.has(word.toLowerCase()));
}

/** "3 charts: J. Whitaker", "the chart of Vincent Albano". */
/** "One patient last year, Roland Pruett, ..." */
const ledgerBefore =
  /\b(?:ledger|claims?|account history|eob|statement(?: of account)?|treatment plan) (?:for|of) $/i;
const insuranceBefore =
  /\b(?:insurance|eligibility|benefits?|coverage) (?:check|verification|card|information) (?:for|of) $/i;
const billed = /\b(?:[DGJ]\d{4}|99[2-4]\d{2}|copay|deductible|insurance paid)\b/i;
const patientBefore = /\b(?:one|a|our|former|current|this|another) (?:patient|resident)\b(?: \w+){0,3}, $/i;
const saying = /^,? (?:said|says|told|thinks|notes|added|wrote)\b/;
const chartBefore =
  /\bresident #?\d{1,3} \($|\b(?:charts?|(?:medical|immunization|vaccination|dental|health|shot) records?)(?: (?:pulled|requested|reviewed|missing|copied|sent))?(?:(?: of| for) |: )$/i;

const referred = /\bfor (?:seeing|referring|evaluating|the referral of) $/i;
const unpaid = /\b(?:owes?|unpaid|past due|overdue|no-?shows?|cancel\w*|resched\w*)\b/i;

/** Scores a name by the sentence pattern around it: a need, a test and its date, a copay. */
export function scoreCare(text: string, { before, behind, ...passage }: Place): number {
  if (need.test(behind) || referred.test(before)) return 0.65;
  const thing = /^ ?\(([^)\n]{2,30})\)/.exec(behind)?.[1] ?? '';
  if (ownThing.test(thing) && unpaid.test(getExcerpt(text, passage, 100))) return 0.65;
  if (patientMoney.test(behind) || (creditBefore.test(before) && /^[^\n]{0,8}\$? ?\d/.test(behind)))
    return 0.65;
  if (ledgerBefore.test(before) && (billed.test(behind) || ownThing.test(behind))) return 0.65;
  if (insuranceBefore.test(before) && isPersonLike(text.slice(passage.start, passage.end))) return 0.65;
  if (isBehindCaption(before) && isPersonLike(text.slice(passage.start, passage.end))) return 0.6;
  if (chartBefore.test(before) || (patientBefore.test(before) && !saying.test(behind))) return 0.65;
  const isOwn = hasFrequentName(text.slice(passage.start, passage.end));
  if (testBefore.test(before) && isOwn && hasDateMention(getExcerpt(text, passage, 60))) return 0.65;
  return 0;
}

const listed = String.raw`\p{Lu}[\p{L}'-]+, ?\p{Lu}[\p{L}'-]+(?: \p{Lu}\.?)?`;
const spoken = String.raw`\p{Lu}[\p{L}'-]+ \p{Lu}[\p{L}'-]+(?= ?[|\t]| {2})`;
const amount = String.raw`[ .:$\t|-]{1,60}(?:Current ?)?(?:\(?\d[\d,]{0,9}\.\d{2}\b|(?:[Mm]edica(?:re|id)|MCR|MCD|MCB|[Pp]rivate|[Hh]ospice|[Ss]killed)\b)`;
const balanceLine = new RegExp(
  String.raw`^[ \t>*•-]{0,8}(?:[A-Z]?\d{1,9}[A-D]?[ :,-]{1,4})?(?<name>${listed}|${spoken})${amount}`,
  'gmu',
);
const balanceCaption =
  /\b(?:census|resident (?:list|roster|report)|aging detail)\b|\b(?:patients?|pts?|residents?|guarantors?|responsible part(?:y|ies))\b[^\n]{0,40}\b(?:aging|balances?|a\/r|ar|credits?|refunds?|statements?|collections|due)\b|\b(?:aging|balances?|a\/r|credits?|refunds?|statements?|collections) (?:by|of|for|from|to) (?:patients?|residents?|guarantors?)\b/i;
const otherCaption =
  /\b(?:payables?|vendors?|suppliers?|customers?|tenants?|shareholders?|partners?|loans?|payroll)\b/i;
const captionReach = 400;

/** Lines of amounts by name below a caption about patients: "Baker, Lou ..... 45.00". */
export function* findBalances(text: string): Iterable<Passage> {
  const found: Passage[] = [];
  for (const match of text.matchAll(balanceLine)) {
    const name = match.groups?.['name'] ?? '';
    const caption = text.slice(Math.max(0, match.index - captionReach), match.index);
    if (!balanceCaption.test(caption) || otherCaption.test(caption) || !canBePatientName(name)) continue;
    const start = match.index + match[0].indexOf(name);
    found.push({ kind: 'patient', start, end: start + name.length, confidence: 0.7 });
  }
  if (found.length > 1) yield* found;
}
