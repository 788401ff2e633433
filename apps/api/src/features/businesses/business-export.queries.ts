import {
  factDefinitions,
  factKeys,
  hasFact,
  payerKeys,
  payers,
  type FactValue,
} from '@handover/contract/businesses/business-facts.ts';
import { endReasonNames } from '@handover/contract/businesses/business-stages.ts';
import { exportBusinesses } from '@handover/contract/businesses/businesses.ts';
import { profitAndLoss, profitLineLabels } from '@handover/contract/businesses/financials.ts';
import { profitLines } from '@handover/domain/recast/recast.ts';
import type { Db } from '#db/client.ts';
import type { ExportSlice, ExportSpec } from '#platform/records/export/to-csv.ts';
import type { Member } from '#platform/session/actor.ts';
import { selectBusinessDetails } from './businesses.queries.ts';

function fetchExport(db: Db, member: Member, { where, sorting, limit }: ExportSlice) {
  return selectBusinessDetails(db, member)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('financial_periods')
          .select(['year', 'lines'])
          .where('financial_periods.workspace_id', '=', member.workspaceId)
          .whereRef('financial_periods.business_id', '=', 'businesses.id')
          .where('month', 'is', null)
          .orderBy('year', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['latest.year as latest_year', 'latest.lines as latest_lines'])
    .where(where)
    .orderBy(sorting.order)
    .limit(limit)
    .execute();
}

type Row = Awaited<ReturnType<typeof fetchExport>>[number];

/** In the business's currency. */
const formatMoney = (cents: number | null | undefined): string | null =>
  cents == null ? null : (cents / 100).toFixed(2);

/** The profit and loss of the last full year that was entered. */
const profitColumns: ExportSpec<Row>['columns'] = {
  'P&L year': (row) => row.latest_year?.toString() ?? null,
  ...Object.fromEntries(
    profitLines.map((line) => [
      `P&L ${profitLineLabels[line].toLowerCase()}`,
      (row: Row) => formatMoney(profitAndLoss.parse(row.latest_lines ?? {})[line]),
    ]),
  ),
};

const factColumns = Object.fromEntries(
  factKeys.map((key) => {
    const definition = factDefinitions[key];
    const textOf = (value: FactValue): string | null => {
      if (definition.kind === 'money') return formatMoney(Number(value));
      return definition.kind === 'choice' ? (definition.choices[String(value)] ?? null) : String(value);
    };
    const read = ({ type, type_facts: { [key]: value } }: Row): string | null =>
      value === undefined || !hasFact(type, key) ? null : textOf(value);
    return [definition.label, read];
  }),
);

const payerColumns = Object.fromEntries(
  payerKeys.map((payer) => [
    `${payers[payer]} (%)`,
    ({ payer_mix: mix }: Row): string | null => (mix === null ? null : String(mix[payer])),
  ]),
);

export const businessExport: ExportSpec<Row> = {
  endpoint: exportBusinesses,
  fetch: fetchExport,
  columns: {
    Name: (row) => row.name,
    'Public title': (row) => row.public_title,
    Type: (row) => row.type,
    Stage: (row) => row.stage,
    'Entered stage': (row) => row.stage_entered_at.toISOString(),
    'Stage reason': (row) => row.stage_reason,
    'Reason for withdrawal or expiration': (row) =>
      row.end_reason === null ? null : endReasonNames[row.end_reason],
    'Listing number': (row) => row.listing_number,
    'Asking price': (row) => formatMoney(row.asking_price_cents),
    'Reduced price': (row) => formatMoney(row.reduced_price_cents),
    Currency: (row) => row.currency,
    'Market label': (row) => row.market_label,
    Revenue: (row) => formatMoney(row.revenue_cents),
    SDE: (row) => formatMoney(row.sde_cents),
    EBITDA: (row) => formatMoney(row.ebitda_cents),
    ...profitColumns,
    'Street address': (row) => row.street,
    City: (row) => row.city,
    State: (row) => row.region,
    'ZIP code': (row) => row.postal_code,
    Phone: (row) => row.phone,
    Email: (row) => row.email,
    Website: (row) => row.website,
    Owner: (row) => row.owner_name,
    'Other owners': (row) =>
      row.co_owners
        .map(({ name, shareBasisPoints }) => `${name ?? 'Hidden'} ${String(shareBasisPoints / 100)}%`)
        .join('; '),
    Broker: (row) => row.broker_name,
    'Cover color': (row) => row.cover_color,
    Description: (row) => row.description,
    'Lease end': (row) => row.lease_end,
    NPI: (row) => row.npi,
    CCN: (row) => row.ccn,
    CLIA: (row) => row.clia,
    DEA: (row) => row.dea,
    EIN: (row) => row.ein,
    ...factColumns,
    ...payerColumns,
    'Record created': (row) => row.created_at.toISOString(),
  },
};
