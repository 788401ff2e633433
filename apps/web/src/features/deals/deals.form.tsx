import {
  createDeal,
  createDealBody,
  dealFieldLabels as labels,
  directChangeNames,
  updateDeal,
  updateDealBody,
  type CreateDeal,
  type DealDetail,
  type UpdateDeal,
} from '@handover/contract/deals/deals.ts';
import { lazy } from 'react';
import { send } from '#shared/api/client.ts';
import { defineRecordForm } from '#shared/records/form/record-form.ts';
import { dealQuery } from './deals.queries.ts';

const BusinessPicker = lazy(async () => ({
  default: (await import('#shared/businesses/business-picker.tsx')).BusinessPicker,
}));
const CustomerPicker = lazy(async () => ({
  default: (await import('#shared/customers/customer-picker.tsx')).AddableCustomerPicker,
}));

/** The fields of a deal, for create and edit. Its buyer and business cannot change. */
export const dealForm = defineRecordForm<DealDetail, CreateDeal, UpdateDeal>({
  recordType: 'deal',
  noun: 'deal',
  fields: [
    {
      key: 'businessId',
      label: labels.businessId,
      kind: 'record',
      isRequired: true,
      isOnCreateOnly: true,
      width: 'half',
      Input: BusinessPicker,
      read: ({ business }) => business,
    },
    {
      key: 'buyerId',
      label: labels.buyerId,
      kind: 'record',
      isRequired: true,
      isOnCreateOnly: true,
      width: 'half',
      Input: CustomerPicker,
      read: ({ buyer }) => buyer,
    },
    {
      key: 'brokerId',
      label: labels.brokerId,
      kind: 'member',
      width: 'half',
      current: ({ broker }) => broker,
      read: ({ broker }) => broker?.id ?? '',
    },
    { key: 'expectedClose', label: labels.expectedClose, kind: 'date', width: 'half' },
    {
      key: 'source',
      label: labels.source,
      kind: 'text',
      width: 'half',
      help: 'For example: BizBuySell or referral',
    },
    {
      key: 'directChange',
      label: labels.directChange,
      kind: 'choice',
      width: 'half',
      choices: directChangeNames,
      emptyLabel: 'Not set',
      help: 'For the 36-month rule of home health and hospice',
    },
  ],
  createSchema: createDealBody,
  updateSchema: updateDealBody,
  start: ({ id, isMember }) => ({ brokerId: isMember ? id : '' }),
  create: async (body, idempotencyKey) => (await send(createDeal, { body }, { idempotencyKey })).deal,
  update: async (id, body) => (await send(updateDeal, { params: { id }, body })).deal,
  query: dealQuery,
  changesOf: () => [{ noun: 'deal', customerId: null }],
});
