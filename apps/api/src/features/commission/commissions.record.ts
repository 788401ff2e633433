import { commissionStatusNames } from '@handover/contract/commission/commission-list.ts';
import { exportCommissions } from '@handover/contract/commission/commissions.ts';
import { dealStageNames } from '@handover/contract/deals/deal-stages.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import type { Db } from '#db/client.ts';
import type { ExportSlice, ExportSpec } from '#platform/records/export/to-csv.ts';
import type { RecordDescriptor } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import { presentCommission } from './commissions.presenter.ts';
import { fetchCommissions, listableCommissions } from './commissions.queries.ts';
import { commissionBulk } from './commission-bulk.ts';
import { getCommissionSettings } from './settings/commission-settings.queries.ts';

/** Rows as the exporting member may see them. */
async function fetchPresented(db: Db, member: Member, slice: ExportSlice) {
  const settings = await getCommissionSettings(db, member.workspaceId);
  const rows = await fetchCommissions(db, member, slice);
  return rows.map((row) => ({ ...row, shown: presentCommission(member, row, settings) }));
}

const formatAmount = (cents: number | null): string | null =>
  cents === null ? null : (cents / 100).toFixed(2);

const commissionExport: ExportSpec<Awaited<ReturnType<typeof fetchPresented>>[number]> = {
  endpoint: exportCommissions,
  fetch: fetchPresented,
  columns: {
    Business: (row) => row.business_name,
    Buyer: (row) => row.buyer_name,
    Broker: (row) => row.broker_name,
    Stage: (row) => dealStageNames[row.stage],
    Status: (row) => commissionStatusNames[row.status],
    Currency: (row) => row.currency,
    Base: ({ shown }) => formatAmount(shown.baseCents),
    Commission: ({ shown }) => formatAmount(shown.dueCents),
    Weighted: ({ shown }) => formatAmount(shown.weightedCents),
    'Own share': ({ shown }) => formatAmount(shown.ownCents),
    Paid: ({ shown }) => formatAmount(shown.paidCents),
    'Expected close': (row) => row.expected_close,
    Closed: (row) => row.closed_on,
    'Reason for no commission': (row) => row.no_commission_reason,
  },
};

const { search: _search, ...listed } = listableCommissions;

/** Not searchable, because people search for the deal. */
export const commissionRecord: RecordDescriptor = {
  ...listed,
  table: 'deals',
  labels: recordInfo.commission,
  live: { audience: 'record', isPersonal: true },
  export: commissionExport,
  bulk: commissionBulk,
};
