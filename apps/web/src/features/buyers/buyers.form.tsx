import {
  buyerFieldLabels as labels,
  createBuyer,
  createBuyerBody,
  eligibilityKindNames,
  updateBuyer,
  updateBuyerBody,
  type Buyer,
  type CreateBuyer,
  type UpdateBuyer,
} from '@handover/contract/buyers/buyers.ts';
import { lazy } from 'react';
import { send } from '#shared/api/client.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { defineRecordForm, type RecordField } from '#shared/records/form/record-form.ts';
import { buyerQuery } from './buyers.queries.ts';
import { parseEligibilities, newSearch, readSearches, formatSearch, writeSearches } from './search-values.ts';

const CustomerPicker = lazy(async () => ({
  default: (await import('#shared/customers/customer-picker.tsx')).AddableCustomerPicker,
}));

type Field = RecordField<Buyer, 'searches' | 'eligibilities'>;

const ownFields: readonly Field[] = [
  {
    key: 'searches',
    label: labels.searches,
    kind: 'own',
    width: 'full',
    Input: lazy(() => import('./search-inputs.tsx')),
    read: ({ searches }) => readSearches(searches),
    write: writeSearches,
    words: (value) =>
      writeSearches(value)
        .map((search) => formatSearch(search, 'USD'))
        .join('; '),
  },
  {
    key: 'eligibilities',
    label: labels.eligibilities,
    kind: 'own',
    width: 'full',
    Input: lazy(() => import('./license-inputs.tsx')),
    write: parseEligibilities,
    words: (value) =>
      parseEligibilities(value)
        .map(
          ({ type, state, kind }) => `${eligibilityKindNames[kind]}: ${businessTypeLabels[type]}, ${state}`,
        )
        .join('; '),
  },
];

const update = async (id: string, body: UpdateBuyer): Promise<Buyer> =>
  (await send(updateBuyer, { params: { id }, body })).buyer;
const create = async (body: CreateBuyer, idempotencyKey: string): Promise<Buyer> =>
  (await send(createBuyer, { body }, { idempotencyKey })).buyer;
const shared = {
  recordType: 'buyer',
  noun: 'buyer profile',
  createSchema: createBuyerBody,
  updateSchema: updateBuyerBody,
  start: () => ({ searches: [newSearch], eligibilities: [] }),
  create,
  update,
  query: buyerQuery,
  changesOf: () => [{ noun: 'buyer' as const, customerId: null }],
} as const;

/** The fields of a buyer for staff. The customer can be selected only on creation. */
export const newBuyerForm = defineRecordForm<Buyer, CreateBuyer, UpdateBuyer & { customerId?: string }>({
  ...shared,
  fields: [
    {
      key: 'customerId',
      label: labels.customerId,
      kind: 'record',
      isRequired: true,
      width: 'half',
      Input: CustomerPicker,
      read: ({ customer }) => customer,
    },
    { key: 'source', label: labels.source, kind: 'text', width: 'half', help: 'How they found you' },
    ...ownFields,
  ],
});

export const buyerForm = defineRecordForm<Buyer, CreateBuyer, UpdateBuyer>({
  ...shared,
  fields: [
    { key: 'source', label: labels.source, kind: 'text', width: 'half', help: 'How they found you' },
    ...ownFields,
  ],
});

/** The fields that buyers change themselves. */
export const ownBuyerForm = defineRecordForm<Buyer, CreateBuyer, UpdateBuyer>({
  ...shared,
  fields: ownFields,
});
