import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import {
  createCustomer,
  createCustomerBody,
  updateCustomer,
  updateCustomerBody,
  type CreateCustomer,
  type UpdateCustomer,
} from '@handover/contract/customers/customer-changes.ts';
import { lazy } from 'react';
import { send } from '#shared/api/client.ts';
import { PlanHint, PlanOptions, SourceOptions } from './customer-labels.tsx';
import { customerFieldLabels as labels } from '@handover/contract/records/field-labels.ts';
import { defineRecordForm } from '#shared/records/form/record-form.ts';
import { parseContactPoints, formatContactPoints } from './contact-points.ts';
import { customerQuery } from './customers.queries.ts';

const TagsInput = lazy(() => import('#shared/tags/tags-input.tsx'));

/** The fields of a customer, for create, edit, and cells. */
export const customerForm = defineRecordForm<CustomerDetail, CreateCustomer, UpdateCustomer>({
  recordType: 'customer',
  noun: 'customer',
  fields: [
    { key: 'name', label: labels.name, kind: 'text', section: 'Customer', isRequired: true },
    {
      key: 'accountType',
      label: labels.accountType,
      kind: 'choice',
      section: 'Customer',
      choices: { Individual: 'Individual', Corporate: 'Corporate' },
    },
    { key: 'title', label: labels.title, kind: 'text', section: 'Customer' },
    { key: 'company', label: labels.company, kind: 'text', section: 'Customer' },
    { key: 'npi', label: labels.npi, kind: 'text', section: 'Customer', isNumeric: true, help: '10 digits' },
    {
      key: 'ccn',
      label: labels.ccn,
      kind: 'text',
      section: 'Customer',
      help: 'Medicare facility number',
    },
    {
      key: 'taxonomyCode',
      label: labels.taxonomyCode,
      kind: 'text',
      section: 'Customer',
      help: 'For example: 1223G0001X',
    },
    { key: 'email', label: labels.email, kind: 'email', section: 'Contact' },
    { key: 'phone', label: labels.phone, kind: 'tel', section: 'Contact' },
    { key: 'website', label: labels.website, kind: 'url', section: 'Contact', help: 'Starts with https://' },
    {
      key: 'contactPoints',
      label: labels.contactPoints,
      kind: 'own',
      section: 'Contact',
      width: 'full',
      Input: lazy(() => import('./contact-points-input.tsx')),
      write: parseContactPoints,
      words: formatContactPoints,
    },
    {
      key: 'brokerId',
      label: labels.brokerId,
      kind: 'member',
      section: 'Relationship',
      current: ({ broker }) => broker,
    },
    {
      key: 'source',
      label: labels.source,
      kind: 'text',
      section: 'Relationship',
      help: 'How they found you',
      suggestions: (id) => <SourceOptions id={id} />,
    },
    {
      key: 'planName',
      label: labels.planName,
      kind: 'options',
      section: 'Relationship',
      emptyLabel: 'No plan',
      help: <PlanHint />,
      options: (value) => <PlanOptions current={value} />,
    },
    {
      key: 'joiningDate',
      label: labels.joiningDate,
      kind: 'date',
      section: 'Relationship',
    },
    {
      key: 'tagIds',
      label: labels.tagIds,
      kind: 'items',
      section: 'Relationship',
      Input: TagsInput,
      read: ({ tags }) => tags,
    },
    { key: 'isVerified', label: 'Identity verified', kind: 'flag', section: 'Relationship' },
    { key: 'addressLine1', label: labels.addressLine1, kind: 'text', section: 'Address' },
    { key: 'addressLine2', label: labels.addressLine2, kind: 'text', section: 'Address' },
    { key: 'city', label: labels.city, kind: 'text', section: 'Address' },
    { key: 'region', label: labels.region, kind: 'text', section: 'Address' },
    { key: 'postalCode', label: labels.postalCode, kind: 'text', section: 'Address' },
    { key: 'country', label: labels.country, kind: 'text', section: 'Address' },
  ],
  createSchema: createCustomerBody,
  updateSchema: updateCustomerBody,
  start: ({ id, isMember, today }) => ({
    accountType: 'Individual',
    brokerId: isMember ? id : '',
    joiningDate: today,
  }),
  create: async (body, idempotencyKey) => (await send(createCustomer, { body }, { idempotencyKey })).user,
  update: async (id, body) => (await send(updateCustomer, { params: { id }, body })).user,
  query: customerQuery,
  changesOf: ({ id }) => [{ noun: 'customer', customerId: id }],
  customValues: ({ custom }) => custom,
});
