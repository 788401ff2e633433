import type { Profile } from '@handover/contract/auth/auth.ts';
import type { CustomField, CustomValues } from '@handover/contract/records/custom-fields.ts';
import { toCustomKey } from '@handover/contract/records/custom-filter.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import type { ComponentType, ReactElement, ReactNode, Ref } from 'react';
import { safeParse, type ZodMiniType } from 'zod/mini';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import type { QueryFor } from '#shared/api/query-factory.ts';
import {
  formatCustomValue,
  findProblem,
  toInputText,
  parseCustomValue,
} from '#shared/customers/custom-fields.ts';
import type { Change } from '#shared/live/live-updates.tsx';

/** The properties of a record that the form itself reads. */
export interface FormRecord {
  readonly id: string;
  readonly version: number;
}

export interface NamedItem {
  readonly id: string;
  readonly name: string;
}

export interface Person {
  readonly id: string;
  readonly displayName: string;
}

/** The values of the inputs, by field. */
export type FormValues = Readonly<Record<string, unknown>>;

/** An input of one field. */
export interface InputProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** Props of a custom input, for fields that no kind fits. It parses its own value and may depend on other fields. */
export interface OwnInputProps extends InputProps<unknown> {
  readonly values: FormValues;
}

/**
 * How a field is entered. All kinds except flags, items, records, and custom inputs have text values, empty for no
 * value.
 */
export type FieldKind<R> =
  | {
      readonly kind: 'text' | 'email' | 'tel' | 'url';
      readonly isNumeric?: boolean;
      /** The number of visible lines. */
      readonly lines?: number;
      /** Renders a `<datalist>`. */
      suggestions?(id: string): ReactElement;
    }
  | { readonly kind: 'date' }
  | { readonly kind: 'money' }
  | {
      readonly kind: 'choice';
      readonly choices: Readonly<Record<string, string>>;
      /** The label of the empty choice; without it, a value is required. */
      readonly emptyLabel?: string;
    }
  /** A member of the workspace. */
  | {
      readonly kind: 'member';
      /** People the record already refers to, who may have left the workspace. */
      current(record: R): Person | null;
    }
  | {
      readonly kind: 'options';
      readonly emptyLabel: string;
      /** The `<option>` elements, which may load later. */
      options(value: string): ReactNode;
    }
  | { readonly kind: 'flag' }
  | { readonly kind: 'items'; readonly Input: ComponentType<InputProps<readonly NamedItem[]>> }
  | { readonly kind: 'record'; readonly Input: ComponentType<InputProps<NamedItem | null>> }
  | {
      readonly kind: 'own';
      readonly Input: ComponentType<OwnInputProps>;
      words(value: unknown): string;
    }
  | { readonly kind: 'custom'; readonly field: CustomField; readonly currency: string };

/** A field of a record, for create, edit, and inline cells. */
export type RecordField<R = FormRecord, Key extends string = string> = FieldKind<R> & {
  /** The field's name in the contract. */
  readonly key: Key;
  readonly label: string;
  readonly section?: string;
  /** One short sentence below the input. */
  readonly help?: ReactNode;
  readonly isRequired?: boolean;
  /** The share of the row's width; by default, the natural width. */
  readonly width?: 'third' | 'half' | 'full';
  /** Set when the record is created, and fixed after that. */
  readonly isOnCreateOnly?: boolean;
  /** Editable only in the list. */
  readonly isInlineOnly?: boolean;
  isShown?(values: FormValues): boolean;
  /** Reads the value from a record; by default, the property of the same name. */
  read?(record: R): unknown;
  /** The value for the contract; undefined omits it. */
  write?(value: unknown, values: FormValues): unknown;
};

/** The fields of a record type, and how they are saved. */
export interface RecordForm<R extends FormRecord = FormRecord, Create = unknown, Update = unknown> {
  readonly recordType: RecordType;
  /** The record type as it is written in a sentence. */
  readonly noun: string;
  readonly fields: readonly RecordField<R>[];
  readonly createSchema: ZodMiniType<Create>;
  readonly updateSchema: ZodMiniType<Update>;
  /** The initial values of a new record. */
  start(user: Profile): FormValues;
  create(body: Create, idempotencyKey: string): Promise<R>;
  update(id: string, change: Update): Promise<R>;
  query(id: string): QueryFor<R>;
  /** The queries that a saved record invalidates. */
  changesOf(record: R): readonly Change[];
  /** ISO 4217, for its amounts. */
  currencyOf?(record: R): string;
  /** The values of custom fields, if the record type has them. */
  customValues?(record: R): CustomValues;
}

/** A property of the body, or a part of one after a dot. */
type BodyKey<Body> = (keyof Body & string) | `${keyof Body & string}.${string}`;

interface Definition<R extends FormRecord, Create, Update> extends RecordForm<R, Create, Update> {
  readonly fields: readonly RecordField<R, BodyKey<Create & Update>>[];
}

