const joinAlternatives = (...words: readonly string[]): string => words.join('|');

/** A name of a person as texts write it: "Maria J. Lopez", "Lopez, Maria", "LOPEZ, MARIA J". */
const letter = String.raw`[\p{L}\p{M}]`;
const capitalized = String.raw`\p{Lu}[\p{Ll}\p{M}]{1,25}`;
const word = String.raw`(?<!${letter})(?:(?:Mc|Mac|O'|D'|De|Di|La|Van )?${capitalized}(?:[-']${capitalized})?)`;
const capitals = String.raw`(?:(?<!${letter})\p{Lu}[\p{Lu}\p{M}'-]{1,30})`;
const initial = String.raw`\p{Lu}\.?`;
const fullName = String.raw`(?:${word} (?:${initial} )?(?:(?:de la|de|del|van|von|bin|al) )?${word}(?: (?:Jr|Sr|II|III)\b\.?)?)`;
const listedName = String.raw`(?:${word}(?: ${word})?, ?${word}(?: \p{Lu}(?!${letter})\.?)?)`;
const capitalName = String.raw`(?:${capitals}(?: ${capitals})?, ?${capitals}(?: \p{Lu}(?!${letter})\.?)?|${capitals} (?:${initial} )?${capitals})`;
const initialName = String.raw`(?:\p{Lu}\. ?${word})`;
/** For patterns with the flag `u`. */
export const personName = `(?:${listedName}|${fullName}|${capitalName}|${initialName})`;
export const titledName = String.raw`(?:(?:Mr|Mrs|Ms|Miss)\b\.? (?:${word} )?${word})`;

const notNames = new RegExp(
  String.raw`(?<!\p{L})(?:${joinAlternatives(
    'patients?|pts?|residents?|clients?|members?|subscribers?|providers?|insurance|insured|payers?|plans?|guarantor|names?|address|phone|fax|email|date|birth|dob|sex|gender|age|account|balance|total|amount|number|code|claims?|notes?|charts?|records?|reports?|summary|history|status|type|reason|visits?|referrals?|referring|referred|diagnosis|procedure|treatment|exam|orders?',
    'january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|yesterday|week|month|year|quarter',
    'medicare|medicaid|aetna|cigna|humana|anthem|blue|cross|shield|united|delta|metlife|tricare|hipaa|street|avenue|suite|road|drive|north|south|east|west|united|states|county|city',
    'advocate|coordinator|services?|access|experience|relations|liaison|financial|portal|safety|manager|director|administrator|officer|president|front|desk|office|billing|team|staff|department|physician|doctor|dentist|nurse|therapist|hygienist|assistant|owner|seller|buyer|broker|attorney|counsel',
    'the|this|that|these|those|there|their|they|your|our|his|her|she|he|we|it|is|are|was|were|has|had|have|will|with|without|from|for|and|but|not|all|any|each|per|please|thanks|thank|dear|hello|hi|hey|regards|sincerely|best|good|new|active|average|annual|net|gross|new|no|yes|see|call|also|if|in|on|at|to|of|by|as|an|or|so|then|when|after|before|both|two|three|four|attached|follow|up|quick|just|can|could|does|do|how|what|why|who|where|which',
    'volume|base|care|flow|retention|satisfaction|count|population|mix|panel|list|load|growth|revenue|income|home|health|hospice|dental|medical|clinic|center|hospital|family|medicine|practice|pharmacy|surgery|surgical|physical|therapy|skilled|nursing|facility|laboratory|imaging|acute|chronic|primary|secondary|principal|left|right|upper|lower|test|sample|doe|equipment|purchase|agreement|letter|intent|data|business|listing|closing|company|corporation|holdings|bank|tax|returns?',
  )})(?!\p{L})`,
  'iu',
);

