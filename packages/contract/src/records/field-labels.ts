import type { UpdateBusiness } from '../businesses/businesses.ts';
import type { UpdateCustomer } from '../customers/customer-changes.ts';

type CustomerField = Exclude<keyof UpdateCustomer, 'version'>;

/** The labels of the fields of a customer, in forms and imports. */
export const customerFieldLabels: Readonly<Record<CustomerField, string>> = {
  name: 'Name',
  email: 'Email',
  contactPoints: 'Other contact details',
  phone: 'Phone',
  company: 'Company',
  npi: 'NPI',
  ccn: 'CCN',
  accountType: 'Type',
  planName: 'Plan',
  joiningDate: 'Joined',
  isVerified: 'Verified',
  brokerId: 'Broker',
  tagIds: 'Tags',
  source: 'Source',
  title: 'Job title',
  website: 'Website',
  addressLine1: 'Address',
  addressLine2: 'Address, second line',
  city: 'City',
  region: 'State or region',
  postalCode: 'Postal code',
  country: 'Country',
  taxonomyCode: 'Taxonomy code',
  custom: 'Custom fields',
};

type BusinessField = Exclude<keyof UpdateBusiness, 'version' | 'custom'>;

/** The labels of the fields of a business, in forms and imports. */
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
  ebitdaCents: 'Adjusted EBITDA',
  street: 'Street address',
  city: 'City',
  region: 'State or region',
  postalCode: 'ZIP code',
  phone: 'Phone',
  email: 'Email',
  website: 'Website',
  coverColor: 'Cover color',
  description: 'Description',
  leaseEnd: 'Lease end',
  npi: 'NPI',
  ccn: 'CCN',
  clia: 'CLIA',
  dea: 'DEA',
  ein: 'EIN',
  typeFacts: 'Type-specific details',
  payerMix: 'Payer mix',
  coOwners: 'Other owners',
};

/** The label of a customer field by its name. All custom fields share one label; an unknown field has its name. */
export function getCustomerFieldLabel(name: string): string {
  const labels: Readonly<Record<string, string>> = customerFieldLabels;
  return name.startsWith('custom.') ? customerFieldLabels.custom : (labels[name] ?? name);
}
