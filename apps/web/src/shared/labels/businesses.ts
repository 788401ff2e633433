import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import { businessFieldLabels } from '@handover/contract/records/field-labels.ts';
import {
  getClientStageNames,
  getStageNames,
  type StageNames,
} from '@handover/contract/businesses/stage-names.ts';
import { useUser } from '#shared/session/session-context.tsx';

export const businessTypeLabels: Readonly<Record<BusinessType, string>> = {
  dental: 'Dental',
  medical: 'Medical practice',
  home_health: 'Home health',
  hospice: 'Hospice',
  pharmacy: 'Pharmacy',
  behavioral: 'Behavioral health',
  physical_therapy: 'Physical therapy',
  veterinary: 'Veterinary',
  med_spa: 'Med spa',
  dme: 'DME',
  urgent_care: 'Urgent care',
  laboratory: 'Laboratory',
};

export const marketLabelNames = { sale: 'Reduced', new: 'New' } as const;

/** The label of a field; its name if it has none. */
export function getBusinessFieldLabel(name: string): string {
  const labels: Readonly<Record<string, string>> = businessFieldLabels;
  return labels[name] ?? name;
}

/** The workspace's stage names for the viewer, updated when the settings change. */
export function useStageNames(): StageNames {
  const { role, stageNames } = useUser();
  return role === 'CLIENT' ? getClientStageNames(stageNames.client) : getStageNames(stageNames.staff);
}

/** The stage names that clients see. */
export function useClientStageNames(): StageNames {
  return getClientStageNames(useUser().stageNames.client);
}
