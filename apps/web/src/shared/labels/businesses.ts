import type { BusinessType } from '@handover/contract/business-list.ts';
import { businessFieldLabels } from '@handover/contract/field-labels.ts';

export const businessTypeLabels: Readonly<Record<BusinessType, string>> = {
  dental: 'Dental',
  medical: 'Medical practice',
  home_health: 'Home health / hospice',
  pharmacy: 'Pharmacy',
  behavioral: 'Behavioral health',
  physical_therapy: 'Physical therapy',
  veterinary: 'Veterinary',
  med_spa: 'Med spa',
  dme: 'DME',
  urgent_care: 'Urgent care',
  laboratory: 'Laboratory',
};

export const marketLabelNames = { sale: 'Sale', new: 'New' } as const;

/** The label of a field by its name; the name itself where it is unknown. */
export function businessFieldLabel(name: string): string {
  const labels: Readonly<Record<string, string>> = businessFieldLabels;
  return labels[name] ?? name;
}
