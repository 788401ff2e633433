import { diagnosisCode, medicalEvent, moreCare, ownThing, practiceWords, symptom } from './clinical-words.ts';
import { joinAlternatives } from './plain-text.ts';
import { inquiry, isAboutPatient, ownStory, tradeWords, workWords } from './words.ts';

/** Points of a text for its words. Names in the text are hidden behind underscores. */
export type CareSignals = {
  /** 2 for a condition, a procedure, a drug, or a code; 3 for several. */
  readonly care: number;
  /** 1 for each kind of words about visits, payments, rooms, and family. */
  readonly hints: number;
  /** What words about deals and work take away. */
  readonly business: number;
};

/** A word for the thing of one person, such as a chart, or a number for a procedure or a tooth. */
const codes = String.raw`(?<=_'s )(?:\w+ )?(?:charts?|records|x-?rays?|results|labs|refill|prescription|appointment|visit|claim|co-?pay)\b|#\d{1,2}\b|\b[DGJ]\d{4}\b|\b9[29]\d{3}\b`;
const careFact = new RegExp(
  String.raw`(?:${[ownThing, symptom, medicalEvent, diagnosisCode, moreCare].map(({ source }) => source).join('|')}|${codes})(?! (?:${practiceWords})\b)`,
  'gi',
);
/** Captions of lists that only have patients. */
const patientList = new RegExp(
  String.raw`\b(?:${joinAlternatives(
    String.raw`re-?certs?|recertifications?|f2fs?|face[- ]to[- ]face|benefit periods?|census|deaths?|bereavement|live discharges?|no[- ]shows?|cancel(?:led|ed|s|lations?)|resched\w*|call-?backs?|will[- ]call(?! (?:you|me|us|him|her|them|back)\b)|wait(?:ing)? ?list|missed visits?|idg|idt|fall log|wound (?:list|log|rounds)|infection log|(?:med(?:ication)?|rx|dispensing) errors?|write[- ]?offs?|denials|denied claims?|small balances?|(?:iop|php|group|resident|patient|client) (?:list|rosters?|group|orders?)|diet orders?|(?:cpap|medication|appointment) compliance|(?:discharge|admission|intake|appointment|patient|schedule) list|unscheduled (?:treatment|tx)|recalls? (?:list|due|overdue|returned)|telehealth list|or (?:schedule|list|room ?\d|\d)|surgery schedule`,
  )})\b`,
  'i',
);
/** Lists of people who work. */
const workerList =
  /\b(?:staff(?:ing)?|employees?|providers?|doctors?|nurs(?:es?|ing)(?! (?:notes?|visits?|homes?|line))|therapists?|caregivers?|hygienists?|clinicians?|volunteers?|drivers?|planners?|coordinators?|directors?|managers?|committees?|teams?|departments?|vendors?|buyers?|sellers?|payroll|training|policy|report by|prepared by|referring|on[- ]call(?! (?:log|last))|shift|tours?|speakers?|attendees|interviews?|candidates?|specialists?|surgeons?|hires?|offers?|loans?|partners|building)\b/i;
