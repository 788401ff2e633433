import { useState, type ReactElement } from 'react';
import { isSame, readDraft, removeDraft, useDraftKey, withTyped } from './form-draft.ts';
import { UnsavedWork } from './unsaved-work.tsx';
import { useFormBasis } from './use-form-basis.ts';

interface DraftValues<V extends object> {
  values: V;
  change: (part: Partial<V>) => void;
  isDirty: boolean;
  /** The version to send: the one that the values are based on, which may be outdated. */
  version: number | null;
  onRefused: (error: unknown) => void;
  /** Stores the draft and guards the form. Must be rendered above the fields, where it announces restored values. */
  status: ReactElement;
  /** Removes the draft, whether or not it was saved. */
  discard: () => void;
}

/**
 * The values of a form, which survive the end of the session on this device. `base` are the values before anything is
 * typed. `name` identifies the form and the record that it edits; `version` is the record's version. Without
 * `isStored`, the values are lost when the page is closed, as required for patient information.
 */
export function useDraftValues<V extends object>(
  name: string,
  base: V,
  { version = null, isStored = true }: { version?: number | null; isStored?: boolean } = {},
): DraftValues<V> {
  const ownKey = useDraftKey(name);
  const draftKey = isStored ? ownKey : null;
  const [stored, setStored] = useState(() => (draftKey === null ? null : readDraft(draftKey)));
  const [typed, setTyped] = useState<Partial<V>>(() =>
    stored === null ? {} : getChanges(base, withTyped(base, stored)),
  );
  const values = { ...base, ...typed };
  const basis = useFormBasis({
    latest: { version, values: base },
    draft: isStored ? name : null,
    typed: () => values,
  });
  const isDirty = !isSame(values, base);
  const reset = (): void => {
    setStored(null);
    setTyped({});
  };
  return {
    values,
    isDirty,
    version: basis.version,
    onRefused: basis.onRefused,
    change: (part) => setTyped((last) => ({ ...last, ...part })),
    status: (
      <UnsavedWork
        draftKey={draftKey}
        typed={values}
        base={basis.values}
        version={basis.version}
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

function getChanges<V extends object>(base: V, values: V): Partial<V> {
  const changes: Partial<V> = { ...values };
  for (const key in values) if (isSame(values[key], base[key])) delete changes[key];
  return changes;
}
