import { marker } from '../fixture.ts';
import type { RecordRows } from '../record-rows.ts';
import { list, row, staffRecord } from '../statuses.ts';

const toPath = (id: string | undefined): string => `/contacts/${id ?? ''}`;

export const rows: RecordRows = {
  expected: {
    listContacts: list(200),
    countContacts: list(200),
    // Staff out of scope and from elsewhere may add contacts, but not to a business they cannot read.
    createContact: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 400, 403, 400, 201, 201),
    getContact: staffRecord(200),
    updateContact: staffRecord(200),
    deleteContact: staffRecord(204),
    restoreContact: staffRecord(404),
    exportContacts: list(201),
  },
  requests: {
    listContacts: () => ({ path: '/contacts?q=zebrafish' }),
    countContacts: () => ({ path: '/contacts/total?q=zebrafish' }),
    createContact: ({ businessId }) => ({ path: '/contacts', body: { businessId, name: 'New Contact' } }),
    getContact: ({ contactRecordId }) => ({ path: toPath(contactRecordId) }),
    updateContact: ({ contactRecordId }) => ({
      path: toPath(contactRecordId),
      body: { version: 1, company: 'Marker & Co.' },
    }),
    deleteContact: ({ contactRecordId }) => ({ path: toPath(contactRecordId) }),
    restoreContact: ({ contactRecordId }) => ({ path: `${toPath(contactRecordId)}/restore` }),
    exportContacts: () => ({ path: '/contacts/export', body: { filter: {} } }),
  },
  makers: {
    contactRecordId: async ({ admin, businessId }) => {
      const { body } = await admin.post('/contacts', { businessId, name: `Avery ${marker}` });
      return body.contact.id;
    },
  },
};
