/** The kind of a passage that may identify a patient. */
export const phiKinds = ['ssn', 'birth-date', 'record-number', 'member-id', 'patient'] as const;
export type PhiKind = (typeof phiKinds)[number];

/** The kinds as sentences name them. */
export const phiKindLabels: Readonly<Record<PhiKind, string>> = {
  ssn: 'SSN',
  'birth-date': 'date of birth',
  'record-number': 'medical record number',
  'member-id': 'insurance member ID',
  patient: 'patient details',
};

/** A table as rows of cells, headings first if it has any. */
export type PhiTable = { readonly rows: readonly (readonly string[])[] };

/** A passage without its mask. */
export type Passage = {
  readonly kind: PhiKind;
  readonly start: number;
  readonly end: number;
  /** From 0 to 1. Passages below 0.5 are not reported. */
  readonly confidence: number;
};
