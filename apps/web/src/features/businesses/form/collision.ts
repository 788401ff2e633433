import type { BusinessField } from '#shared/labels/businesses.ts';
import { differingFields, type BusinessValues } from './business-values.ts';

/** What came of two people editing the same record at once. */
export interface Merge {
  /** Theirs, with mine in the fields that I changed. */
  readonly values: BusinessValues;
  /** Fields that only they changed. */
  readonly taken: readonly BusinessField[];
  /** Fields that both changed, to different values. */
  readonly contested: readonly BusinessField[];
}

/** Puts my changes onto the record as it stands now. */
export function mergeEdits({
  base,
  mine,
  theirs,
}: {
  /** The record when the editing began. */
  base: BusinessValues;
  mine: BusinessValues;
  theirs: BusinessValues;
}): Merge {
  const myChanges = differingFields(base, mine);
  const theirChanges = differingFields(base, theirs);
  const open = differingFields(mine, theirs);
  return {
    values: { ...theirs, ...Object.fromEntries(myChanges.map((field) => [field, mine[field]])) },
    taken: theirChanges.filter((field) => !myChanges.includes(field)),
    contested: myChanges.filter((field) => theirChanges.includes(field) && open.includes(field)),
  };
}
