import { isSameIn, type FormValues, type RecordField } from './record-form.ts';

export interface Versions {
  /** The record when the editing began. */
  readonly base: FormValues;
  readonly mine: FormValues;
  /** The record as it is now. */
  readonly theirs: FormValues;
}

export interface FieldConflict {
  readonly field: RecordField;
  /** They changed it too; otherwise only I did. */
  readonly isContested: boolean;
}

/** The fields that I changed and that are different in the record now. */
export function conflictsOf(
  fields: readonly RecordField[],
  { base, mine, theirs }: Versions,
): FieldConflict[] {
  return fields
    .filter((field) => !isSameIn(field, base, mine) && !isSameIn(field, mine, theirs))
    .map((field) => ({ field, isContested: !isSameIn(field, base, theirs) }));
}

/** The fields that only they changed: they stay as they are now. */
export function othersChanges(
  fields: readonly RecordField[],
  { base, mine, theirs }: Versions,
): RecordField[] {
  return fields.filter((field) => isSameIn(field, base, mine) && !isSameIn(field, base, theirs));
}

/** The record as it is now, with my values in the chosen fields. */
export function resolve(
  { mine, theirs }: Pick<Versions, 'mine' | 'theirs'>,
  keys: readonly string[],
): FormValues {
  return { ...theirs, ...Object.fromEntries(keys.map((key) => [key, mine[key]])) };
}
