import {
  commissionFilters,
  commissionSort,
  commissionStatusNames,
  type CommissionSortKey,
} from '@handover/contract/commission/commission-list.ts';
import {
  countCommissions,
  exportCommissions,
  listCommissions,
  listCommissionsQuery,
  type Commission,
} from '@handover/contract/commission/commissions.ts';
import { dealStageNames } from '@handover/contract/deals/deal-stages.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { send } from '#shared/api/client.ts';
import { BrokerChip, BrokerOptions } from '#shared/members/member-options.tsx';
import {
  defineRecordList,
  parseInput,
  type BulkAction,
  type FixedView,
} from '#shared/records/list/record-list.ts';
import { CommissionStatusLabel } from './commission-labels.tsx';

const bulkActions: readonly BulkAction[] = [
  {
    action: 'pay',
    label: 'Record payout',
    isPromoted: true,
    level: 'ADMIN',
    values: ({ today, asOf }) => ({ paidOn: today, asOf }),
    ask: {
      title: (many) => `Record the payout for ${many}`,
      confirmLabel: 'Record payout',
      text: 'Records the amount due on each commission as paid out. To correct one later, reverse the payout on its deal.',
      field: { kind: 'date', name: 'paidOn', label: 'Paid on' },
    },
    doing: 'Recording payouts',
    done: 'paid out',
  },
];

/** The list of commissions; each opens its deal. */
export const commissionList = defineRecordList<Commission, typeof commissionFilters, CommissionSortKey>({
  recordType: 'commission',
  nouns: ['commission', 'commissions'],
  filterSchemas: commissionFilters,
  sortSchema: commissionSort,
  defaultSort: '-createdAt',
  sortNames: {
    '-createdAt': 'Newest deal first',
    createdAt: 'Oldest deal first',
    expectedClose: 'Expected close, soonest first',
    '-closedOn': 'Recently closed',
  },
  pageSizes: [25, 50, 100],
  async fetchPage(query, signal) {
    const { commissions, ...page } = await send(
      listCommissions,
      { query: parseInput(listCommissionsQuery, query) },
      { signal },
    );
    return { ...page, rows: commissions };
  },
  fetchTotal: (query, signal) =>
    send(countCommissions, { query: parseInput(countCommissions.query, query) }, { signal }),
  nameOf: ({ business }) => business.name,
  linkTo: ({ id }) => `${recordInfo.commission.path}${id}`,
  picture: ({ business }, size) => <Avatar name={business.name} size={size} />,
  subtitle: ({ buyer }) => buyer.name,
  name: { key: 'business', header: 'Business', width: 230 },
  columns: [
    { key: 'buyer', header: 'Buyer', width: 145, card: 'detail', text: ({ buyer }) => buyer.name },
    {
      key: 'status',
      header: 'Status',
      width: 110,
      card: 'status',
      cell: ({ status }) => <CommissionStatusLabel status={status} />,
    },
    {
      key: 'dueCents',
      header: 'Commission',
      width: 125,
      isNumeric: true,
      card: 'end',
      cell: ({ dueCents, currency }) => <MoneyText amountCents={dueCents} currency={currency} isPrice />,
    },
    {
      key: 'weightedCents',
      header: 'Weighted commission',
      width: 165,
      isNumeric: true,
      cell: ({ weightedCents, currency }) => (
        <MoneyText amountCents={weightedCents} currency={currency} isEstimate />
      ),
    },
    {
      key: 'ownCents',
      header: 'Your share',
      width: 110,
      isNumeric: true,
      cell: ({ ownCents, currency }) => <MoneyText amountCents={ownCents} currency={currency} isPrice />,
    },
    { key: 'stage', header: 'Deal stage', width: 138, text: ({ stage }) => dealStageNames[stage] },
    {
      key: 'expectedClose',
      header: 'Expected close',
      width: 140,
      sort: 'expectedClose',
      card: 'badge',
      text: ({ expectedClose }) => (expectedClose === null ? null : formatDate(expectedClose)),
    },
    {
      key: 'closedOn',
      header: 'Closed',
      width: 120,
      sort: 'closedOn',
      text: ({ closedOn }) => (closedOn === null ? null : formatDate(closedOn)),
    },
    { key: 'broker', header: 'Broker', width: 150, text: ({ broker }) => broker?.displayName },
    {
      key: 'paidCents',
      header: 'Paid out',
      width: 130,
      isNumeric: true,
      isOptional: true,
      cell: ({ paidCents, currency }) => <MoneyText amountCents={paidCents} currency={currency} isPrice />,
    },
    {
      key: 'baseCents',
      header: 'Base',
      width: 140,
      isNumeric: true,
      isOptional: true,
      cell: ({ baseCents, currency }) => <MoneyText amountCents={baseCents} currency={currency} isPrice />,
    },
  ],
  filters: {
    status: { control: 'choice', label: 'Status', isPromoted: true, choices: commissionStatusNames },
    brokerId: {
      control: 'options',
      label: 'Broker',
      isPromoted: true,
      options: (value) => <BrokerOptions mine="me" value={value} />,
      Chip: BrokerChip,
    },
    businessId: { control: 'link', label: 'Business', chip: () => 'Selected business' },
    currency: { control: 'link', label: 'Currency', chip: (currency) => currency },
    expectedFrom: {
      control: 'date',
      label: 'Expected close from',
      chip: (day) => `Expected to close from ${formatDate(day)}`,
    },
    expectedBefore: {
      control: 'date',
      label: 'Expected close before',
      chip: (day) => `Expected to close before ${formatDate(day)}`,
    },
    hasExpectedClose: {
      control: 'flag',
      label: 'Expected close',
      choices: { true: 'With expected close', false: 'No expected close' },
    },
    closedFrom: { control: 'date', label: 'Closed from', chip: (day) => `Closed from ${formatDate(day)}` },
    closedBefore: {
      control: 'date',
      label: 'Closed before',
      chip: (day) => `Closed before ${formatDate(day)}`,
    },
    deleted: { control: 'link', label: 'Trash', chip: () => 'In the trash' },
  },
  fixedViews: (): FixedView[] => [
    { name: 'All', filter: {} },
    { name: 'Expected', filter: { status: 'expected' } },
    { name: 'To finalize', filter: { status: 'to_finalize' } },
    { name: 'Due', filter: { status: 'due' } },
    { name: 'Paid', filter: { status: 'paid' } },
    { name: 'No commission', filter: { status: 'no_commission' } },
  ],
  empty: {
    icon: 'solar:wallet-money-bold-duotone',
    title: 'No commissions yet',
    text: 'Each open deal has an expected commission based on the engagement letter for its business.',
  },
  bulkActions,
  exportRows: (selection, sort) =>
    send(exportCommissions, { body: parseInput(exportCommissions.body, { ...selection, sort }) }),
});
