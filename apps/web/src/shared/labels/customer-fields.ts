import type { UpdateCustomer } from '@handover/contract/customers.ts';

export type CustomerField = Exclude<keyof UpdateCustomer, 'version'>;

/** What people call the fields of a customer. */
export const customerFieldLabels: Readonly<Record<CustomerField, string>> = {
  name: 'Name',
  email: 'Email',
  extraEmails: 'More email addresses',
  phone: 'Phone',
  company: 'Company',
  npi: 'NPI',
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

/** The label of a field by its name, of the workspace's own together; the name itself where it is unknown. */
export function customerFieldLabel(name: string): string {
  const labels: Readonly<Record<string, string>> = customerFieldLabels;
  return name.startsWith('custom.') ? customerFieldLabels.custom : (labels[name] ?? name);
}

/** Within a sentence: “Email” becomes “email”, an abbreviation stays. */
export function lowerFirst(text: string): string {
  return /^[A-Z]{2}/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
