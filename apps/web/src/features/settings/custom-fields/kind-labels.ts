import type { CustomFieldKind } from '@handover/contract/custom-fields.ts';

/** What people call the kinds of fields. */
export const kindLabels: Readonly<Record<CustomFieldKind, string>> = {
  text: 'Text',
  number: 'Number',
  money: 'Money',
  date: 'Date',
  choice: 'Choice',
};
