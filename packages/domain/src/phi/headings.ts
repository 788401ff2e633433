/** The content of the column under a heading. */
const roles = {
  patientName:
    /^(?:(?:patient|pt|pat|resident|res\.|decedent)'?s?(?: ?(?:full|first|last|legal))?(?: ?name)?|patients?|injured (?:worker|employee)(?:'?s)?(?: name)?|(?:nombre del? (?:la )?)?paciente|(?:name of )?(?:patient|resident)(?: \(?last.*)?|pat(?:ient)? ?[lf]name)$/,
  patientContact: /^(?:patient|pt|resident)'?s? ?(?:e-?mail|phone|cell|mobile|address)\b/,
  /** Initials of patients, or of staff who sign off on their work. Other columns decide. */
  initials: /^(?:initials?|inits?)$/,
  /** Names of people in someone's care, or of customers. */
  clientName:
    /^(?:client|customer|cust|mem|member|subscriber|insured|policyholder|cardholder|beneficiary|bene|enrollee|dependent|guarantor|responsible party|owner ?\/ ?insured|recipient|individual|participant|veteran|claimant|child|student|learner|debtor|consumer)'?s?(?: (?:full|first|last))?(?: ?name)?$/,
  /** Names of people who may be patients. Other columns decide. */
  anyName:
    /^(?:(?:full |first |last |given |family |middle |legal |cust(?:omer)? |referred |caller )?name|first|last|[lf]name|last,? ?first.*|last name,? ?first.*|name \(.*|name last.*)$/,
  birth:
    /^(?:.*\b)?(?:dob|d\.? ?o\.? ?b\.?|date of birth|birth ?date|birth ?dt|birth ?day|born|bdate|fecha de nac(?:imiento)?)(?:\b.*)?$/,
  ssn: /\bssn\b|\bss ?(?:#|n(?:o|um|umber)?\b)|^ss$|\bsoc(?:ial)?\.? ?sec(?:urity)?\b|^social(?: ?(?:no\.?|number|#|num))?$/,
  record:
    /^(?:(?:mrn|mr ?#|med(?:ical)? ?rec(?:ord)?.*|emr ?(?:id|#)|(?:patient|pat|pt|resident)'?s? ?(?:id|#|no\.?|num(?:ber)?|acct.*|account.*)|chart(?: ?(?:#|no\.?|num(?:ber)?|id))?)\b.*|mr ?#|chart ?#|(?:patient|pat|pt|resident) ?#)$/,
  account: /^(?:(?:acct|account|encounter|visit|claim|rx|prescription)\.? ?(?:#|no\.?|num(?:ber)?|id)?)$/,
  member:
    /^(?:(?:pri(?:mary)?|sec(?:ondary)?)?\.? ?(?:member|subscriber|insured|enrollee|beneficiary|recipient|cardholder)'?s? ?(?:id|#|no\.?|num(?:ber)?)(?: .*)?|mbi|hicn?|cin)$/,
  /** Health plan numbers. The business's own policies and its numbers as an agency have the same headings. */
  plan: /^(?:(?:pri(?:mary)?|sec(?:ondary)?)?\.? ?(?:insurance|ins|medi-?cal|medicaid|medicare|policy)\.? ?(?:id|#|no\.?|num(?:ber)?)(?: .*)?|medi-?cal|medicaid|medicare)$/,
  caregiver: /\b(?:therapist|clinician|slp|bcba|rbt|caregiver|aide|counselor|case manager)\b/,
  clinical:
    /\b(?:dx|diagnos[ei]s|icd(?:-?10)?\d?|proc(?:edure)?s?|cpt|cdt|dos|service date|date of service|svc date|appt|(?:last|next) (?:visit|appt|cleaning|exam|hygiene|recare)|prophy|treatment|tx|medication|rx|admit(?:ted)?|admission|discharged?|allerg(?:y|ies)|tooth|surface|soc date|start of care|hipps|copay|pcp|attending|pri ?prov|fill date|no[- ]show|wounds?|lesion|complaints?|symptoms?|ailment|illness|waiver|level of (?:care|need)|iep|ahi|dose|dosage|sig|modality|vitals|acuity|fall risk|code status|edd|gravida|gestation\w*|hcpcs|sphere|audiogram|ear|debond|bracket|body part|injury)\b/,
  work: /\b(?:employee|employer|hired?|salary|wage|hourly|pay rate|title|position|role|specialty|licen[sc]e|lic|npi|dea|caqh|department|dept|shift|company|organization|vendor|buyer|seller|lead source|plaintiff|defendant|court|malpractice|budget|nda|supervisor|provider name|credential.*|email|extension|ext|background check|drug (?:test|rep)|i-?9|cpr|tb|committee|coverage tier|dependents|premium|contract|retainer|commission|asking|business|practice (?:type|name)|entity|interests?|focus|expertise|firm|course|training|module|(?<!risk )score|speaker|topic|presenter|payee|memo|prospect|ownership|bonus|production)\b/,
} as const;
export type Role = keyof typeof roles;

/** Headings that tables of patients share with other tables. Two of different kinds count. */
const weakHeadings = [
  /\b(?:current|0-30|91.*|over 90|over 120|balance|bal|bal ?total)\b/,
  /\b(?:payer|payor|insurance|ins|carrier|eligibility|authorization|auth)\b/,
  /\b(?:test|result|lab|vaccine)\b/,
  /\b(?:room|rm|bed)\b/,
  /\b(?:drug|ndc)\b/,
  /\b(?:soc|discipline)\b/,
  /\b(?:appointment|session|recall|encounter|cancel(?:led)?)\b/,
  /\b(?:reason|condition)\b/,
  /\b(?:claim|denials?|denied)\b/,
  /\b(?:billed|allowed|paid|adj(?:usted|ustment)?)\b/,
] as const;

const maxHeading = 200;

/** "PatientLastName" and "patient_last_name" read as "patient last name". */
export function readHeading(text: string): string {
  return text
    .slice(0, maxHeading)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/[_\s]+/g, ' ')
    .replace(/[:*]$/, '')
    .trim()
    .toLowerCase();
}

export function listRoles(heading: string): ReadonlySet<Role> {
  const matching = Object.entries(roles).filter(([, pattern]) => pattern.test(heading));
  return new Set(matching.map(([role]) => role).filter(isRole));
}

function isRole(name: string): name is Role {
  return name in roles;
}

export function countWeakHeadings(headings: readonly string[]): number {
  return weakHeadings.filter((pattern) => headings.some((heading) => pattern.test(heading))).length;
}

const decisive: readonly Role[] = ['patientName', 'patientContact', 'birth', 'ssn', 'record', 'member'];
const names: readonly Role[] = ['anyName', 'clientName'];
/** A cell with a number, a date, an amount, or an address is not a heading. */
export const valueLike = /\d{3}|\d\/\d|[@$]/;

/** Whether a row inside a table is the heading row of another table, below a title or a summary. */
export function isHeadingRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length < 2 || filled.some((cell) => cell.length > maxHeading || valueLike.test(cell)))
    return false;
  const headings = filled.map(readHeading);
  // "PT" is a kind of therapist, too.
  const found = headings.filter((heading) => heading.length > 2).map(listRoles);
  const has = (sought: readonly Role[]) => found.some((own) => sought.some((role) => own.has(role)));
  return has(decisive) || (has(names) && (has(['clinical']) || countWeakHeadings(headings) > 1));
}
