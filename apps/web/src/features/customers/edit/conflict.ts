import {
  differingFields,
  withFields,
  type CustomerValues,
  type FieldKey,
} from '../fields/customer-values.ts';

interface Versions {
  /** The record when the editing began. */
  base: CustomerValues;
  mine: CustomerValues;
  /** The record as it stands. */
  theirs: CustomerValues;
}

export interface Conflict {
  readonly field: FieldKey;
  /** They changed it too; otherwise only I did. */
  readonly isContested: boolean;
}

/** The fields that I changed and that stand otherwise in the record. */
export function conflictsOf({ base, mine, theirs }: Versions): Conflict[] {
  const [myChanges, theirChanges, open] = [
    differingFields(base, mine),
    differingFields(base, theirs),
    differingFields(mine, theirs),
  ];
  return myChanges
    .filter((field) => open.includes(field))
    .map((field) => ({ field, isContested: theirChanges.includes(field) }));
}

/** The fields that only they changed: they stay as they are now. */
export function othersChanges({ base, mine, theirs }: Versions): FieldKey[] {
  const myChanges = differingFields(base, mine);
  return differingFields(base, theirs).filter((field) => !myChanges.includes(field));
}

/** The record as it stands, with my values in the chosen fields. */
export function resolve(
  { mine, theirs }: Pick<Versions, 'mine' | 'theirs'>,
  storedFields: readonly FieldKey[],
): CustomerValues {
  return withFields(theirs, { from: mine, keys: storedFields });
}
