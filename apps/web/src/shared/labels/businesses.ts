import type { BusinessType } from '@handover/contract/business-list.ts';
import type { UpdateBusiness } from '@handover/contract/businesses.ts';

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

export type BusinessField = Exclude<keyof UpdateBusiness, 'version' | 'custom'>;

/** What people call the fields of a business. */
export const businessFieldLabels: Readonly<Record<BusinessField, string>> = {
  name: 'Name',
  publicTitle: 'Public title',
  type: 'Type',
  ownerId: 'Owner',
  brokerId: 'Broker',
  listingNumber: 'Listing number',
  askingPriceCents: 'Asking price',
  reducedPriceCents: 'Reduced price',
  marketLabel: 'Market label',
  revenueCents: 'Revenue',
  sdeCents: 'SDE',
  ebitdaCents: 'EBITDA',
  city: 'City',
  region: 'State or region',
  coverColor: 'Cover color',
  description: 'Description',
  leaseEnd: 'Lease end',
  npi: 'NPI',
  ccn: 'CCN',
  clia: 'CLIA',
  dea: 'DEA',
  ein: 'EIN',
};

/** The label of a field by its name; the name itself where it is unknown. */
export function businessFieldLabel(name: string): string {
  const labels: Readonly<Record<string, string>> = businessFieldLabels;
  return labels[name] ?? name;
}
