import { useState, type ReactElement } from 'react';
import { readDraft, removeDraft, useDraftKey, withTyped } from './form-draft.ts';
import { UnsavedWork } from './unsaved-work.tsx';

interface DraftValues<V extends object> {
  values: V;
  change: (part: Partial<V>) => void;
  isDirty: boolean;
  /** Of the record that the values are based on, which may be newer by now. */
  version: number | null;
  /** Keeps the draft and guards the form; draw it above the fields, where it says what was restored. */
  status: ReactElement;
  /** Removes the draft, after saving or without. */
  discard: () => void;
}

/**
 * The values of a form, which survive a lost session on this device. `base` is what the form holds while nothing
 * is typed. `name` names the form, and the record that it edits; `version` is that of the record. Without `isStored`, the
 * values are lost with the page, as patient information has to be.
 */
export function useDraftValues<V extends object>(
  name: string,
  base: V,
  { version = null, isStored = true }: { version?: number | null; isStored?: boolean } = {},
): DraftValues<V> {
  const ownKey = useDraftKey(name);
  const draftKey = isStored ? ownKey : null;
  const [stored, setStored] = useState(() => (draftKey === null ? null : readDraft(draftKey)));
  const [basedOn] = useState(stored?.version ?? version);
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
    version: basedOn,
    change: (part) => setTyped((last) => ({ ...last, ...part })),
    status: (
      <UnsavedWork
        draftKey={draftKey}
        typed={values}
        base={base}
        version={basedOn}
        isDirty={isDirty}
        isRestored={stored !== null}
        discard={reset}
      />
    ),
    discard: () => {
      if (draftKey !== null) removeDraft(draftKey);
      reset();
    },
  };
}
