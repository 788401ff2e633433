import { customIdOf } from '@handover/contract/custom-filter.ts';
import type { ImportField, ImportProblemKind, ImportRun, ImportTarget } from '@handover/contract/imports.ts';
import type { StatusTone } from '@handover/ui/parts/status-label.tsx';
import type { CustomFields } from '#shared/customers/custom-fields.ts';
import { customerFieldLabels } from '#shared/labels/customer-fields.ts';

/** How the status of an import reads. */
export const statusLabels: Readonly<
  Record<ImportRun['status'], { readonly text: string; readonly tone: StatusTone }>
> = {
  uploaded: { text: 'Waiting to be started', tone: 'neutral' },
  queued: { text: 'Queued', tone: 'info' },
  running: { text: 'Running', tone: 'info' },
  done: { text: 'Done', tone: 'success' },
  failed: { text: 'Failed', tone: 'error' },
  canceled: { text: 'Canceled', tone: 'neutral' },
  undoing: { text: 'Being undone', tone: 'info' },
  undone: { text: 'Undone', tone: 'neutral' },
};

export const modeLabels: Readonly<Record<ImportRun['mode'], string>> = {
  both: 'Create new, update known customers',
  create: 'Only create new customers',
  update: 'Only update known customers',
};

export const overwriteLabels: Readonly<Record<ImportRun['overwrite'], string>> = {
  all: 'Write over what is known',
  empty: 'Only fill what is empty',
};

/** What is wrong with a cell, in a word or two. */
export const problemLabels: Readonly<Record<ImportProblemKind, string>> = {
  invalid: 'not valid',
  no_name: 'no name',
  deactivated: 'deactivated',
  duplicate: 'twice in the file',
  exists: 'known already',
  in_bin: 'in the bin',
  ambiguous: 'several customers',
  unknown: 'not known',
  broken: 'broken line',
};

/** What people call the delimiters that files are read with. */
export const delimiterLabels: Readonly<Record<string, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Bar',
};

/** What people call a field that a column can go to. */
export function targetLabel(target: ImportTarget, { all }: CustomFields): string {
  const labels: Readonly<Record<string, string>> = importFieldLabels;
  return all.find(({ id }) => id === customIdOf(target))?.name ?? labels[target] ?? 'A field that is gone';
}

const importFieldLabels: Readonly<Record<ImportField, string>> = {
  ...customerFieldLabels,
  firstName: 'First name',
  lastName: 'Last name',
  middleName: 'Middle name',
  namePrefix: 'Name prefix',
  nameSuffix: 'Name suffix',
  organizationName: 'Organisation name',
  tags: 'Tags',
  deactivatedOn: 'Deactivated on',
  reactivatedOn: 'Reactivated on',
};
