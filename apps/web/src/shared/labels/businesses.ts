import type { BusinessType } from '@handover/contract/business-list.ts';
import { businessFieldLabels } from '@handover/contract/field-labels.ts';
import { clientStageNamesOf, stageNamesOf, type StageNames } from '@handover/contract/stage-names.ts';
import { useUser } from '#shared/session/session-context.tsx';
import type { Confidence } from '@handover/contract/valuation-tables.ts';
import type { ValuationMethod } from '@handover/domain/valuation/valuation.ts';

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

/** What the stages are called in the workspace, for who looks at them; it follows the settings while a page is open. */
export function useStageNames(): StageNames {
  const { role, stageNames } = useUser();
  return role === 'CLIENT' ? clientStageNamesOf(stageNames.client) : stageNamesOf(stageNames.staff);
}

/** What clients read, whoever looks. */
export function useClientStageNames(): StageNames {
  return clientStageNamesOf(useUser().stageNames.client);
}

export const methodLabels: Readonly<Record<ValuationMethod, string>> = {
  sde: 'SDE',
  ebitda: 'EBITDA',
  revenue: 'Revenue',
};

export const confidenceLabels: Readonly<Record<Confidence, string>> = {
  low: 'Low confidence',
  medium: 'Medium confidence',
  high: 'High confidence',
};

const twoOrThree = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 3 });

/** "1.50–3.00×", or "0.75×" where both ends are one; null where there is no multiple. */
export function multipleText({ low, high }: { low: number | null; high: number | null }): string | null {
  if (low === null || high === null) return null;
  return low === high
    ? `${twoOrThree.format(low)}×`
    : `${twoOrThree.format(low)}–${twoOrThree.format(high)}×`;
}

/** "10.5 %". */
export function percentText(percent: number): string {
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 3 }).format(percent)} %`;
}
