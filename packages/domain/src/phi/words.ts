import { personName } from './names.ts';
import { joinAlternatives } from './plain-text.ts';

/** Clinics keep copies of their patients' driver's licenses. */
const license = String.raw`licen[sc]es?(?!(?: ?(?:#|no\.?|number|copy):?)?(?: is)? (?:on file|scanned|copied)\b)`;

/** Words about work, business, and licenses. Dates and numbers near them belong to staff, owners, or buyers. */
export const workWords = new RegExp(
  String.raw`\b(?:${joinAlternatives(
    String.raw`employees?|staff|hired?|hire date|payroll|salary|wages?|hourly|owners?|sellers?|buyers?|shareholders?|officers?|founders?|applicants?|borrowers?|credential(?:s|ing|ed)?|${license}|licensed|licensure|board(?!(?: and |-and-|&| & )care\b)|npi|dea|caqh|w-?[29]|i-9|drivers?(?!'?s?'? licen[sc]e)|passport|hygienist|associate|birthdays|happy birthday|anniversar(?:y|ies)|practiced|toured|resume(?! (?:after|on|care|services))|cv|background check|operating agreement|personal financial|net worth|total assets|cash on hand|liabilities|partners?|ownership|sba|loan|bank|mortgage|guaranty|key[- ]?(?:man|person)|collateral|leases?|dueñ[oa]|propietari[oa]|vendedora?|compradora?|emplead[oa]s?`,
  )})\b`,
  'i',
);

/** A sentence with one of these words is about an owner, a buyer, or another party to a deal. */
export const ownStory =
  /\b(?:owners?|owns|owned|(?:i|we) own|runs|operates|sold|bought|sellers?|buyers?|employees?|returns|covers?|covering|pto|maternity|paternity|medical leave|retire(?:s|ment)?|sell(?:ing)?|sale|listings?|loi|nda|asking price|tour(?:ed|s)?|engagement|lenders?|bank|bankruptcy|liens?|escrow|closings?|to close|entrepreneur|investors?|executor|estate|acquisition|meeting|revenue|mba|ceo|cfo|judge|motion|liability|board)\b|(?<!\b(?:records?|release|consent) )\bsign(?:s|ed|ing)?\b(?!.{0,20}\b(?:consent|note|chart|order|refill|script)\b)/i;

/** Words brokers use. A person named near them owns, works, buys, or lends. */
export const tradeWords =
  /\b(?:co-?owners?|own(?:s|ed|ing|ers?)|(?:i|we) own|sellers?|buyers?|listings?|loi|nda|cim|teaser|asking|valuation|ebitda|diligence|lenders?|loan|sba|closing|close by|escrow|broker(?:age|s)?|leases?|landlord|retir(?:e|es|ed|ing|ement)|sell(?:s|ing)?|sale|buy(?:s|ing)?|offer|invest\w*|acqui\w+|pto|fmla|maternity|cover(?:s|ing)|the books|engagement letter|as (?:an? )?(?:\w+ )?partner|shares|commission|revenue|(?<!sent to )collections(?! (?:letter|agency|account|turned|notice))|production|tour(?:ed|s|ing)?|purchase|pharmacies|rollover|founder|founded|employees?|hygienist|associate|payroll|resume(?! (?:after|on|care|services))|cv|license[ds]?)\b/i;

/**
 * Words about one patient, not about a practice. They are titles and fields of the forms CMS-1500, CMS-485, UB-04, and
 * VA 10-10EZ and of workers' compensation reports, and what people write about a patient's chart.
 */
