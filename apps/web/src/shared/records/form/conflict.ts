import { isSameIn, type FormValues, type RecordField } from './record-form.ts';

export interface Versions {
  /** The record when editing began. */
  readonly base: FormValues;
  readonly mine: FormValues;
  /** The current record. */
  readonly theirs: FormValues;
}

export interface FieldConflict {
  readonly field: RecordField;
  /** Whether they changed it too; otherwise only I did. */
  readonly isContested: boolean;
}

/** The fields that I changed and whose current value is different. */
export function listConflicts(
  fields: readonly RecordField[],
  { base, mine, theirs }: Versions,
): FieldConflict[] {
  return fields
    .filter((field) => !isSameIn(field, base, mine) && !isSameIn(field, mine, theirs))
    .map((field) => ({ field, isContested: !isSameIn(field, base, theirs) }));
}

/** The fields that only someone else changed; they keep their current value. */
export function listRemoteChanges(
  fields: readonly RecordField[],
  { base, mine, theirs }: Versions,
): RecordField[] {
  return fields.filter((field) => isSameIn(field, base, mine) && !isSameIn(field, base, theirs));
}

/** The current record, with my values in the chosen fields. */
export function resolve(
  { mine, theirs }: Pick<Versions, 'mine' | 'theirs'>,
  keys: readonly string[],
): FormValues {
  return { ...theirs, ...Object.fromEntries(keys.map((key) => [key, mine[key]])) };
}
