import type { ImportMapping, ImportProblemKind } from '@handover/contract/imports.ts';
import { cleanCell, parseAccountType, parseDate } from './cells.ts';
import type { Values } from './compose-name.ts';

/** What is wrong with a row, and in which column (its index in the file). */
export type Fault = {
  readonly column: number | null;
  readonly kind: ImportProblemKind;
  readonly message: string;
};
type Read = {
  readonly cells: readonly string[];
  readonly mapping: ImportMapping;
  /** How many columns the header has. */
  readonly width: number;
  readonly values: Values;
  readonly isNamed: boolean;
  readonly tagNames: readonly string[];
  /** What the schema of a customer says against the row. */
  readonly issues: readonly Issue[];
  readonly cellProblems: readonly CellProblem[];
};
/** A cell that its field does not take; `field` as the mapping names it. */
export type CellProblem = { readonly field: string; readonly message: string };

const maxTags = 50;
const tagLength = 60;

/** All that is wrong with a row, at most one fault per column; the first is the one that explains it best. */
export function findFaults({
  cells,
  mapping,
  width,
  values,
  isNamed,
  tagNames,
  issues,
  ...read
}: Read): Fault[] {
  const columnOf = createColumnFinder(cells, mapping);
  const isSurplus = cells.slice(width).some((cell) => cell.trim() !== '');
  if (isSurplus) return [surplusFault(cells.length, width)];
  const deactivated = findDeactivation(values, columnOf);
  if (deactivated !== null) return [deactivated];
  return onePerColumn([
    ...valueFaults(values, columnOf),
    ...(isNamed ? [] : [nameFault(columnOf)]),
    ...(areTags(tagNames) ? [] : [tagFault(columnOf)]),
    ...schemaFaults(issues, columnOf),
    ...read.cellProblems.map(({ field, message }): Fault => ({
      column: columnOf([field]),
      kind: 'invalid',
      message,
    })),
  ]);
}

/** A record that the register no longer counts as active. */
function findDeactivation(values: Values, columnOf: ColumnFinder): Fault | null {
  const deactivatedOn = parseDate(values.deactivatedOn ?? '');
  const reactivatedOn = parseDate(values.reactivatedOn ?? '');
  if (deactivatedOn === null || (reactivatedOn !== null && reactivatedOn >= deactivatedOn)) return null;
  return {
    column: columnOf(['deactivatedOn']),
    kind: 'deactivated',
    message: `Deactivated in the register on ${deactivatedOn}.`,
  };
}

/** Values of no known form, which the schema does not see. */
function valueFaults(values: Values, columnOf: ColumnFinder): Fault[] {
  const dates = (['deactivatedOn', 'reactivatedOn', 'joiningDate'] as const).filter(
    (field) => values[field] !== undefined && parseDate(values[field]) === null,
  );
  const faults = dates.map((field): Fault => ({
    column: columnOf([field]),
    kind: 'invalid',
    message: `${fieldLabel(field)}: “${values[field] ?? ''}” is not a date such as 2026-01-31 or 01/31/2026.`,
  }));
  if (values.accountType !== undefined && parseAccountType(values.accountType) === null)
    faults.push({
      column: columnOf(['accountType']),
      kind: 'invalid',
      message: `Account type: “${values.accountType}” is neither an individual nor an organisation.`,
    });
  return faults;
}

function surplusFault(count: number, width: number): Fault {
  return {
    column: null,
    kind: 'broken',
    message: `The row has ${String(count)} cells, the header has ${String(width)}.`,
  };
}

function nameFault(columnOf: ColumnFinder): Fault {
  return {
    column: columnOf([...nameFields, 'company', 'email']),
    kind: 'no_name',
    message: 'The row has no name, company or e-mail address.',
  };
}

function areTags(names: readonly string[]): boolean {
  return names.length <= maxTags && names.every((name) => name.length <= tagLength);
}

function tagFault(columnOf: ColumnFinder): Fault {
  return {
    column: columnOf(['tags']),
    kind: 'invalid',
    message: `Tags: at most ${String(maxTags)}, each at most ${String(tagLength)} characters.`,
  };
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

function schemaFaults(issues: readonly Issue[], columnOf: ColumnFinder): Fault[] {
  return issues.map(({ path, message }) => {
    const field = String(path[0] ?? 'row');
    return {
      column: columnOf(fieldsBehind(field)),
      kind: 'invalid',
      message: `${fieldLabel(field)}: ${message}.`,
    };
  });
}

const nameFields = ['name', 'organizationName', 'lastName', 'firstName', 'middleName'] as const;

/** The columns that a field of the customer may have come from. */
function fieldsBehind(field: string): readonly string[] {
  if (field === 'name') return [...nameFields, 'company', 'email'];
  if (field === 'extraEmails') return ['email'];
  if (field === 'company') return ['company', 'organizationName'];
  return field === 'title' ? ['title', 'namePrefix'] : [field];
}

type ColumnFinder = (fields: readonly string[]) => number | null;

/** Finds the column that one of the fields was read from: one with a value if there is any. */
function createColumnFinder(cells: readonly string[], mapping: ImportMapping): ColumnFinder {
  return (fields) => {
    const columns = fields.flatMap((field) =>
      Object.keys(mapping)
        .filter((index) => mapping[index] === field)
        .map(Number),
    );
    return columns.find((column) => cleanCell(cells[column] ?? '') !== '') ?? columns[0] ?? null;
  };
}

/** A cell shows one message: the first. */
function onePerColumn(faults: readonly Fault[]): Fault[] {
  return faults.filter(({ column }, index) => faults.findIndex((other) => other.column === column) === index);
}

/** `addressLine1` as people say it: `Address line 1`. */
function fieldLabel(field: string): string {
  if (field === 'npi') return 'NPI';
  if (field === 'email' || field === 'extraEmails') return 'E-mail';
  const words = field.replace(/([A-Z]|\d+)/g, (part) => ` ${part.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