/** Type-checks a form against the contract: its fields must be fields of create or update. */
export function defineRecordForm<R extends FormRecord, Create, Update>(
  form: Definition<R, Create, Update>,
): RecordForm<R, Create, Update> {
  return form;
}

/** A custom field of the workspace as a form field. */
export function toRecordField(form: RecordForm, field: CustomField, currency: string): RecordField {
  return {
    kind: 'custom',
    key: toCustomKey(field.id),
    label: field.kind === 'money' ? `${field.name} (${currency})` : field.name,
    section: 'Custom fields',
    ...(field.kind === 'money' && { help: 'For example: 850k or 1,250,000' }),
    field,
    currency,
    read: (record) => toInputText(field, form.customValues?.(record)[field.id]),
    write: (value) => parseCustomValue(field, toText(value)),
  };
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function toItems(value: unknown): readonly NamedItem[] {
  return Array.isArray(value) ? value.filter(isNamed) : [];
}

export function toNamedItem(value: unknown): NamedItem | null {
  return isNamed(value) ? value : null;
}

function isNamed(value: unknown): value is NamedItem {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value;
}

/** The value of a record as an input value. */
export function readField(field: RecordField, record: FormRecord): unknown {
  if (field.read !== undefined) return field.read(record);
  const value: unknown = Reflect.get(record, field.key);
  if (field.kind === 'money') return typeof value === 'number' ? formatMoneyInput(value) : '';
  return value ?? (field.kind === 'record' ? null : '');
}

/** The value of an input as the contract's input: null for no value, NaN for text that is not an amount. */
export function writeField(field: RecordField, values: FormValues): unknown {
  const value = values[field.key];
  if (field.write !== undefined) return field.write(value, values);
  if (field.kind === 'items') return toItems(value).map(({ id }) => id);
  if (field.kind === 'record') return toNamedItem(value)?.id ?? null;
  if (field.kind === 'flag') return value === true;
  const text = toText(value);
  if (field.isRequired === true) return text;
  if (text.trim() === '') return null;
  return field.kind === 'money' ? (parseMoney(text) ?? Number.NaN) : text;
}

/** The contract's body for some fields, to be validated with its schema. A key with a dot is part of an object. */
export function toBody(fields: readonly RecordField[], values: FormValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const parts: Record<string, Record<string, unknown>> = {};
  for (const field of fields) {
    const [name = '', ...rest] = field.key.split('.');
    const value = writeField(field, values);
    if (rest.length === 0) body[name] = value;
    else parts[name] = { ...parts[name], [rest.join('.')]: value };
  }
  return { ...body, ...parts };
}

/** Whether two sets of values are equal in a field. The order of items has no meaning. */
export function isSameIn(field: RecordField, one: FormValues, other: FormValues): boolean {
  const comparable = (values: FormValues): string => {
    const value = writeField(field, values);
    return JSON.stringify(
      Array.isArray(value)
        ? value.map((item) => JSON.stringify(item)).toSorted((a, b) => a.localeCompare(b))
        : (value ?? null),
    );
  };
  // Invalid text counts as different, so that it is validated as typed.
  return (
    comparable(one) === comparable(other) && !(field.kind === 'money' && Number.isNaN(writeField(field, one)))
  );
}

/** The messages of a schema, and of the custom fields, by field. */
export function getErrors(
  schema: ZodMiniType,
  fields: readonly RecordField[],
  values: FormValues,
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const value = writeField(field, values);
    if (field.kind === 'money' && Number.isNaN(value))
      errors[field.key] = 'Enter an amount such as 1,250,000 or 1.25M';
    if (field.kind === 'custom') {
      const typed = parseCustomValue(field.field, toText(values[field.key]));
      const problem = findProblem(field.field, typed);
      if (problem !== null) errors[field.key] = problem;
    }
  }
  const issues = safeParse(schema, toBody(fields, values)).error?.issues ?? [];
  for (const { path, message } of issues) {
    const field = findField(fields, path.map(String).join('.'));
    if (field !== undefined) errors[field.key] ??= message;
  }
  return errors;
}

/** The field that an error's path refers to. */
export function findField(fields: readonly RecordField[], path: string): RecordField | undefined {
  return fields.find(({ key }) => path === key || path.startsWith(`${key}.`));
}

/** A value as display text; empty if there is none. */
export function formatValue(field: RecordField, value: unknown, people: readonly Person[]): string {
  const text = toText(value);
  switch (field.kind) {
    case 'own':
      return field.words(value);
    case 'custom':
      return formatCustomValue(field.field, parseCustomValue(field.field, text), field.currency);
    case 'member':
      return people.find(({ id }) => id === text)?.displayName ?? '';
    case 'choice':
      return field.choices[text] ?? '';
    case 'date':
      return text === '' ? '' : formatDate(text);
    case 'flag':
      return value === true ? 'Yes' : 'No';
    case 'items':
      return toItems(value)
        .map(({ name }) => name)
        .join(', ');
    case 'record':
      return toNamedItem(value)?.name ?? '';
    default:
      return text;
  }
}
