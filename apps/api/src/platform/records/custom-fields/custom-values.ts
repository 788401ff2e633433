import {
  createCustomValueSchema,
  type CustomChanges,
  type CustomField,
  type CustomValue,
  type CustomValues,
} from '@handover/contract/records/custom-fields.ts';
import { toCustomKey, type CustomKey } from '@handover/contract/records/custom-filter.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { safeParse } from 'zod/mini';
import type { Db } from '#db/client.ts';
import { AppError, type FieldError } from '#lib/errors.ts';
import { listCustomFields } from '#platform/records/custom-fields/custom-fields.queries.ts';

/**
 * The changes in stored form, each validated by its field. The definitions are locked until the end of the transaction.
 * Throws INVALID_INPUT with each bad value as `custom.<field id>`.
 */
export async function checkCustomChanges(
  db: Db,
  { workspaceId, recordType }: { workspaceId: string; recordType: RecordType },
  changes: CustomChanges = {},
): Promise<CustomChanges> {
  if (Object.keys(changes).length === 0) return {};
  const fields = new Map(
    (await listCustomFields(db, { workspaceId, recordType, isLocking: true })).map((field) => [
      field.id,
      field,
    ]),
  );
  const errors: FieldError[] = [];
  const checked = Object.entries(changes).map(([id, value]) => {
    const result = checkValue(fields.get(id), value);
    if (result.problem !== null) errors.push({ path: `custom.${id}`, message: result.problem });
    return [id, result.value] as const;
  });
  const [first] = errors;
  if (first !== undefined) throw new AppError('INVALID_INPUT', `${first.path}: ${first.message}`, { errors });
  return Object.fromEntries(checked);
}

type CheckResult =
  | { readonly problem: null; readonly value: string | number | null }
  | { readonly problem: string; readonly value: null };

function checkValue(field: CustomField | undefined, value: string | number | null): CheckResult {
  if (field === undefined) return { problem: 'Unknown field', value: null };
  if (field.isArchived) return { problem: `${field.name} is archived and cannot be changed`, value: null };
  if (value === null) return { problem: null, value };
  const result = safeParse(createCustomValueSchema(field), value);
  return result.success
    ? { problem: null, value: result.data }
    : {
        problem: result.error.issues[0]?.message ?? `This value is not valid for ${field.name}.`,
        value: null,
      };
}

/** The values with the changes applied. */
export function withChanges(values: CustomValues, changes: CustomChanges): CustomValues {
  const next = new Map(Object.entries(values));
  for (const [id, value] of Object.entries(changes)) {
    if (value === null) next.delete(id);
    else next.set(id, value);
  }
  return Object.fromEntries(next);
}

/** The ids of the fields in which two sets of values differ. */
export function listDifferingIds(one: CustomValues, other: CustomValues): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((id) => one[id] !== other[id]);
}

/** A value as shown in files and lists: amounts in units of the currency, choices by their label. */
export function formatCustomValue(
  { kind, choices }: CustomField,
  value: CustomValue | undefined,
): string | null {
  if (value === undefined) return null;
  if (kind === 'choice') return choices.find(({ id }) => id === value)?.label ?? null;
  return kind === 'money' ? (Number(value) / 100).toFixed(2) : String(value);
}

/** The fields with changed values, as named in a timeline entry. */
export function listChangedCustomKeys(values: CustomValues, changes: CustomChanges): CustomKey[] {
  return listDifferingIds(values, withChanges(values, changes)).map(toCustomKey);
}
