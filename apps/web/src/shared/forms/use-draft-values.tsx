import { useState, type ReactElement } from 'react';
import { readDraft, removeDraft, useDraftKey, withTyped } from './form-draft.ts';
import { UnsavedWork } from './unsaved-work.tsx';

interface DraftValues<V extends object> {
  values: V;
  change: (part: Partial<V>) => void;
  isDirty: boolean;
  /** Keeps the draft and guards the form; draw it above the fields, where it says what was restored. */
  status: ReactElement;
  /** Removes the draft, after saving or without. */
  discard: () => void;
}

/**
 * The values of a form, which survive a lost session on this device. `base` is what the form holds while nothing
 * is typed. `name` names the form, and the record that it edits.
 */
export function useDraftValues<V extends object>(name: string, base: V): DraftValues<V> {
  const draftKey = useDraftKey(name);
  const [stored, setStored] = useState(() => readDraft(draftKey));
  const [typed, setTyped] = useState<Partial<V>>(() => (stored === null ? {} : withTyped(base, stored)));
  const values = { ...base, ...typed };
  const isDirty = JSON.stringify(values) !== JSON.stringify(base);
  const reset = (): void => {
    setStored(null);
    setTyped({});
  };
  return {
    values,
    isDirty,
    change: (part) => setTyped((last) => ({ ...last, ...part })),
    status: (
      <UnsavedWork
        draftKey={draftKey}
        typed={values}
        base={base}
        version={null}
        isDirty={isDirty}
        isRestored={stored !== null}
        discard={reset}
      />
    ),
    discard: () => {
      removeDraft(draftKey);
      reset();
    },
  };
}
