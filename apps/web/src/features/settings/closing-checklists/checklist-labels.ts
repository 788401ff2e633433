import type { ChecklistType } from '@handover/contract/deals/closing-checklists.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';

export const checklistTypeLabels: Readonly<Record<ChecklistType, string>> = {
  every: 'Every type',
  ...businessTypeLabels,
};