/** Illnesses and scores in capitals: "CHF, PPS". */
const abbreviations =
  /\b(?:ADHD|AFIB|ASHD|CAD|CHF|CKD|COPD|CVA|DNR|DVT|ESRD|FAST|GERD|HTN|MRSA|PPS|PTSD|PVD|TIA|UTI)\b/;

/** Whether a passage that is shaped like a name may be one: headings, payers, roles, and illnesses are not. */
export function canBeName(passage: string): boolean {
  return !abbreviations.test(passage) && !notNames.test(passage.replace(/^(?:Mr|Mrs|Ms|Miss)\b\.? /, ''));
}

const surnameWords =
  /(?<!\p{L})(?:north|south|east|west|street|road|drive|county|city|cross|shield|blue|best|good|new|young|left|right|home|banks?|center|family|day|doe)(?!\p{L})/giu;
const givenWords = /(?:^|, ?)(?:april|may|june|august|will)\b/i;

/** Whether a passage behind a patient's label may be a name: some surnames are words that otherwise are none. */
export function canBePatientName(passage: string): boolean {
  const rest = passage.replaceAll(surnameWords, '');
  const given = rest.replace(givenWords, '');
  if (rest === passage)
    return canBeName(passage) || (given !== rest && canBeName(given) && given.trim() !== '');
  return canBeName(given) && (/\p{L}/u.test(given) || given !== rest);
}

const roles = joinAlternatives(
  'dr|doctor|owners?|co-?owner|sellers?|buyers?|brokers?|attorney|lawyer|counsel|cpa|accountant|lender|banker|landlord|employees?|staff|hygienist|receptionist|office manager|practice manager|administrator|front desk|biller|billing manager|assistant|associate|partner|founder|physician|dentist|surgeon|psychologist|therapist|clinician|pharmacist|nurses?|rn|lpn|np|cna|md|d\\.?o|dds|dmd|dpm|dvm|od|pa-c|pharmd|dpt|physician assistant|medical director|director of nursing|don|provider|technician|vendor|rep|plaintiff|defendant|applicant|borrower|tenant',
);
/** A role directly before or behind a name: the person works there or trades. */
export const roleBefore = new RegExp(String.raw`\b(?:dr\.|(?:${roles})\b[:,]?)\s*$`, 'i');
export const roleBehind = new RegExp(
  String.raw`^(?:'s)?\s*[,(-]*\s*(?:(?:is|was) )?(?:(?:the|our|my|his|her|an?|new|former|current|lead|senior) )*(?:${roles})\b`,
  'i',
);

/** Words of work, trade, and licensing: dates and numbers next to them are not a patient's. */
export const workWords = new RegExp(
  String.raw`\b(?:${joinAlternatives(
    'employees?|staff|hired?|hire date|payroll|salary|wages?|hourly|owners?|sellers?|buyers?|shareholders?|officers?|founders?|applicants?|borrowers?|credential(?:s|ing|ed)?|licen[sc]es?|licensed|licensure|board|npi|dea|caqh|w-?[29]|i-9|driver|passport|spouse|hygienist|associate|birthdays?|anniversar(?:y|ies)|practiced|toured|resume|cv|background check|operating agreement|personal financial|partners?|ownership|sba|key[- ]?(?:man|person)|collateral|leases?|dr|dueñ[oa]|propietari[oa]|vendedora?|compradora?|emplead[oa]s?',
  )})\b`,
  'i',
);