const patientWords = new RegExp(
  String.raw`\b(?:${joinAlternatives(
    String.raw`(?:the|this|my|her|his|new|each|our|an?|your) (?:\w+ing |(?:former|new|established|existing|current|elderly|minor|pediatric|hospice|dialysis|dental|longtime|long-time|deceased|young|self-pay|medicaid|medicare) )?(?:pt|patient)\b(?! (?:volume|base|care|flow|retention|satisfaction|visits?|count|population|mix|panel|list|load|growth|records?|portal|experience|safety|demographics|encounters?|lists?|numbers?))`,
    String.raw`patient(?:'s)?\s*(?:name|id|dob|no|acct|account|address|information|registration|intake|chart|signature|date|rel(?:ation\w*)?|portion|due|balance)\b|patient (?:says|states|reports|called|calls|has|had|wants|asked|needs|denies|came|left|claims|requests?)\b|(?:patient|resident|veteran)'s (?!rights|bill|needs|home\b|experience)|patient(?:'s)?\s*[:#]|pacientes?\s*:|(?:el|la|del|este|esta) paciente\b`,
    String.raw`(?:her|his|their) (?:\w+ )?(?:insurance|policy|member|card|bcbs|aetna|anthem|cigna|humana|medicaid|medicare|plan) (?:id|#|no|number|card)`,
    String.raw`(?:my|his|her) (?:mom|dad|mother|father|son|daughter|wife|husband|child|grand\w+|sister|brother|aunt|uncle)(?:'s)? (?:chart|records?|x-?rays?|prescription|refill|appointment|crown|meds|is a patient)`,
    String.raw`(?:pull|pulled|in|his|her|their|the right) chart\b|chart (?:says|note|for|of(?! accounts))|encounter form|veteran(?:'s name| name)?:|injured (?:worker|employee)|claimant(?:'s name| name)?:|afiliad[oa]|adm(?:it)?: ?\d|dis(?:ch|charge)?: ?\d|cita (?:para|por)|sponsor ssn|(?:sn|pt|ot|aide|nursing) visits (?:approved|authorized|left)|(?:session|therapy|nursing|visit|soap|encounter) notes?|op note|stitches|clinic visit|patient resp|(?:my|his|her) (?:refill|prescription|medications?|meds|appointment|surgery)|refill of|(?:ortho |lifetime |annual )max\b|dependent child|termed\b|seen (?:here|there) (?:for|since)|the caregiver|bedside|well[- ](?:child|check)\w*|shot records?|immunizations?`,
    "resident (?:name|id)|resident:|beneficiary|subscriber|insured's|mrn|mr#|medical record|chart (?:no|number|#)|face ?sheet|superbill|explanation of benefits|prior auth(?:orization)?|date of injury|rx ?bin|rx ?grp|rx ?pcn|member name|insurance verification|verification of benefits|date of service|dos|date of procedure|chief complaint|hpi|pmh|diagnosed with|diagnosis:|dx:?|icd(?:-?10)?|admitted|discharged?|discharge summary|operative report|progress note|pathology|plan of care|date of admission",
    'complain(?:s|ed) of|presents? with|underwent|prescribed|allerg(?:y|ies|ic)|symptoms?|on exam|(?:\\d+ ?)?mg\\b|immunization|vaccin(?:e|ated|ation)|emergency contact|reason for (?:visit|referral)|copay|eligibility|referring (?:doctor|physician|provider)|y/?o\\b|\\d{1,3} ?y/?o|year[- ]old|lab results?|x-?rays?|(?:thank you for )?referring|referral form|medications?',
  )})`,
  'i',
);

const namedPatient = new RegExp(String.raw`\b(?:[Pp]atient|[Pp]t\.?) ${personName}`, 'u');
/** "PT" alone is not enough, because it also means physical therapy. */
const shortPatient = /(?<![A-Za-z])[Pp]ts?\b|(?:^|[\n|;,(]) {0,8}PT\.? ?(?:NAME|ID|[:#])/;

/** Whether a text is about one patient, not about a practice. */
export function isAboutPatient(text: string): boolean {
  return patientWords.test(text) || shortPatient.test(text) || namedPatient.test(text);
}

/** An inquiry about a listing, in which "Name:" is the buyer's. */
export const inquiry =
  /\b(?:listing (?:id|number|title|ref)|ref(?:erence)? ?(?:id|#)|inquir(?:y|ies)|able to invest|amount to invest|purchase (?:within|time ?frame)|asking price|available capital)(?!\w)/i;
