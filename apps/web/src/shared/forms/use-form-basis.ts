import { useState } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { isContested, readDraft, useDraftKey } from './form-draft.ts';

/** A version of a record as form values. The version is null for a new record. */
export interface FormBasis<N extends number | null = number | null> {
  readonly version: N;
  readonly values: object;
}

interface BasisOptions<N extends number | null> {
  /** The newest version, which may arrive live while the form is open. */
  latest: FormBasis<N>;
  /** The name of the draft on this device; null without one. */
  draft?: string | null;
  /** The form's current values. */
  typed: () => object;
}

interface FormBasisState<N extends number | null> extends FormBasis<N> {
  /** Must be called after an error was shown. If it was a stale version, saving again overwrites the current one. */
  onRefused: (error: unknown) => void;
}

/**
 * The version that a form is based on, which is sent when it is saved. It does not advance to a version that changed a
 * field the user has typed into: saving then fails as stale, and the user can choose.
 */
export function useFormBasis<N extends number | null>({
  latest,
  draft = null,
  typed,
}: BasisOptions<N>): FormBasisState<N | number> {
  const draftKey = useDraftKey(draft ?? '');
  const [basis, setBasis] = useState<FormBasis<N | number>>(() => {
    const stored = draft === null ? null : readDraft(draftKey);
    if (stored === null || stored.version === null) return latest;
    const { base, version } = stored;
    return isContested(base, stored.typed, latest.values) ? { version, values: base } : latest;
  });
  const [considered, setConsidered] = useState(latest.version);
  if (latest.version !== considered) {
    setConsidered(latest.version);
    if (!isContested(basis.values, typed(), latest.values)) setBasis(latest);
  }
  return {
    ...(latest.version === null ? latest : basis),
    onRefused: (error) => {
      const version = findCurrentVersion(error);
      if (version !== null) setBasis((last) => ({ ...last, version }));
    },
  };
}

/** The version of the current record that a stale version's error has; null for other errors. */
export function findCurrentVersion(error: unknown): number | null {
  const current = error instanceof ApiError ? error.current : null;
  const isRecord = typeof current === 'object' && current !== null && 'version' in current;
  return isRecord && typeof current.version === 'number' ? current.version : null;
}
