import { dealFilters, dealSort, type DealSortKey } from '@handover/contract/deals/deal-list.ts';
import { dealStageNames, lostReasonNames } from '@handover/contract/deals/deal-stages.ts';
import {
  countDeals,
  dealFieldLabels as labels,
  exportDeals,
  listDeals,
  listDealsQuery,
  type Deal,
} from '@handover/contract/deals/deals.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { Link } from 'react-router';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { send } from '#shared/api/client.ts';
import { CustomerChip, CustomerFilter } from '#shared/customers/customer-filter.tsx';
import { BrokerChip, BrokerOptions } from '#shared/members/member-options.tsx';
import {
  defineRecordList,
  parseInput,
  createTrashActions,
  type BulkAction,
  type FixedView,
} from '#shared/records/list/record-list.ts';
import { DealStageLabel, DealValue } from './deal-labels.tsx';

const bulkActions: readonly BulkAction[] = [
  {
    action: 'assign',
    label: 'Assign',
    isPromoted: true,
    values: { brokerId: null },
    ask: {
      title: (many) => `Assign ${many}`,
      confirmLabel: 'Assign',
      field: { kind: 'member', name: 'brokerId', label: 'Broker', emptyLabel: 'Unassigned' },
    },
    doing: 'Assigning',
    done: 'assigned',
  },
  ...createTrashActions({
    text: 'Offers on open deals are withdrawn and document access ends. Restoring a deal brings neither back.',
  }),
];

export const dealList = defineRecordList<Deal, typeof dealFilters, DealSortKey>({
  recordType: 'deal',
  nouns: ['deal', 'deals'],
  searchFields: 'buyer or business',
  filterSchemas: dealFilters,
  sortSchema: dealSort,
  defaultSort: '-createdAt',
  sortNames: {
    '-createdAt': 'Newest first',
    createdAt: 'Oldest first',
    stage: 'Stage, first to last',
    '-stage': 'Stage, last to first',
    stageEnteredAt: 'Longest in stage',
    '-stageEnteredAt': 'Recently moved',
    expectedClose: 'Expected close, soonest first',
  },
  pageSizes: [25, 50, 100],
  async fetchPage(query, signal) {
    const { deals, ...page } = await send(
      listDeals,
      { query: parseInput(listDealsQuery, query) },
      { signal },
    );
    return { ...page, rows: deals };
  },
  fetchTotal: (query, signal) => send(countDeals, { query: parseInput(countDeals.query, query) }, { signal }),
  preview: {
    facts: async () => (await import('./record/deal-facts.tsx')).dealPreview,
    timelineOf: ({ id }) => ({ type: 'deal', id }),
  },
  nameOf: ({ buyer }) => buyer.name,
  linkTo: ({ id }) => `${recordInfo.deal.path}${id}`,
  picture: ({ buyer }, size) => <Avatar name={buyer.name} size={size} />,
  subtitle: ({ business }) => business.name,
  name: { key: 'buyer', header: labels.buyerId, width: 215 },
  columns: [
    {
      key: 'business',
      header: labels.businessId,
      width: 225,
      card: 'detail',
      text: ({ business }) => business.name,
      cell: ({ business }) => (
        <Link to={`${recordInfo.business.path}${business.id}`} dir="auto" title={business.name}>
          {business.name}
        </Link>
      ),
    },
    {
      key: 'stage',
      header: 'Stage',
      width: 170,
      sort: 'stage',
      card: 'status',
      cell: (deal) => <DealStageLabel deal={deal} />,
    },
    {
      key: 'valueCents',
      header: 'Value',
      width: 150,
      isNumeric: true,
      card: 'end',
      cell: (deal) => <DealValue deal={deal} />,
    },
    {
      key: 'stageEnteredAt',
      header: 'Entered stage',
      width: 140,
      sort: 'stageEnteredAt',
      cell: ({ stageEnteredAt }, { timeZone }) => <RelativeTime time={stageEnteredAt} timeZone={timeZone} />,
    },
    {
      key: 'expectedClose',
      header: labels.expectedClose,
      width: 150,
      sort: 'expectedClose',
      card: 'badge',
      text: ({ expectedClose }) => (expectedClose === null ? null : formatDate(expectedClose)),
    },
    { key: 'broker', header: labels.brokerId, width: 150, text: ({ broker }) => broker?.displayName },
    { key: 'source', header: labels.source, width: 150, text: ({ source }) => source },
    {
      key: 'createdAt',
      header: 'Added',
      width: 120,
      sort: 'createdAt',
      cell: ({ createdAt }, { timeZone }) => <RelativeTime time={createdAt} timeZone={timeZone} />,
    },
    {
      key: 'lostReason',
      header: 'Lost reason',
      width: 170,
      isOptional: true,
      text: ({ lostReason }) => (lostReason === null ? null : lostReasonNames[lostReason]),
    },
  ],
  filters: {
    stage: { control: 'choice', label: 'Stage', isPromoted: true, choices: dealStageNames },
    isOpen: { control: 'flag', label: 'Open or closed', choices: { true: 'Open', false: 'Closed or lost' } },
    brokerId: {
      control: 'options',
      label: labels.brokerId,
      isPromoted: true,
      options: (value) => <BrokerOptions mine="me" value={value} />,
      Chip: BrokerChip,
    },
    buyerId: {
      control: 'record',
      label: labels.buyerId,
      Picker: (props) => <CustomerFilter label="Buyer" {...props} />,
      Chip: (props) => <CustomerChip prefix="Buyer" {...props} />,
    },
    businessId: { control: 'link', label: labels.businessId, chip: () => 'Selected business' },
    lostReason: { control: 'choice', label: 'Lost reason', choices: lostReasonNames },
    currency: { control: 'link', label: 'Currency', chip: (currency) => currency },
    source: { control: 'text', label: labels.source, chip: (source) => `Source: ${source}` },
    hasSource: {
      control: 'flag',
      label: 'Source recorded',
      choices: { true: 'Any source', false: 'No source' },
    },
    stageFrom: {
      control: 'date',
      label: 'Entered stage from',
      chip: (day) => `Entered its stage from ${formatDate(day)}`,
    },
    stageBefore: {
      control: 'date',
      label: 'Entered stage before',
      chip: (day) => `Entered its stage before ${formatDate(day)}`,
    },
    closeBefore: {
      control: 'date',
      label: 'Closes before',
      chip: (day) => `Expected to close before ${formatDate(day)}`,
    },
    deleted: { control: 'link', label: 'Trash', chip: () => 'In the trash' },
  },
  fixedViews: (): FixedView[] => [
    { name: 'All', filter: {} },
    { name: 'Open', filter: { isOpen: 'true' } },
    { name: 'Mine', filter: { brokerId: 'me' } },
    { name: 'Lost', filter: { stage: 'lost' } },
    { name: 'Trash', filter: { deleted: 'true' } },
  ],
  empty: {
    icon: 'solar:case-round-bold-duotone',
    title: 'No deals yet',
    text: 'A deal is one buyer for one business. It starts as an inquiry.',
  },
  bulkActions,
  exportRows: (selection, sort) =>
    send(exportDeals, { body: parseInput(exportDeals.body, { ...selection, sort }) }),
});
