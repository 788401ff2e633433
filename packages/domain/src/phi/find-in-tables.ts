import { isDateWithYear } from './dates.ts';
import { club } from './find-identifiers.ts';
import { isIssuedSsn } from './find-ssns.ts';
import { countWeakHeadings, isHeadingRow, readHeading, listRoles, valueLike, type Role } from './headings.ts';
import {
  captionCharacters,
  listHeadings,
  type Cell,
  type PhiDocument,
  type TableInText,
} from './read-document.ts';
import type { Passage, PhiKind } from './phi-kinds.ts';
import { canBeName, canBePatientName } from './names.ts';
import { diagnosisCode, ownThing, symptom } from './clinical-words.ts';

type Column = {
  readonly heading: string;
  readonly roles: ReadonlySet<Role>;
  readonly values: readonly Cell[];
};

/** Finds columns of patients in tables, by headings with values that fit them, or by values that leave no doubt. */
export function* findInTables({ tables, text }: PhiDocument): Iterable<Passage> {
  for (const table of tables.flatMap((whole) => withParts(whole, text))) {
    const columns = readColumns(table);
    const isHeaded = !columns.some(({ heading }) => isDateWithYear(heading));
    yield* isHeaded && columns.some((column) => column.roles.size > 0)
      ? findByHeadings(columns, table)
      : findByValues(table);
  }
}

/** What the headings of the table around a position say about its rows. Null outside of tables with headings. */
export function findTopic(tables: PhiDocument['tables'], at: number): 'work' | 'other' | null {
  const headings = listHeadings(tables, at);
  if (headings.some((heading) => valueLike.test(heading))) return null;
  const found = headings.map((heading) => listRoles(readHeading(heading)));
  if (found.some((own) => own.has('work'))) return 'work';
  return found.some((own) => own.size > 0) ? 'other' : null;
}

/** A table and the tables inside it with headings of their own, below lines about the report or below a summary. */
function withParts(table: TableInText, text: string): TableInText[] {
  const { rows } = table;
  const starts = rows.flatMap((cells, at) =>
    at > 0 && isHeadingRow(cells.map((cell) => cell.text)) ? [at] : [],
  );
  const parts = starts.map((start, index) => {
    const before = rows[start]?.[0]?.start ?? 0;
    return {
      rows: rows.slice(start, starts[index + 1]),
      caption: text.slice(Math.max(0, before - captionCharacters), before),
    };
  });
  return [table, ...parts];
}

function readColumns({ rows: [header = [], ...rows] }: TableInText): Column[] {
  return header.map((cell, index) => {
    const heading = readHeading(cell.text);
    return {
      heading,
      roles: listRoles(heading),
      values: rows
        .flatMap((cells) => cells[index] ?? [])
        .filter(({ text }) => text !== '' && !totalRow.test(text)),
    };
  });
}

const totalRow = /^(?:grand |sub)?-?totals?\b/i;

function* findByHeadings(columns: readonly Column[], { caption }: TableInText): Iterable<Passage> {
  const having = (role: Role, isLike: (text: string) => boolean): Column[] =>
    columns.filter((column) => column.roles.has(role) && areMost(column.values, isLike));
  const headings = columns.map(({ heading }) => heading);
  const births = having('birth', isDateWithYear);
  const isBirthList = births.length > 0 && headings.some((heading) => contact.test(heading));
  const isWork = isAboutWork(columns, caption, isBirthList);
  const records = having('record', isRecordNumber);
  const members = headings.some((heading) => club.test(heading)) ? [] : having('member', isMemberId);
  const plans = having('plan', isMemberId);
  const patients = [...having('patientName', isPatientName), ...listInitials(columns, isWork)];
  const clients = having('clientName', isNameLike);
  const weak = countWeakHeadings(headings);
  const hasCare =
    hasCareColumn(columns) ||
    weak > 1 ||
    records.length + members.length > 0 ||
    (births.length > 0 && weak + plans.length > 0) ||
    isBirthList ||
    isAging(headings);
  const hasClients =
    clients.length > 0 &&
    (births.length > 0 ||
      columns.some((column) => column.roles.has('caregiver')) ||
      plans.some(({ heading }) => heading.startsWith('medi')));
  const isOfPatients =
    records.length > 0 || patients.some(({ heading }) => !isWork || !/^(?:resident|decedent)/.test(heading));
  const isOfCare = !isWork && (hasCare || hasClients);
  const others = isOfCare ? [...clients, ...having('anyName', isNameLike)] : [];
  const names = isOfPatients && patients.length > 0 ? patients : others;
  const found: [PhiKind, readonly Column[], number][] = [
    ['ssn', having('ssn', isSsnCell), 0.95],
    ['patient', names, patients.length > 0 ? 0.9 : 0.7],
    ['patient', having('patientContact', isContact), 0.8],
    ['birth-date', isOfPatients || isOfCare ? births : [], 0.85],
    ['record-number', isWork && patients.length === 0 ? [] : records, 0.85],
    ['record-number', names.length > 0 ? having('account', isRecordNumber) : [], 0.7],
    ['member-id', isWork && names.length === 0 ? [] : members, 0.8],
    ['member-id', names.length > 0 || (isOfCare && births.length > 0) ? plans : [], 0.8],
  ];
  for (const [kind, ofKind, confidence] of found)
    for (const { values } of ofKind) yield* takeFirst(kind, values, confidence);
}

const age = /^(?:age|sex|gender)\b/;

