import type { CustomFieldKind } from '@handover/contract/custom-fields.ts';

export const kindLabels: Readonly<Record<CustomFieldKind, string>> = {
  text: 'Text',
  number: 'Number',
  money: 'Money',
  date: 'Date',
  choice: 'Choice',
};