/** Words that are said of one patient, not of a practice. */
const patientWords = new RegExp(
  String.raw`\b(?:${joinAlternatives(
    String.raw`(?:the|this|my|her|his|new|each|our|a|your) (?:pt|patient)\b(?! (?:volume|base|care|flow|retention|satisfaction|visits?|count|population|mix|panel|list|load|growth|records?|portal|experience|safety|demographics|encounters?|lists?|numbers?))`,
    String.raw`patient(?:'s)?\s*(?:name|id|dob|no|acct|account|address|information|registration|intake|chart|signature|date)|patient(?:'s)?\s*[:#]|pt\.?\s*(?:name|id|[:#])|pts?\b|pacientes?\s*:|(?:el|la|del|este|esta) paciente\b`,
    "resident (?:name|id)|resident:|beneficiary|subscriber|insured's|mrn|mr#|medical record|chart (?:no|number|#)|face ?sheet|superbill|explanation of benefits|prior auth(?:orization)?|date of service|dos|date of procedure|chief complaint|hpi|pmh|diagnosed with|diagnosis:|dx:?|icd(?:-?10)?|admitted|discharged?|discharge summary|operative report|progress note|pathology|plan of care|date of admission",
    'complain(?:s|ed) of|presents? with|underwent|prescribed|allerg(?:y|ies)|symptoms?|on exam|mg|immunization|vaccin(?:e|ated|ation)|emergency contact|reason for (?:visit|referral)|copay|eligibility|referring (?:doctor|physician|provider)|y/?o|year[- ]old|lab results?|x-?rays?|(?:thank you for )?referring|referral form|medications?',
  )})`,
  'i',
);

const conditions = joinAlternatives(
  "hypertension|diabet(?:es|ic)|copd|asthma|cancer|carcinoma|lymphoma|leukemia|tumors?|melanoma|stroke|cva|chf|heart failure|myocardial|infarct(?:ion)?|arrest|afib|fibrillation|pneumonia|covid|influenza|sepsis|infection|abscess|fracture|sprain|meniscus tear|arthritis|osteo\\w+|depress(?:ion|ive)|anxiety|panic|bipolar|schizophrenia|ptsd|adhd|autism|dementia|alzheimer'?s?|parkinson'?s?|epilepsy|seizures?|migraines?|multiple sclerosis|hiv|hepatitis|cirrhosis|renal failure|ckd|esrd|dialysis|kidney (?:stones?|disease)|ulcers?|wounds?|pressure injury|gerd|reflux|obesity|anemia|pregnan(?:t|cy)|miscarriage|overdose|withdrawal|addiction|opioid use|suicid(?:e|al)|(?:a|unwitnessed|witnessed) fall|\\bfell\\b|chest pain|back pain|toothache|cavity|caries|gingivitis|periodontitis|glaucoma|cataracts?|retinopathy|macular|scoliosis|neuropathy|lupus|psoriasis|eczema|herpes|with ms\\b|\\buti\\b|\\bdvt\\b|k \\d\\.\\d|a1c",
);
const procedures = joinAlternatives(
  'surgery|arthroscopy|meniscectomy|replacement|root canal|rct|endo|crowns?|crown (?:prep|seat|seating)|fillings?|extractions?|\\bext\\b|implants?|srp|scaling|perio(?:dontal)? maint\\w*|prophy|cleaning|new (?:pt|patient) exam|bridge|denture|veneers?|night ?guard|colonoscopy|endoscopy|biopsy|mri|ct scan|x-?ray|ultrasound|echo|ekg|mammogram|chemo(?:therapy)?|injections?|botox|filler|stent|bypass|cabg|c-section|hysterectomy|appendectomy|cholecystectomy|tonsillectomy|transplant|transfusion|biops(?:y|ies)|pt eval(?:uation)?|ot eval(?:uation)?|speech therapy|office visit|well visit|wellness visit|annual (?:physical|exam)|physical exam|sick visit|med(?:ication)? (?:check|refill)|refills?|therapy session|individual therapy|vaccin\\w+|flu shot|immunization|lab(?:s| results?| work)|blood work|spay|neuter',
);
/** Kinds of care that a practice offers as well. */
const services =
  'infusion|radiation|delivery|physical therapy|evaluation|consult(?:ation)?|follow[- ]?up(?: visit)?|counseling|intake|detox|hospice|wound care|skilled nursing|skilled unit|discharge|recall|adjustment';
const drugs =
  'metformin|lisinopril|atorvastatin|amlodipine|losartan|carvedilol|furosemide|insulin|ozempic|semaglutide|warfarin|eliquis|plavix|gabapentin|oxycodone|hydrocodone|percocet|norco|suboxone|buprenorphine|methadone|adderall|xanax|alprazolam|lorazepam|zoloft|sertraline|lexapro|prozac|seroquel|amoxicillin|azithromycin|augmentin|keflex|prednisone|albuterol|humira|keytruda|levothyroxine|omeprazole|ibuprofen|\\d+ ?mg\\b';

/** Three-character codes need their decimals, because B12 and A1C are not diagnoses. */
const icd = String.raw`[A-TV-Z]\d[0-9A-Z]\.[0-9A-Z]{1,4}`;
/** Said of patients only. */
const medicalEvents = joinAlternatives(
  'underwent|presents? (?:with|for)|presented to the (?:ed|er|emergency)|diagnosed|readmitted|admitted to (?:the )?(?:hospital|icu|er|hospice|rehab|snf)|discharged (?:home|to|with)|prescribed|hospitalized|tested positive|(?:sent|transferred|taken|rushed) to (?:the )?(?:ed|er|hospital|icu|\\w+ (?:general|hospital|medical))|treated for|being treated|needs? (?:a )?(?:refill|root canal|crown|surgery|mri)|dx\\b|dos\\b|date of service|no auth on file|prior auth|bleeding|swelling|in pain',
);
/** Also said of other things: these need a care word nearby. */
const commonEvents = joinAlternatives(
  'was seen|were seen|seen (?:on|for|in|by)|came in|presented (?:with|for|to the (?:clinic|office))|complain(?:s|ed|ing) of|admitted (?:to (?!me|us|being|having)|on|for|with|from)|discharged|history of|passed away|expired on|was treated|denied (?:as|for|the)|no auth',
);
const events = `${medicalEvents}|${commonEvents}`;
const symptoms =
  'pain|headaches?|dizz(?:y|iness)|nausea|vomiting|fever|cough|rash|shortness of breath|numbness|bleeding|swelling|fatigue|insomnia|oxygen|nurse|hospital|emergency|rehab|icu';

/** A fact about one person's health or care. */
export const clinicalFact = new RegExp(
  String.raw`(?:\b(?:${conditions}|${procedures}|${services}|${drugs}|${events})(?![a-z])|\b(?:cpt|hcpcs|icd(?:-?10)?|dx|cdt|ada code|procedure code|code)[:#. ]*(?:is )?[A-Z]?\d{2,5}|#\d{1,2}\b|\bD\d{4}\b)`,
  'i',
);
export const diagnosisCode = new RegExp(String.raw`(?<![A-Z0-9.-])${icd}(?![A-Z0-9-])`);
export const illness = new RegExp(String.raw`\b(?:${conditions}|${drugs})(?![a-z])`, 'i');
/** Things that happen to a patient, said of a person in one sentence. */
export const clinicalEvent = new RegExp(String.raw`\b(?:${events})\b`, 'i');
export const medicalEvent = new RegExp(String.raw`\b(?:${medicalEvents})\b`, 'i');
export const symptom = new RegExp(String.raw`\b(?:${symptoms})\b`, 'i');
export const clinicalThing = new RegExp(
  String.raw`\b(?:${conditions}|${procedures}|${services}|${drugs})(?![a-z])`,
  'i',
);
/** Without the kinds of care that a practice offers as well, such as wound care. */
export const ownThing = new RegExp(
  String.raw`\b(?:${conditions}|${procedures}|${drugs})(?![a-z]| care\b)`,
  'i',
);

const namedPatient = /\b(?:[Pp]atient|[Pp]t\.?) \p{Lu}\p{Ll}+ \p{Lu}/u;

/** Whether a text is about one patient, not about a practice. */
export function isAboutPatient(text: string): boolean {
  return patientWords.test(text) || namedPatient.test(text);
}
