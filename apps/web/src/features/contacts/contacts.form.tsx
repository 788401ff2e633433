import {
  contactFieldLabels as labels,
  contactRoleNames,
  createContact,
  createContactBody,
  updateContact,
  updateContactBody,
  type Contact,
  type CreateContact,
  type UpdateContact,
} from '@handover/contract/customers/contacts.ts';
import { lazy } from 'react';
import { send } from '#shared/api/client.ts';
import { defineRecordForm } from '#shared/records/form/record-form.ts';
import { contactQuery } from './contacts.queries.ts';

const BusinessPicker = lazy(async () => ({
  default: (await import('#shared/businesses/business-picker.tsx')).BusinessPicker,
}));

/** The fields of a contact, for create, edit, and cells. */
export const contactForm = defineRecordForm<Contact, CreateContact, UpdateContact>({
  recordType: 'contact',
  noun: 'contact',
  fields: [
    { key: 'name', label: labels.name, kind: 'text', isRequired: true, width: 'half' },
    { key: 'role', label: labels.role, kind: 'choice', choices: contactRoleNames, width: 'half' },
    {
      key: 'businessId',
      label: labels.businessId,
      kind: 'record',
      isRequired: true,
      width: 'half',
      Input: BusinessPicker,
      read: ({ business }) => business,
    },
    { key: 'company', label: labels.company, kind: 'text', width: 'half' },
    { key: 'email', label: labels.email, kind: 'email', width: 'half' },
    { key: 'phone', label: labels.phone, kind: 'tel', width: 'half' },
    { key: 'notes', label: labels.notes, kind: 'text', lines: 3, width: 'full' },
  ],
  createSchema: createContactBody,
  updateSchema: updateContactBody,
  start: () => ({ role: 'accountant' }),
  create: async (body, idempotencyKey) => (await send(createContact, { body }, { idempotencyKey })).contact,
  update: async (id, body) => (await send(updateContact, { params: { id }, body })).contact,
  query: contactQuery,
  changesOf: () => [{ noun: 'contact', customerId: null }],
});
