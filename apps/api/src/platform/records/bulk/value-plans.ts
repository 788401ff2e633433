import { change, skip, type BulkTarget, type Change, type Plan } from './bulk.ts';

type Target = BulkTarget & { readonly deleted_at: Date | null };
type Values = Readonly<Record<string, unknown>>;

export type ValuePlans<T extends Target, V extends Values> = {
  /** Sets values; `more` is set with them and not restored by an undo. */
  set(target: T, values: V, more?: Values): Plan<T>;
  /** Skips a record that is already in that state. */
  trash(target: T, action: 'delete' | 'restore'): Plan<T>;
};

/** Plans for a record type with a history that contains no values: each change stores what it replaces, for an undo. */
export function createValuePlans<T extends Target, V extends Values>({
  operations,
  valuesOf,
}: {
  readonly operations: Readonly<Record<'update' | 'delete' | 'restore', Change['operation']>>;
  /** The current value of everything that a plan may set. */
  valuesOf(target: T): V;
}): ValuePlans<T, V> {
  return {
    set: (target, values, more = {}) => {
      const changed = Object.keys(values);
      const before = Object.entries(valuesOf(target)).filter(([name]) => changed.includes(name));
      return change({
        target,
        columns: { ...values, ...more },
        before: Object.fromEntries(before),
        operation: operations.update,
        changed,
      });
    },
    trash: (target, action) => {
      const isDeleted = target.deleted_at !== null;
      return isDeleted === (action === 'delete')
        ? skip(target, isDeleted ? 'Already in the trash.' : 'Not in the trash.')
        : change({ target, operation: operations[action] });
    },
  };
}
