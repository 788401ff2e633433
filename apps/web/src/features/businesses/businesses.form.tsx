import { businessTypes } from '@handover/contract/businesses/business-list.ts';
import {
  coverColors,
  createBusiness,
  createBusinessBody,
  updateBusiness,
  updateBusinessBody,
  type BusinessDetail,
  type CoverColor,
  type CreateBusiness,
  type UpdateBusiness,
} from '@handover/contract/businesses/businesses.ts';
import { lazy } from 'react';
import { send } from '#shared/api/client.ts';
import { businessFieldLabels as labels } from '@handover/contract/records/field-labels.ts';
import { businessTypeLabels, marketLabelNames } from '#shared/labels/businesses.ts';
import { defineRecordForm } from '#shared/records/form/record-form.ts';
import { formatCoOwners, readCoOwners, writeCoOwners } from './form/co-owners.ts';
import { factFields } from './form/fact-fields.ts';
import { formatMix, readMix, writeMix } from './form/payer-mix.ts';
import { businessQuery } from './businesses.queries.ts';

const CustomerPicker = lazy(async () => ({
  default: (await import('#shared/customers/customer-picker.tsx')).AddableCustomerPicker,
}));

const CoOwnerInputs = lazy(() => import('./form/co-owner-inputs.tsx'));
const PayerMixInput = lazy(() => import('./form/payer-mix-input.tsx'));

const coverColorNames: Readonly<Record<CoverColor, string>> = {
  teal: 'Teal',
  slate: 'Slate',
  forest: 'Forest',
  navy: 'Navy',
  bronze: 'Bronze',
  burgundy: 'Burgundy',
  graphite: 'Graphite',
};

/** The fields of a business, for create, edit, and cells. */
export const businessForm = defineRecordForm<BusinessDetail, CreateBusiness, UpdateBusiness>({
  recordType: 'business',
  noun: 'business',
  fields: [
    {
      key: 'name',
      label: labels.name,
      kind: 'text',
      section: 'Business',
      isRequired: true,
      help: 'Confidential: never shown to buyers',
    },
    {
      key: 'publicTitle',
      label: labels.publicTitle,
      kind: 'text',
      section: 'Business',
      help: 'Shown to buyers instead of the name',
    },
    { key: 'type', label: labels.type, kind: 'choice', section: 'Business', choices: businessTypeLabels },
    {
      key: 'ownerId',
      label: labels.ownerId,
      kind: 'record',
      section: 'Business',
      help: 'The main owner. Approvals go to them.',
      Input: CustomerPicker,
      read: ({ owner }) => owner,
    },
    {
      key: 'brokerId',
      label: labels.brokerId,
      kind: 'member',
      section: 'Business',
      current: ({ broker }) => broker,
    },
    { key: 'leaseEnd', label: labels.leaseEnd, kind: 'date', section: 'Business' },
    {
      key: 'coverColor',
      label: labels.coverColor,
      kind: 'choice',
      section: 'Business',
      choices: coverColorNames,
    },
    {
      key: 'coOwners',
      label: labels.coOwners,
      kind: 'own',
      section: 'Business',
      width: 'full',
      Input: CoOwnerInputs,
      read: ({ owners }) => readCoOwners(owners),
      write: writeCoOwners,
      words: formatCoOwners,
    },
    ...factFields,
    { key: 'street', label: labels.street, kind: 'text', section: 'Address and contact' },
    { key: 'city', label: labels.city, kind: 'text', section: 'Address and contact' },
    { key: 'region', label: labels.region, kind: 'text', section: 'Address and contact' },
    { key: 'postalCode', label: labels.postalCode, kind: 'text', section: 'Address and contact' },
    { key: 'phone', label: labels.phone, kind: 'tel', section: 'Address and contact' },
    { key: 'email', label: labels.email, kind: 'email', section: 'Address and contact' },
    {
      key: 'website',
      label: labels.website,
      kind: 'url',
      section: 'Address and contact',
      help: 'Starts with https://',
    },
    {
      key: 'payerMix',
      label: labels.payerMix,
      kind: 'own',
      section: 'Payers',
      width: 'full',
      Input: PayerMixInput,
      read: ({ payerMix }) => readMix(payerMix),
      write: writeMix,
      words: formatMix,
    },
    { key: 'listingNumber', label: labels.listingNumber, kind: 'text', section: 'Listing' },
    {
      key: 'askingPriceCents',
      label: labels.askingPriceCents,
      kind: 'money',
      section: 'Listing',
      help: 'For example: 1.25M',
    },
    { key: 'reducedPriceCents', label: labels.reducedPriceCents, kind: 'money', section: 'Listing' },
    {
      key: 'marketLabel',
      label: labels.marketLabel,
      kind: 'choice',
      section: 'Listing',
      choices: marketLabelNames,
      emptyLabel: 'No label',
    },
    {
      key: 'description',
      label: labels.description,
      kind: 'text',
      section: 'Listing',
      lines: 4,
      width: 'full',
    },
    { key: 'revenueCents', label: labels.revenueCents, kind: 'money', section: 'Annual figures' },
    {
      key: 'sdeCents',
      label: labels.sdeCents,
      kind: 'money',
      section: 'Annual figures',
      help: 'Seller’s discretionary earnings',
    },
    { key: 'ebitdaCents', label: labels.ebitdaCents, kind: 'money', section: 'Annual figures' },
    {
      key: 'npi',
      label: labels.npi,
      kind: 'text',
      section: 'Identifiers',
      isNumeric: true,
      help: '10 digits',
    },
    { key: 'ein', label: labels.ein, kind: 'text', section: 'Identifiers', help: 'For example: 12-3456789' },
    { key: 'ccn', label: labels.ccn, kind: 'text', section: 'Identifiers', help: 'CMS certification number' },
    {
      key: 'clia',
      label: labels.clia,
      kind: 'text',
      section: 'Identifiers',
      help: 'For example: 05D1234567',
    },
    { key: 'dea', label: labels.dea, kind: 'text', section: 'Identifiers', help: '2 letters, 7 digits' },
  ],
  createSchema: createBusinessBody,
  updateSchema: updateBusinessBody,
  start: ({ id, isMember }) => ({
    type: businessTypes[0],
    brokerId: isMember ? id : '',
    coverColor: coverColors[0],
  }),
  create: async (body, idempotencyKey) => (await send(createBusiness, { body }, { idempotencyKey })).business,
  update: async (id, body) => (await send(updateBusiness, { params: { id }, body })).business,
  query: businessQuery,
  changesOf: () => [{ noun: 'business', customerId: null }],
  currencyOf: ({ currency }) => currency,
  customValues: ({ custom }) => custom,
});