const patientLog = /\b(?:notes?|log|line)\b/i;
/** "Abbott, Lenore .... 342.10", with the name hidden. */
const amount = /_{3,}[\s.:$|-]{1,60}(?:\w+ {1,3}){0,2}\$? ?\d[\d,]*(?:\.\d{2}\b|(?<=\$\d+))(?!%)/;
const hints = [
  // Visits and records
  /\b(?:appointments?|appts?|visit(?:s|ed)?|recalls?|charts?|x-?rays?|records|results?|refills?|consults?|consent(?:ed)?|admits?|admission|discharge\w*|tests?|referr(?:als?|ed|ing)|referral|scheduled|seen|exam|checkup|sessions?|intake|evals?|chaperone|pre-?op|post-?op|clearance|double[- ]booked|short call|squeeze (?:him|her|them)?|running late|check(?:ed)? in|walk-?ins?|add[- ]on|specimen|redraw|scans?|roi)\b/i,
  // Payments and claims
  /\b(?:co-?pays?|claims?|denied|denials?|appeals?|auths?|insurance|eobs?|deductible|balances?|refunds?|statements?|write[- ]?offs?|aging|a\/r|payment plan|cash log|collections? (?:agency|list)|deposits?|owes?|owed|superbill|self[- ]pay|medicaid|medicare|aetna|cigna|humana|delta|bcbs|blue cross|metlife|uhc|ledger|bill(?:ed|ing)?|amount due|overpa(?:id|y\w*)|prepaid|pif|room and board|clm|co-\d{1,3}|med(?:ically)? necess\w*|remit|eligib\w+|termed|cob|waiting period|sliding fee|est pt|pre-?d(?:etermination)?)\b/i,
  // Fills, deliveries, and fittings
  /\b(?:rx|fill(?:ed)?|blister pack|loaner|receiver|frames?|progressives|prior auth|pa req|delivery (?:ticket|route)|pick-?up|set-?up|reorder|debond|ortho starts?|shade|impressions?|remake|remade|redo(?:ne)?)\b/i,
  // Complaints
  /\b(?:complain\w*|upset|unhappy|furious|threaten\w*|suing|sue|wants? (?:a |her |his )?(?:refund|money back|records))\b/i,
  // Places and ages
  /\b(?:room|rm|bed|op|chair) ?\d|\bage[ds]?:? \d|_, \d{2},|\b\d{1,3} ?(?:y\/?o|yrs?|year)\b/i,
  // Family
  /\b(?:his|her|my)\b/i,
  /\b(?:mom|dad|mother|father|son|daughter|wife|husband|family|parents?|grand\w+|guardian|poa|boy|girl|baby|twins|kids?)\b/i,
  { test: isAboutPatient },
  /\b(?:patients?|pts?|residents?|clients?|riders?|claimants?|students?)\.?:? _{3}/i,
  patientList,
  /\b(?:dnka|ncns|no.?show\w*|missed|late again|wc claim|workers'? comp|dme|cmns?|evv|clock(?:ed)? (?:in|out))\b/i,
  /\b(?:medicaid|medicare|member|insurance|eligibility|policy|subscriber) ?(?:#|id\b|no\b|number|card|check|verification)/i,
  amount,
];
/** Words about people at work, and about the practice as a whole. */
const work =
  /\b(?:surgeons?|doctors?|dentists?|hygienists?|providers?|assistants?|associates?|partners?|nurses?)[: ]{1,2}_{3}|\b(?:contracts?|audits?|renews?|purchase order|ship to|invoices?|vendors?|(?<!death )certificates?|infection control|protocols?|(?:practice|clinic|agency|office) (?:does|treats|performs|offers)|interested in|401k|fee schedule|lunch|zoom|dinner|coffee|intro call|call with|resigned|leads?|meeting|elected|treasurer|memo|tenants?|state bar|extension|rent|reschedule our|test data|template|jane doe|wants? to (?:add|open|expand|grow|start))\b/i;
const business =
  /\b(?:revenue|programs?|policy|monthly|(?:a|per) (?:month|week|day)|staff|team|providers?|interested|budget|quote|rep|software|hires?|mix)\b|@/i;
const deals = [tradeWords, ownStory, workWords, inquiry];
/** Animals are no patients. */
const animal =
  /\b(?:spay|neuter|canine|feline|equine|puppy|kitten|retriever|labrador|boxer|poodle|terrier|dvm|vet)\b/i;
/** An owner's own illness is often the reason to sell, and is no patient's. */
const owner =
  /\b(?:(?:i|we) own|owns|owners?|retir(?:e|es|ed|ing|ement)|wants? out|widow|estate of dr|(?:want|plan|decid|need|hop|look)\w* to sell|selling|(?:his|her|their|my|our) (?:practice|clinic|agency|pharmacy|company|business|shares))\b/i;

/** The caption of a list, on its own line or before a colon. */
const captionPattern = /^(?:[^:]*(?=:)|[^_]{1,60}$)/;

export function readSignals(text: string): CareSignals {
  const facts = text.match(careFact)?.length ?? 0;
  const caption = captionPattern.exec(text)?.[0] ?? '';
  return {
    care: facts > 0 ? Math.min(facts + 1, maxCare) : 0,
    hints: hints.filter((pattern) => pattern.test(text)).length + (patientList.test(caption) ? 1 : 0),
    business: countBusiness(text, caption),
  };
}

function countBusiness(text: string, caption: string): number {
  if (owner.test(text) || animal.test(text)) return 4;
  const isWork = work.test(text) || (workerList.test(caption) && !patientLog.test(caption));
  const isDeal = deals.some((pattern) => pattern.test(text));
  return (isWork ? 2 : isDeal ? 1 : 0) + (business.test(text) ? 1 : 0);
}

const maxCare = 3;
const maxHints = 3;

export function addSignals(signals: readonly CareSignals[]): CareSignals {
  return signals.reduce(
    (sum, one) => ({
      care: Math.min(maxCare, sum.care + one.care),
      hints: Math.min(maxHints, sum.hints + one.hints),
      business: sum.business + one.business,
    }),
    { care: 0, hints: 0, business: 0 },
  );
}
