import {
  buyerExperienceNames,
  buyerSearchLabels as labels,
  buyerTimingNames,
  exportBuyers,
  type BuyerSearch,
} from '@handover/contract/buyers/buyers.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import type { ExportSpec } from '#platform/records/export/to-csv.ts';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { buyerImport, searchSeparator } from './buyers.import.ts';
import { fetchBuyers, listableBuyers } from './buyers.queries.ts';

type Row = Awaited<ReturnType<typeof fetchBuyers>>[number];

/** Several searches, in their order. */
const formatSearches =
  (textOf: (search: BuyerSearch) => string) =>
  ({ searches }: Row): string | null => {
    const texts = searches.map(textOf);
    return texts.every((text) => text === '') ? null : texts.join(` ${searchSeparator} `);
  };
const formatMoney = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));

const buyerExport: ExportSpec<Row> = {
  endpoint: exportBuyers,
  fetch: fetchBuyers,
  columns: {
    Name: (row) => row.customer_name,
    Email: (row) => row.customer_email,
    Phone: (row) => row.customer_phone,
    Broker: (row) => row.broker_name,
    Source: (row) => row.source,
    [labels.types]: formatSearches(({ types }) => types.join(', ').replaceAll('_', ' ')),
    [labels.states]: formatSearches(({ states }) => states.join(', ')),
    [labels.minPriceCents]: formatSearches(({ minPriceCents }) => formatMoney(minPriceCents)),
    [labels.maxPriceCents]: formatSearches(({ maxPriceCents }) => formatMoney(maxPriceCents)),
    [labels.minSdeCents]: formatSearches(({ minSdeCents }) => formatMoney(minSdeCents)),
    [labels.cashCents]: formatSearches(({ cashCents }) => formatMoney(cashCents)),
    [labels.timing]: formatSearches(({ timing }) => (timing === null ? '' : buyerTimingNames[timing])),
    [labels.experience]: formatSearches(({ experience }) =>
      experience === null ? '' : buyerExperienceNames[experience],
    ),
    'Proof of funds': (row) => formatMoney(row.proof_amount_cents),
    'Funds verified': (row) => row.proof_verified_at?.toISOString() ?? null,
    Confirmed: (row) => row.confirmed_at?.toISOString() ?? null,
    'Block reason': (row) => row.blocked_reason,
    'Record created': (row) => row.created_at.toISOString(),
  },
};

export const buyerRecord: RecordDescriptor = {
  ...listableBuyers,
  table: 'buyer_profiles',
  labels: recordInfo.buyer,
  auditName: sql.ref('customers.name'),
  timeline: () => ({
    joins: sql`JOIN customers ON customers.workspace_id = buyer_profiles.workspace_id AND customers.id = buyer_profiles.customer_id`,
    label: sql`customers.name`,
    condition: sql`buyer_profiles.deleted_at IS NULL`,
    onlyBeside: sql`buyer_profiles.customer_id`,
  }),
  live: { audience: 'record' },
  export: buyerExport,
  import: buyerImport,
  references: [{ record: 'customer', column: 'customer_id' }],
};