/** Columns of patients' initials beside their care. Staff initial their work, too, so "Initials" alone needs an age or sex. */
function listInitials(columns: readonly Column[], isWork: boolean): Column[] {
  if (!hasCareColumn(columns)) return [];
  const isOfPersons =
    !isWork && columns.some(({ heading, roles }) => age.test(heading) || roles.has('birth'));
  return columns.filter(
    ({ roles, values }) =>
      (roles.has('patientName') ||
        (roles.has('clientName') && !isWork) ||
        (roles.has('initials') && isOfPersons)) &&
      areMost(values, isInitials),
  );
}

/** Days past due: "current", "0-30", "31 - 60 days", "90+", "over 120". */
const agingBucket = /^(?:current|\d{1,3} ?[-–] ?\d{2,3}|over \d{2,3}|> ?\d{2,3}|\d{2,3}\+)(?: days)?$/;

/** Whether a table lists patients' balances by guarantor. Loans have guarantors, too. */
function isAging(headings: readonly string[]): boolean {
  const has = (pattern: RegExp): boolean => headings.some((heading) => pattern.test(heading));
  return (
    has(/^(?:guarantor|responsible party)/) &&
    (has(/\bbal(?:ance)?\b/) || headings.filter((heading) => agingBucket.test(heading)).length > 1) &&
    !has(/\b(?:loan|lender|rate|matur\w+|bank|collateral|note|facility|credit|principal)\b/)
  );
}

/** Whether a table is about work. Deals and wounds both have stages; staff and patients both have email addresses. */
function isAboutWork(columns: readonly Column[], caption: string, isBirthList: boolean): boolean {
  const isClinical = columns.some(({ roles }) => roles.has('clinical'));
  return (
    workCaption.test(caption) ||
    columns.some(
      ({ heading, roles }) =>
        (roles.has('work') && !(isBirthList && heading === 'email')) ||
        (!isClinical && /\bstage\b/.test(heading)),
    )
  );
}

function hasCareColumn(columns: readonly Column[]): boolean {
  return columns.some(
    ({ heading, roles, values }) =>
      roles.has('clinical') ||
      areMost(values, isCareCell, 0.5) ||
      (ownThing.test(heading) && areMost(values, isDateWithYear)),
  );
}

/** Headings of lists of patients with birth dates. A list of staff also has a column about their work. */
const contact = /\b(?:phone|ph|cell|e-?mail|address|addr\d?|street|zip|city|sex|gender)\b/;

const workCaption =
  /\b(?:employees?|staff|payroll|credential(?:s|ing)|provider roster|vendors?|malpractice|licen[sc]es|phone list|contacts)\b[^\n]*\n*$/i;

/** Finds patients in tables without headings, by names in list form with diagnosis codes or with old birth dates. */
function* findByValues({ rows }: TableInText): Iterable<Passage> {
  const columns = (rows[0] ?? []).map((_, index) =>
    rows.flatMap((cells) => cells[index] ?? []).filter(({ text }) => text !== ''),
  );
  const births = columns.find((values) => areMost(values, isEarlierDate));
  const hasCodes = columns.some((values) => areMost(values, (text) => diagnosisCode.test(text)));
  const isOfPersons = births !== undefined && columns.some((values) => areMost(values, isSex));
  const isName = isOfPersons ? isNameLike : isListedName;
  const names = columns.find((values) => values.length > 1 && areMost(values, isName));
  if (names === undefined || (!hasCodes && births === undefined)) return;
  yield* takeFirst('patient', names, 0.7);
  if (births !== undefined) yield* takeFirst('birth-date', births, 0.65);
}

function* takeFirst(kind: PhiKind, values: readonly Cell[], confidence: number): Iterable<Passage> {
  const [first] = values;
  if (first !== undefined) yield { kind, start: first.start, end: first.end, confidence };
}

function areMost(values: readonly Cell[], isLike: (text: string) => boolean, share = 0.6): boolean {
  return values.length > 0 && values.filter(({ text }) => isLike(text)).length >= values.length * share;
}

const nameShape = /^(?=.*\p{L}{2})[\p{L}][\p{L}\p{M}'. -]*(?:, ?[\p{L}][\p{L}\p{M}'. -]*)?$/u;
const profession = /^dr\b|,? (?:md|do|dds|dmd|rn|llc|inc|pllc)\.?$/i;

function hasNameShape(text: string): boolean {
  return nameShape.test(text) && text.split(/[ ,]+/).length <= 5 && !profession.test(text);
}

/** Record numbers may be next to the name: "448812 - Maria Lopez", "Maria Lopez (448812)". */
function removeNumbers(text: string): string {
  return text.replace(/^[A-Z]?\d{2,12} ?[-:]? ?/, '').replace(/ ?(?:- ?|#|\()\d{1,12}\)?$/, '');
}

function isNameLike(text: string): boolean {
  const name = removeNumbers(text);
  return hasNameShape(name) && canBeName(name);
}

function isPatientName(text: string): boolean {
  const name = removeNumbers(text);
  return hasNameShape(name) && canBePatientName(name);
}

const maxCareCell = 60;

function isCareCell(text: string): boolean {
  return text.length <= maxCareCell && (ownThing.test(text) || symptom.test(text));
}

function isInitials(text: string): boolean {
  return /^(?:\p{Lu}\.? ?){2,3}$/u.test(text);
}

function isContact(text: string): boolean {
  return text.includes('@') || /\d{3}\D{0,2}\d{4}$/.test(text) || /^\d+ \p{L}/u.test(text);
}

/** Spreadsheets drop zeros at the start. */
function isSsnCell(text: string): boolean {
  return isIssuedSsn(/^\d{7,8}$/.test(text) ? text.padStart(9, '0') : text);
}

function isSex(text: string): boolean {
  return /^(?:m|f|male|female)$/i.test(text);
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
