import { dealStageNames, lostReasonNames } from '@handover/contract/deals/deal-stages.ts';
import { directChangeNames, exportDeals } from '@handover/contract/deals/deals.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import type { ExportSpec } from '#platform/records/export/to-csv.ts';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { dealBulk } from './deal-bulk.ts';
import { isOwnPurchase } from './deals.public.ts';
import { fetchDeals, listableDeals } from './deals.queries.ts';

const dealExport: ExportSpec<Awaited<ReturnType<typeof fetchDeals>>[number]> = {
  endpoint: exportDeals,
  fetch: fetchDeals,
  columns: {
    Business: (row) => row.business_name,
    Buyer: (row) => row.buyer_name,
    Stage: (row) => dealStageNames[row.stage],
    'Entered stage': (row) => row.stage_entered_at.toISOString(),
    Value: (row) => (row.value_cents === null ? null : (row.value_cents / 100).toFixed(2)),
    Currency: (row) => row.currency,
    'Expected close': (row) => row.expected_close,
    Broker: (row) => row.broker_name,
    Source: (row) => row.source,
    'Direct ownership change': (row) =>
      row.direct_change === null ? null : directChangeNames[row.direct_change],
    'Lost reason': (row) => (row.lost_reason === null ? null : lostReasonNames[row.lost_reason]),
    'Document access': (row) => `L${String(row.document_level)}`,
    'Record created': (row) => row.created_at.toISOString(),
  },
};

export const dealRecord: RecordDescriptor = {
  ...listableDeals,
  table: 'deals',
  labels: recordInfo.deal,
  auditName: sql`customers.name || ' – ' || businesses.name`,
  isGrantable: true,
  hasDocumentLevels: true,
  // Sellers cannot share a deal, because it is not theirs alone.
  isOwn: isOwnPurchase,
  // Buyer and seller share the record, so files on it are for staff.
  files: { column: 'deal_id', clientCondition: () => sql<boolean>`false` },
  timeline: ({ scope }) => ({
    joins: sql`
      JOIN businesses ON businesses.workspace_id = deals.workspace_id AND businesses.id = deals.business_id
      JOIN customers AS buyers ON buyers.workspace_id = deals.workspace_id AND buyers.id = deals.buyer_id`,
    // The name is hidden from buyers before document level 1.
    label:
      scope === 'client'
        ? sql`CASE WHEN deals.document_level > 0 THEN businesses.name ELSE coalesce(businesses.public_title, 'Confidential business') END`
        : sql`buyers.name || ' – ' || businesses.name`,
    condition: sql`deals.deleted_at IS NULL`,
  }),
  live: { audience: 'record', reference: { field: 'dealId', isForClients: false } },
  export: dealExport,
  bulk: dealBulk,
  references: [
    { record: 'business', column: 'business_id' },
    { record: 'customer', column: 'buyer_id' },
  ],
  handover: {
    column: 'broker_id',
    activity: {
      type: 'deal.updated',
      customerColumn: 'buyer_id',
      businessColumn: 'business_id',
      dealColumn: 'id',
    },
  },
};
