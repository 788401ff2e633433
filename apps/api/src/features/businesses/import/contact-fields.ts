import { businessFieldLabels as labels } from '@handover/contract/records/field-labels.ts';
import {
  formatPhone,
  formatPostalCode,
  formatRegion,
  formatWebsite,
} from '#platform/records/import/cells.ts';
import type { ImportField } from '#platform/records/import/import-spec.ts';

/**
 * A business's location and contact details, with the headings of our own export, of common listing sheets, and of the
 * public provider register.
 */
export const contactImportFields: readonly ImportField[] = [
  {
    key: 'street',
    label: labels.street,
    capitalization: 'address',
    headings: [
      'street address',
      'street',
      'address',
      'business address',
      'Provider First Line Business Practice Location Address',
    ],
  },
  {
    key: 'city',
    label: labels.city,
    capitalization: 'name',
    headings: ['city', 'town', 'Provider Business Practice Location Address City Name'],
  },
  {
    key: 'region',
    label: labels.region,
    read: formatRegion,
    headings: [
      'state',
      'state or region',
      'region',
      'province',
      'Provider Business Practice Location Address State Name',
    ],
  },
  {
    key: 'postalCode',
    label: labels.postalCode,
    read: (text) => formatPostalCode(text, ''),
    headings: [
      'zip code',
      'zip',
      'postal code',
      'postcode',
      'Provider Business Practice Location Address Postal Code',
    ],
  },
  {
    key: 'phone',
    label: labels.phone,
    read: formatPhone,
    headings: [
      'phone',
      'phone number',
      'business phone',
      'telephone',
      'Provider Business Practice Location Address Telephone Number',
    ],
  },
  { key: 'email', label: labels.email, headings: ['email', 'email address', 'business email'] },
  {
    key: 'website',
    label: labels.website,
    read: formatWebsite,
    headings: ['website', 'web site', 'url', 'homepage', 'website url'],
  },
];
