import { exportAgreements, identityMethodNames } from '@handover/contract/agreements/agreements.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import type { ExportSpec } from '#platform/records/export/to-csv.ts';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { agreementBulk } from './agreement-bulk.ts';
import { listShownBusinesses } from './agreements.presenter.ts';
import { fetchAgreements, listableAgreements } from './agreements.queries.ts';

const statusNames = { pending: 'Sent', signed: 'Signed', declined: 'Declined', revoked: 'Withdrawn' };

const agreementExport: ExportSpec<Awaited<ReturnType<typeof fetchAgreements>>[number]> = {
  endpoint: exportAgreements,
  fetch: fetchAgreements,
  columns: {
    Buyer: (row) => row.customer_name,
    Businesses: (row) =>
      listShownBusinesses(row)
        .map(({ name }) => name)
        .join('; '),
    Agreement: (row) => row.title,
    Template: (row) => row.template_name,
    'Text version': (row) => row.text_number?.toString() ?? null,
    Status: (row) => statusNames[row.status],
    Sent: (row) => row.sent_at.toISOString(),
    'Sent by': (row) => row.sender_name,
    'Link expires': (row) => row.deadline.toISOString(),
    Signed: (row) => (row.status === 'signed' ? (row.closed_at?.toISOString() ?? null) : null),
    'Signed as': (row) => row.signer_name,
    'Name mismatch': (row) => (row.is_other_name ? 'Yes' : null),
    Identity: (row) => (row.identity_method === null ? null : identityMethodNames[row.identity_method]),
    Expires: (row) => row.expires_on,
    'SHA-256 hash of the text': (row) => row.text_sha256?.toString('hex') ?? null,
  },
};

export const agreementRecord: RecordDescriptor = {
  ...listableAgreements,
  table: 'agreements',
  labels: recordInfo.agreement,
  auditName: sql`customers.name || ', ' || agreements.title`,
  timeline: ({ scope, isInScope }) => ({
    joins: sql`LEFT JOIN customers ON customers.workspace_id = agreements.workspace_id AND customers.id = agreements.customer_id AND ${isInScope}`,
    label:
      scope === 'client' ? sql`agreements.title` : sql`concat_ws(', ', agreements.title, customers.name)`,
  }),
  live: { audience: 'record' },
  export: agreementExport,
  bulk: agreementBulk,
  references: [
    { record: 'customer', column: 'customer_id' },
    { record: 'deal', column: 'deal_id' },
  ],
};
