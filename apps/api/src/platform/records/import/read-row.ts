import { fold } from '@handover/domain/text/fold.ts';
import {
  createCustomValueSchema,
  type CustomField,
  type CustomValue,
  type CustomValues,
} from '@handover/contract/records/custom-fields.ts';
import { toCustomKey } from '@handover/contract/records/custom-filter.ts';
import type { ImportMapping } from '@handover/contract/records/imports.ts';
import { parseWrittenDate } from '@handover/domain/written-dates.ts';
import { fixCapitalization } from '@handover/domain/capitalization.ts';
import { parseWrittenMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { safeParse, type ZodMiniType } from 'zod/mini';
import { cleanCell } from './cells.ts';
import type { CellProblem, RowError, ImportField, RejectedRow } from './import-spec.ts';

/** The cells of a row that are not empty, cleaned, by field. */
export type Texts = Readonly<Partial<Record<string, string>>>;

/** The parsed values of a row. */
type Interpretation = {
  /** Null when the row names nothing. */
  readonly name: string | null;
  /** For the schema; values that are undefined are left out. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly problems?: readonly CellProblem[];
  /** Why the row is rejected, regardless of its other problems. */
  readonly verdict?: Pick<RowError, 'kind' | 'message'> & { readonly field: string };
};

/** How rows are read for one record type. */
export type RowForm<T> = {
  readonly fields: readonly ImportField[];
  /** The schema of the type's own form. */
  readonly schema: ZodMiniType<T>;
  /**
   * The possible source fields of a name, the fields that it replaces in the preview, and the message for a row without
   * one.
   */
  readonly naming: {
    readonly parts: readonly string[];
    readonly shown: readonly string[];
    readonly missing: string;
  };
  /** The possible source fields of a property of the schema, if they differ from the field of that name. */
  readonly sources?: Readonly<Partial<Record<string, readonly string[]>>>;
  /** `values` has the values of the fields with a `read`. */
  interpret(texts: Texts, values: ReadonlyMap<string, unknown>): Interpretation;
};

export type RowRead<T> = {
  readonly kind: 'read';
  readonly name: string;
  readonly data: T;
  readonly custom: CustomValues;
  readonly texts: Texts;
};

type Reading = {
  readonly mapping: ImportMapping;
  readonly width: number;
  readonly fixCapitalization: boolean;
  readonly customFields: readonly CustomField[];
};

/**
 * Reads one record with a mapping. Returns the input of the form, or every problem of the row, one fault per column.
 */
export function readRow<T>(
  form: RowForm<T>,
  cells: readonly string[],
  { mapping, width, fixCapitalization: isFixing, customFields }: Reading,
): RowRead<T> | RejectedRow {
  const texts = withCapitalization(pickTexts(form.fields, cells, mapping), isFixing ? form.fields : []);
  const { values, problems } = readValues(form.fields, texts);
  const { name, input, verdict, problems: more = [] } = form.interpret(texts, values);
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const result = name === null ? null : safeParse(form.schema, given);
  const custom = readCustomCells(texts, customFields);
  const columnOf = createColumnFinder(cells, mapping);
  const at = ({ field, message }: CellProblem): RowError => ({
    column: columnOf(form.sources?.[field] ?? [field]),
    kind: 'invalid',
    message,
  });
  const found = (): RowError[] => {
    if (cells.slice(width).some((cell) => cell.trim() !== ''))
      return [createTooManyCellsError(cells.length, width)];
    if (verdict !== undefined)
      return [{ column: columnOf([verdict.field]), kind: verdict.kind, message: verdict.message }];
    const { parts, missing } = form.naming;
    return keepFirstPerColumn([
      ...problems.map(at),
      ...(name === null ? [{ column: columnOf(parts), kind: 'no_name' as const, message: missing }] : []),
      ...more.map(at),
      ...(result?.error?.issues ?? []).map(({ path, message }) => {
        const isField = (name: string): boolean => form.fields.some(({ key }) => key === name);
        const field =
          [path.join('.'), ...path.toReversed().map(String)].find(isField) ?? String(path[0] ?? 'row');
        return at({ field, message: `${getLabel(form, field)}: ${message}.` });
      }),
      ...custom.problems.map(at),
    ]);
  };
  const faults = found();
  if (result?.success === true && name !== null && faults.length === 0)
    return { kind: 'read', name, data: result.data, custom: custom.values, texts };
  return { kind: 'rejected', faults, name, show: () => showTexts(texts, name, form.naming.shown) };
}

/** The cleaned texts of a row, by field. */
export function pickTexts(
  fields: readonly ImportField[],
  cells: readonly string[],
  mapping: ImportMapping,
): Texts {
  const joined = new Set(fields.flatMap(({ key, isJoined }) => (isJoined === true ? [key] : [])));
  const texts: Record<string, string> = {};
  for (const [index, field] of Object.entries(mapping)) {
    const text = cleanCell(cells[Number(index)] ?? '');
    if (text === '') continue;
    const before = texts[field];
    if (before === undefined) texts[field] = text;
    else if (joined.has(field)) texts[field] = `${before},${text}`;
  }
  return texts;
}

/** Rewrites texts in capitals, in fields that define how. */
function withCapitalization(texts: Texts, fields: readonly ImportField[]): Texts {
  const fixed = fields.flatMap(({ key, capitalization }) => {
    const text = texts[key];
    return text === undefined || capitalization === undefined
      ? []
      : [[key, fixCapitalization(text, capitalization)] as const];
  });
  return { ...texts, ...Object.fromEntries(fixed) };
}

function readValues(
  fields: readonly ImportField[],
  texts: Texts,
): { values: ReadonlyMap<string, unknown>; problems: CellProblem[] } {
  const values = new Map<string, unknown>();
  const problems: CellProblem[] = [];
  for (const { key, label, read, expected = 'not valid' } of fields) {
    const text = texts[key];
    if (text === undefined || read === undefined) continue;
    const value = read(text);
    if (value === null) problems.push({ field: key, message: `${label}: “${text}” is ${expected}.` });
    else values.set(key, value);
  }
  return { values, problems };
}

/** A column mapped to a deleted custom field is ignored. */
function readCustomCells(
  texts: Texts,
  fields: readonly CustomField[],
): { values: CustomValues; problems: CellProblem[] } {
  const values: CustomValues = {};
  const problems: CellProblem[] = [];
  for (const field of fields) {
    const key = toCustomKey(field.id);
    const text = texts[key];
    if (text === undefined) continue;
    const value = readCustomCell(field, text);
    const result = value === null ? null : safeParse(createCustomValueSchema(field), value);
    if (result?.success === true) values[field.id] = result.data;
    else {
      const reason = result?.error?.issues[0]?.message ?? `“${text}” is ${formatExpected(field)}`;
      problems.push({ field: key, message: `${field.name}: ${reason}.` });
    }
  }
  return { values, problems };
}

function readCustomCell({ kind, choices }: CustomField, text: string): CustomValue | null {
  if (kind === 'number') return parseNumber(text);
  if (kind === 'money') return parseWrittenMoney(text);
  if (kind === 'date') return parseWrittenDate(text);
  if (kind === 'choice') return choices.find(({ label }) => fold(label) === fold(text))?.id ?? null;
  return text;
}

function formatExpected({ kind, choices }: CustomField): string {
  if (kind === 'number') return 'not a number such as 1,250.5';
  if (kind === 'money') return notMoney;
  return kind === 'date'
    ? notDate
    : `not a choice. Use one of: ${joinNames(choices.map(({ label }) => label))}`;
}

export const notMoney = 'not an amount such as $1.25M or 1,250,000';
export const notDate = 'not a date such as 2026-01-31 or 01/31/2026';

/** The first few names, and how many more there are. */
export function joinNames(names: readonly string[], max = 6): string {
  const more = names.length > max ? ` and ${String(names.length - max)} more` : '';
  return `${names.slice(0, max).join(', ')}${more}`;
}

/** Values for the preview, as text; empty values are omitted. */
export function showValues(
  values: readonly (readonly [key: string, value: string | number | boolean | readonly string[] | null])[],
): Record<string, string> {
  return Object.fromEntries(
    values
      .map(([key, value]) => [key, Array.isArray(value) ? value.join(', ') : String(value ?? '')] as const)
      .filter(([, text]) => text !== ''),
  );
}

function showTexts(texts: Texts, name: string | null, replaced: readonly string[]): Record<string, string> {
  const others = Object.entries(texts).flatMap(([field, text]) =>
    text === undefined || replaced.includes(field) ? [] : [[field, text] as const],
  );
  return Object.fromEntries(name === null ? others : [['name', name], ...others]);
}

function createTooManyCellsError(count: number, width: number): RowError {
  const message = `The row has ${String(count)} cells, the header has ${String(width)}.`;
  return { column: null, kind: 'broken', message };
}

/** Finds the column that one of the fields was read from, preferring a column with a value. */
function createColumnFinder(
  cells: readonly string[],
  mapping: ImportMapping,
): (fields: readonly string[]) => number | null {
  return (fields) => {
    const columns = listMappedColumns(mapping, fields);
    return columns.find((column) => cleanCell(cells[column] ?? '') !== '') ?? columns[0] ?? null;
  };
}

/** The columns that are mapped to one of the fields, in the order of the fields. */
export function listMappedColumns(mapping: ImportMapping, fields: readonly string[]): number[] {
  return fields.flatMap((field) =>
    Object.keys(mapping)
      .filter((index) => mapping[index] === field)
      .map(Number),
  );
}

function keepFirstPerColumn(faults: readonly RowError[]): RowError[] {
  return faults.filter(({ column }, index) => faults.findIndex((other) => other.column === column) === index);
}

function getLabel<T>({ fields, sources }: RowForm<T>, property: string): string {
  const keys = [property, ...(sources?.[property] ?? [])];
  return keys.flatMap((key) => fields.filter((field) => field.key === key))[0]?.label ?? property;
}
