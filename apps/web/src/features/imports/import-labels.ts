import type { ImportProblemKind, ImportRun } from '@handover/contract/records/imports.ts';
import type { StatusTone } from '@handover/ui/parts/status-label.tsx';

/** The labels of import statuses. */
export const statusLabels: Readonly<
  Record<ImportRun['status'], { readonly text: string; readonly tone: StatusTone }>
> = {
  uploaded: { text: 'Not started', tone: 'neutral' },
  queued: { text: 'Queued', tone: 'info' },
  running: { text: 'Running', tone: 'info' },
  done: { text: 'Done', tone: 'success' },
  failed: { text: 'Failed', tone: 'error' },
  canceled: { text: 'Canceled', tone: 'neutral' },
  undoing: { text: 'Undoing', tone: 'info' },
  undone: { text: 'Undone', tone: 'neutral' },
};

export const modeLabels: Readonly<Record<ImportRun['mode'], string>> = {
  both: 'Create new and update existing',
  create: 'Create new only',
  update: 'Update existing only',
};

export const overwriteLabels: Readonly<Record<ImportRun['overwrite'], string>> = {
  all: 'Overwrite existing values',
  empty: 'Fill empty fields only',
};

/** Short names of cell problems. */
export const problemLabels: Readonly<Record<ImportProblemKind, string>> = {
  invalid: 'not valid',
  no_name: 'no name',
  deactivated: 'deactivated',
  duplicate: 'duplicate in the file',
  exists: 'already exists',
  in_trash: 'in the trash',
  ambiguous: 'several matches',
  unknown: 'no match',
  broken: 'unreadable row',
};

/** The names of the delimiters of files. */
export const delimiterLabels: Readonly<Record<string, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Pipe (|)',
};

/** “1 row”, “4,700 rows”. */
export function formatRowCount(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
