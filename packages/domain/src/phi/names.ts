import { joinAlternatives } from './plain-text.ts';

const letter = String.raw`[\p{L}\p{M}]`;
const capitalized = String.raw`\p{Lu}[\p{Ll}\p{M}]{1,25}`;
const word = String.raw`(?<!${letter})(?:(?:Mc|Mac|O'|D'|De|Di|La|Le|St\. ?|Van )?${capitalized}(?:[-']${letter}[\p{Ll}\p{M}]{1,25})?)`;
const particle = String.raw`(?:de la|de las|de los|de|del|della|da|dos|van der|van den|van|von|ter|bin|binti|ibn|abu|al|el|y)[ -]`;
const capitals = String.raw`(?:(?<!${letter})\p{Lu}[\p{Lu}\p{M}'-]{1,30})`;
const initial = String.raw`\p{Lu}\.?`;
const fullName = String.raw`(?:${word}(?: {1,2}(?:${initial} {1,2})?(?:${particle})?${word}){1,3}(?: (?:Jr|Sr|II|III)\b\.?)?)`;
const listedName = String.raw`(?:${word}(?: ${word})?, ?${word}(?: \p{Lu}(?!${letter})\.?)?)`;
const capitalName = String.raw`(?:${capitals}(?: {1,2}${capitals}){0,2}, ?${capitals}(?: \p{Lu}(?!${letter})\.?)?|${capitals} {1,2}(?:${initial} )?${capitals}(?: ${capitals}){0,2})`;
const initialName = String.raw`(?:(?<!${letter})\p{Lu}\. ?(?:\p{Lu}\. ?)?${word})`;
/** A name of a person as texts write it: "Maria J. Lopez", "Lopez, Maria", "LOPEZ, MARIA J". For patterns with the flag `u`. */
export const personName = `(?:${listedName}|${fullName}|${capitalName}|${initialName})`;
/** "Tina R.", which is a name only where other words say so. */
export const shortName = String.raw`(?:${word} \p{Lu}\.(?! ?\p{Lu}\p{Ll}))`;
export const titledName = String.raw`(?:(?:Mr|Mrs|Ms|Miss)\b\.? (?:${word} ){0,2}(?:${particle})?${word})`;
/** Someone with a title is a person, even if the surname is a word such as Young. */
export const title = /^(?:Mr|Mrs|Ms|Miss)\b\.? /;

const notNames = new RegExp(
  String.raw`(?<!\p{L})(?:${joinAlternatives(
    'patients?|pts?|residents?|clients?|members?|subscribers?|providers?|insurance|insured|payers?|plans?|guarantor|names?|address|phone|fax|email|date|birth|dob|sex|gender|age|account|balance|total|amount|number|code|claims?|notes?|charts?|records?|reports?|summary|history|status|type|reason|visits?|referrals?|referring|referred|diagnosis|procedure|treatment|exam|orders?',
    'january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|yesterday|week|month|year|quarter',
    'medicare|medicaid|aetna|cigna|humana|anthem|blue|cross|shield|united|delta|metlife|tricare|hipaa|street|avenue|suite|road|drive|north|south|east|west|united|states|county|city',
    'advocate|coordinator|services?|access|experience|relations|liaison|financial|portal|safety|manager|director|administrator|officer|president|front|desk|office|billing|team|staff|department|physician|doctor|dentist|nurse|therapist|hygienist|assistant|owner|seller|buyer|broker|attorney|counsel',
    'the|this|that|these|those|there|their|they|your|our|his|her|she|he|we|it|is|are|was|were|has|had|have|will|with|without|from|for|and|but|not|all|any|each|per|please|thanks|thank|dear|hello|hi|hey|regards|sincerely|best|good|new|active|average|annual|net|gross|new|no|yes|see|call|also|if|in|on|at|to|of|by|as|an|or|so|then|when|after|before|both|two|three|four|attached|follow|up|quick|just|can|could|does|do|how|what|why|who|where|which',
    'volume|base|care|flow|retention|satisfaction|count|population|mix|panel|list|load|growth|revenue|income|home|health|hospice|dental|medical|clinic|center|hospital|family|medicine|practice|pharmacy|surgery|surgical|physical|therapy|skilled|nursing|facility|laboratory|imaging|acute|chronic|primary|secondary|principal|left|right|upper|lower|test|sample|doe|equipment|purchase|agreement|letter|intent|data|business|listing|closing|company|corporation|holdings|bank|tax|returns?',
    // Makers of equipment and software. Their models read like family names.
    'siemens|philips|planmeca|sirona|dentsply|carestream|midmark|pelton|adec|zeiss|canon|hologic|fuji(?:film)?|konica|mindray|sonosite|resmed|respironics|medtronic|stryker|phonak|oticon|starkey|biolase|dentrix|eaglesoft|toshiba|samsung|shimadzu|olympus|medline|mckesson|glidewell|schein',
    'liens?|superbills?|activities|interested|met|spoke|talked|lunch|saw|told|asked|reminder|voicemail|law|firm|iolta|church|hotel|foundation|corp|ave|blvd|credits?|debits?|balances|receivables?|refunds?|payments?|deposits?|fees?|charges?|rates?|ratio|bills|pay|education|survey|rights|outreach|engagement|communications?|acquisition|journey|first|success|marketing|consulting|consultants?|capital|advisors?|trucking|realty|properties|roofing|ventures|equity|scholarship|memorial|award|fund|forms?|google|assisted|living|manor|village|trust|title|escrow|university|college|school|institute|association|society|llc|inc|pllc|llp|part|exhibit|schedule|section|page|item|form|field|room|unit|level|stage|group|policy|saint',
  )})(?!\p{L})`,
  'iu',
);

