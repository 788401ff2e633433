import { isDateWithYear } from './dates.ts';
import { isIssuedSsn } from './find-identifiers.ts';
import type { Cell, PhiDocument, TableInText } from './read-document.ts';
import type { Passage, PhiKind } from './phi-kinds.ts';
import { diagnosisCode, mayBeName } from './words.ts';

const roles = {
  patientName:
    /^(?:(?:patient|pt|pat|resident|decedent)'?s?(?: ?(?:full|first|last|legal))?(?: ?name)?|patients?|(?:name of )?(?:patient|resident)(?: \(?last.*)?|pat(?:ient)? ?[lf]name)$/,
  /** Names of persons who may be patients: other columns decide. */
  anyName:
    /^(?:(?:full |first |last |given |family |middle |legal )?name|first|last|[lf]name|last,? ?first.*|name \(?last.*|(?:client|member|subscriber|insured|beneficiary|enrollee|guarantor|responsible party|owner ?\/ ?insured|recipient|individual|child|student|consumer)'?s?(?: (?:first |last )?name)?)$/,
  birth: /^(?:.*\b)?(?:dob|d\.? ?o\.? ?b\.?|date of birth|birth ?date|birth ?day|born|bdate)(?:\b.*)?$/,
  ssn: /^(?:.*\b)?(?:ssn|ss ?#|ss ?n(?:o|um|umber)|social(?: security)?(?: ?(?:no\.?|number|#|num))?|soc sec.*)$/,
  record:
    /^(?:(?:mrn|mr ?#|med(?:ical)? ?rec(?:ord)?.*|emr ?(?:id|#)|(?:patient|pat|pt|resident)'?s? ?(?:id|#|no\.?|num(?:ber)?|acct.*|account.*)|chart(?: ?(?:#|no\.?|num(?:ber)?|id))?)\b.*|mr ?#|chart ?#|(?:patient|pat|pt) ?#)$/,
  account: /^(?:(?:acct|account|encounter|visit|claim|rx|prescription)\.? ?(?:#|no\.?|num(?:ber)?|id)?)$/,
  member:
    /^(?:(?:pri(?:mary)?|sec(?:ondary)?)?\.? ?(?:(?:member|subscriber|insurance|insured|ins|enrollee|beneficiary|recipient|cardholder|medicaid|medicare|policy)'?s?) ?(?:id|#|no\.?|num(?:ber)?)(?: .*)?|mbi|hicn?|cin|medicaid|medicare)$/,
  clinical:
    /\b(?:dx|diagnos[ei]s|icd(?:-?10)?\d?|proc(?:edure)?s?|cpt|cdt|dos|service date|date of service|svc date|reason|appt|appointment|last visit|next visit|treatment|tx|drug|medication|rx|ndc|room|bed|admit(?:ted)?|admission|discharged?|payer|payor|insurance|carrier|allerg(?:y|ies)|tooth|surface|recall|soc|discipline|encounter|condition|copay|hipps|sex|gender|pcp|attending|clinician|therapist|pri ?prov|0-30|current|91.*|over 90|over 120|balance|bal ?total|eligibility|lab|test|result|vaccine|authorization|session|cancel(?:led)?|no[- ]show|fill date)\b/,
  work: /\b(?:employee|hired?|salary|wage|hourly|pay rate|title|position|role|specialty|licen[sc]e|lic|npi|dea|caqh|department|dept|shift|company|organization|vendor|buyer|seller|customer|lead source|plaintiff|defendant|court|malpractice|budget|nda|supervisor|provider name|credential.*|email)\b/,
} as const;
type Role = keyof typeof roles;

type Column = {
  readonly header: string;
  readonly roles: ReadonlySet<Role>;
  readonly values: readonly Cell[];
};

/** Columns of patients in tables: by their headings, if the values look like it, else by values that leave no doubt. */
export function* findInTables({ tables }: PhiDocument): Iterable<Passage> {
  for (const table of tables) {
    const columns = readColumns(table);
    yield* columns.some((column) => column.roles.size > 0) ? byHeadings(columns, table) : byValues(table);
  }
}

function readColumns({ rows: [header = [], ...rows] }: TableInText): Column[] {
  return header.map((cell, index) => {
    const name = readHeading(cell.text);
    const matching = Object.entries(roles).filter(([, pattern]) => pattern.test(name));
    return {
      header: name,
      roles: new Set(matching.map(([role]) => role).filter(isRole)),
      values: rows.flatMap((cells) => cells[index] ?? []).filter(({ text }) => text !== ''),
    };
  });
}

function isRole(name: string): name is Role {
  return name in roles;
}

/** "PatientLastName" and "patient_last_name" read as "patient last name". */
function readHeading(text: string): string {
  return text
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/[_\s]+/g, ' ')
    .replace(/[:*]$/, '')
    .trim()
    .toLowerCase();
}

function* byHeadings(columns: readonly Column[], { caption }: TableInText): Iterable<Passage> {
  const having = (role: Role, isLike: (text: string) => boolean): Column[] =>
    columns.filter((column) => column.roles.has(role) && isMostly(column.values, isLike));
  const isWork = columns.some((column) => column.roles.has('work')) || workCaption.test(caption);
  const clinical = columns.filter((column) => column.roles.has('clinical'));
  const births = having('birth', isDateWithYear);
  const records = having('record', isRecordNumber);
  const members = having('member', isMemberId);
  const patients = having('patientName', isNameLike);
  const others = having('anyName', isNameLike);
  const facts = clinical.length + births.length + records.length + members.length;
  const isOfPatients = patients.length > 0 || records.length > 0;
  const names =
    patients.length > 0 ? patients : !isWork && (births.length > 0 ? facts > 1 : facts > 0) ? others : [];
  const found: [PhiKind, readonly Column[], number][] = [
    ['ssn', having('ssn', isIssuedSsn), 0.95],
    ['patient', isWork && facts === 0 ? [] : names, patients.length > 0 ? 0.9 : 0.7],
    ['birth-date', isOfPatients || (!isWork && facts > births.length) ? births : [], 0.85],
    ['record-number', isWork && patients.length === 0 ? [] : records, 0.85],
    ['record-number', names.length > 0 ? having('account', isRecordNumber) : [], 0.7],
    ['member-id', isWork && names.length === 0 ? [] : members, 0.8],
  ];
  for (const [kind, ofKind, confidence] of found)
    for (const { values } of ofKind) yield* firstOf(kind, values, confidence);
}

const workCaption =
  /\b(?:employees?|staff|payroll|credential(?:s|ing)|provider roster|vendors?|malpractice|licen[sc]es|phone list|contacts)\b[^\n]*\n*$/i;

/** Tables without headings: listed names with diagnosis codes, or with birth dates of an earlier decade. */
function* byValues({ rows }: TableInText): Iterable<Passage> {
  const columns = (rows[0] ?? []).map((_, index) =>
    rows.flatMap((cells) => cells[index] ?? []).filter(({ text }) => text !== ''),
  );
  const names = columns.find((values) => values.length > 1 && isMostly(values, isListedName));
  if (names === undefined) return;
  const hasCodes = columns.some((values) => isMostly(values, (text) => diagnosisCode.test(text)));
  const births = columns.find((values) => isMostly(values, isEarlierDate));
  if (!hasCodes && births === undefined) return;
  yield* firstOf('patient', names, 0.7);
  if (births !== undefined) yield* firstOf('birth-date', births, 0.65);
}

function* firstOf(kind: PhiKind, values: readonly Cell[], confidence: number): Iterable<Passage> {
  const [first] = values;
  if (first !== undefined) yield { kind, start: first.start, end: first.end, confidence };
}

function isMostly(values: readonly Cell[], isLike: (text: string) => boolean): boolean {
  return values.length > 0 && values.filter(({ text }) => isLike(text)).length >= values.length * 0.6;
}

function isNameLike(text: string): boolean {
  return (
    /^(?=.*\p{L}{2})[\p{L}][\p{L}\p{M}'. -]*(?:, ?[\p{L}][\p{L}\p{M}'. -]*)?(?: \(\d+\))?$/u.test(text) &&
    text.split(/[ ,]+/).length <= 5 &&
    !/^dr\b|,? (?:md|do|dds|dmd|rn|llc|inc|pllc)\.?$/i.test(text) &&
    mayBeName(text)
  );
}

function isListedName(text: string): boolean {
  return isNameLike(text) && text.includes(',');
}

function isEarlierDate(text: string): boolean {
  return isDateWithYear(text) && /\b19\d{2}\b|\b200\d\b/.test(text);
}

function isRecordNumber(text: string): boolean {
  return /^(?=(?:\D*\d){3})[A-Z]{0,4}-?\d[\dA-Z-]{2,12}$/i.test(text) && !isDateWithYear(text);
}

function isMemberId(text: string): boolean {
  return /^(?=(?:\D*\d){4})[A-Z0-9][A-Z0-9 -]{4,18}[A-Z0-9]$/i.test(text) && !isDateWithYear(text);
}
