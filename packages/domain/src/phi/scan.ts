export const phiKinds = ['ssn', 'birth-date', 'record-number', 'member-id', 'patient'] as const;
export type PhiKind = (typeof phiKinds)[number];

/** A table as rows of cells, headings first if it has any. */
export type PhiTable = { readonly rows: readonly (readonly string[])[] };