/** Illnesses and scores in capitals: "CHF, PPS". */
const abbreviations =
  /\b(?:ADHD|AFIB|ASHD|CAD|CHF|CKD|COPD|CVA|DNR|DVT|ESRD|FAST|GERD|HTN|MRSA|PPS|PTSD|PVD|TIA|UTI)\b/;

const streetType = / (?:St|Rd|Ln|Ct|Blvd|Hwy|Pkwy|Cir)\.?$/;
/** Whether a passage that is shaped like a name may be one: headings, payers, roles, and illnesses are not. */
export function canBeName(passage: string): boolean {
  return (
    !abbreviations.test(passage) && !streetType.test(passage) && !notNames.test(passage.replace(title, ''))
  );
}

const surnameWords =
  /(?<!\p{L})(?:north|south|east|west|street|road|drive|county|city|cross|shield|blue|best|good|new|young|left|right|home|banks?|center|family|day|doe|manor|page|church|law|field)(?!\p{L})/giu;
const givenWords = /(?:^|, ?)(?:april|may|june|august|will)\b/i;

/** Whether a passage behind a patient's label may be a name. There, surnames may be words such as Young or West. */
export function canBePatientName(passage: string): boolean {
  const name = passage.replace(title, '');
  const rest = name.replaceAll(surnameWords, '');
  const given = rest.replace(givenWords, '');
  if (rest === name) return canBeName(passage) || (given !== rest && canBeName(given) && given.trim() !== '');
  return canBeName(given) && (/\p{L}/u.test(given) || given !== rest || name !== passage);
}

/** The longest start of a passage, of two words at least, that may be a name: "Maria Lopez" of "Maria Lopez Medicare". */
export function cutName(passage: string, canBe: (name: string) => boolean): string | null {
  for (let name = passage; /\S[\s,]+\S/.test(name); name = name.replace(/[\s,]+\S+$/, ''))
    if (canBe(name)) return name;
  return null;
}

const roles = joinAlternatives(
  'dr|doctor|owners?|co-?owner|sellers?|buyers?|brokers?|attorney|lawyer|counsel|cpa|accountant|lender|banker|landlord|employees?|staff|hygienist|receptionist|office manager|practice manager|administrator|front desk|biller|billing manager|assistant|associate|partner|founder|physician|dentist|surgeon|psychologist|therapist|clinician|pharmacist|nurses?|rn|lpn|np(?! exam)|cna|md|d\\.?o|dds|dmd|dpm|dvm|od|pa-c|pharmd|dpt|physician assistant|medical director|director of nursing|don|provider|technician|vendor|rep|plaintiff|defendant|applicant|borrower|tenant|fnp|crna|lcsw|lmft|lpc|lmhc|psyd|phd|otr|pta|cota|slp|rbt|bcba|rdh|lvn|dc|esq|aud|supervis(?:or|ing)(?: \\w+)?|attending|interpreter|guardian|preparer|adjuster|auditor|trainer|inspector|instructor|consultant|coordinator|counselor|(?:\\w+ )?aides?|bookkeeper|drivers?|cook|housekeeper|technologist|injector|optician|esthetician|scheduler|trustee|appraiser|candidate|(?:patient )?advocate|caregiver|volunteer|intern|resident physician|chaplain|msw|social worker',
);
/** A role right before or behind a name. The person works at the practice or is a party to a deal. */
export const roleBefore = new RegExp(String.raw`\b(?:dr\.|(?:${roles})\b[:,]?)\s*$`, 'i');
export const roleBehind = new RegExp(
  String.raw`^(?:'s)?\s*[,(-]*\s*(?:(?:is|was) )?(?:(?:the|our|my|his|her|an?|new|former|current|lead|senior) )*(?:${roles})\b(?! [-+]\d)|^,? (?:llc|inc|pllc|pc|llp|lp|co|trust|associates|partners|group)\b`,
  'i',
);
