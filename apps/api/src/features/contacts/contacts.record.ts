import { exportContacts } from '@handover/contract/customers/contacts.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import type { ExportSpec } from '#platform/records/export/to-csv.ts';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { contactImport } from './contacts.import.ts';
import { fetchContacts, listableContacts } from './contacts.queries.ts';

const contactExport: ExportSpec<Awaited<ReturnType<typeof fetchContacts>>[number]> = {
  endpoint: exportContacts,
  fetch: fetchContacts,
  columns: {
    Name: (row) => row.name,
    Role: (row) => row.role.replaceAll('_', ' '),
    Business: (row) => row.business_name,
    Company: (row) => row.company,
    Email: (row) => row.email,
    Phone: (row) => row.phone,
    Notes: (row) => row.notes,
    'Record created': (row) => row.created_at.toISOString(),
  },
};

export const contactRecord: RecordDescriptor = {
  ...listableContacts,
  table: 'contacts',
  labels: recordInfo.contact,
  auditName: sql.ref('contacts.name'),
  timeline: ({ scope }) => ({
    label: sql`contacts.name`,
    condition: scope === 'client' ? sql`false` : sql`contacts.deleted_at IS NULL`,
  }),
  live: { audience: 'record' },
  export: contactExport,
  import: contactImport,
  references: [{ record: 'business', column: 'business_id' }],
};
