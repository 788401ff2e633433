import type { ImportField, ImportRun } from '@handover/contract/imports.ts';
import type { StatusTone } from '@handover/ui/parts/status-label.tsx';
import { customerFieldLabels } from '../../shared/labels/customer-fields.ts';

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
};

export const modeLabels: Readonly<Record<ImportRun['mode'], string>> = {
  both: 'Create new customers and update known ones',
  create: 'Only create new customers',
  update: 'Only update known customers',
};

/** What people call the fields that a column can go to. */
export const importFieldLabels: Readonly<Record<ImportField, string>> = {
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
