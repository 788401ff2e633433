import type { FindingKind } from '@handover/contract/profiles.ts';

export const findingNames: Readonly<Record<FindingKind, string>> = {
  name: 'Name of the business',
  person: 'Person',
  street: 'Street',
  zip: 'ZIP code',
  city: 'Small city',
  phone: 'Phone number',
  email: 'Email address',
  domain: 'Website',
  landmark: 'Landmark',
  npi: 'NPI',
  ccn: 'CCN',
  clia: 'CLIA number',
  dea: 'DEA number',
  ein: 'EIN',
  license: 'License number',
  placeholder: 'To be replaced',
};
