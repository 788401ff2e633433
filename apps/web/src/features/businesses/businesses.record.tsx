import {
  businessFilters,
  businessSort,
  type BusinessSortKey,
} from '@handover/contract/businesses/business-list.ts';
import { businessStages } from '@handover/contract/businesses/business-stages.ts';
import {
  exportBusinesses,
  countBusinesses,
  listBusinesses,
  listBusinessesQuery,
  type Business,
} from '@handover/contract/businesses/businesses.ts';
import { usStates } from '@handover/domain/us-states.ts';
import { getStageNames } from '@handover/contract/businesses/stage-names.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { send } from '#shared/api/client.ts';
import { CustomerChip, CustomerFilter } from '#shared/customers/customer-filter.tsx';
import { businessTypeLabels, marketLabelNames, useStageNames } from '#shared/labels/businesses.ts';
import { BrokerChip, BrokerOptions } from '#shared/members/member-options.tsx';
import {
  defineRecordList,
  parseInput,
  type BulkAction,
  type ChipProps,
  type FixedView,
  createTrashActions,
} from '#shared/records/list/record-list.ts';
import { StageLabel, Cover, MarketLabel, Price } from './business-labels.tsx';

/** Shown by name; the URL and the stored value have the postal code. */
const stateChoices: Readonly<Record<string, string>> = { ...usStates, none: 'No state' };

function StageOptions(): ReactElement[] {
  const names = useStageNames();
  return businessStages.map((stage) => (
    <option key={stage} value={stage}>
      {names[stage]}
    </option>
  ));
}

function StageChip({ value, onRemove }: ChipProps): ReactElement {
  const names = useStageNames();
  const stage = businessStages.find((each) => each === value);
  return <RemovableChip label={stage === undefined ? value : names[stage]} onRemove={onRemove} />;
}

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
  {
    action: 'setMarketLabel',
    label: 'Set label',
    isPromoted: true,
    values: { marketLabel: null },
    ask: {
      title: (many) => `Set the market label for ${many}`,
      confirmLabel: 'Set label',
      field: {
        kind: 'choice',
        name: 'marketLabel',
        label: 'Market label',
        choices: { '': 'No label', ...marketLabelNames },
      },
    },
    doing: 'Setting market labels',
    done: 'labeled',
  },
  ...createTrashActions(),
];

export const businessList = defineRecordList<Business, typeof businessFilters, BusinessSortKey>({
  recordType: 'business',
  nouns: ['business', 'businesses'],
  searchFields: 'name, public title, city, or listing number',
  filterSchemas: businessFilters,
  sortSchema: businessSort,
  defaultSort: '-createdAt',
  sortNames: {
    '-createdAt': 'Newest first',
    createdAt: 'Oldest first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    stage: 'Stage, first to last',
    '-stage': 'Stage, last to first',
    '-stageEnteredAt': 'Recently moved',
    stageEnteredAt: 'Longest in stage',
    '-askingPrice': 'Highest price first',
    askingPrice: 'Lowest price first',
    '-sde': 'Highest SDE first',
    sde: 'Lowest SDE first',
  },
  pageSizes: [25, 50, 100],
  async fetchPage(query, signal) {
    const { businesses, ...page } = await send(
      listBusinesses,
      { query: parseInput(listBusinessesQuery, query) },
      { signal },
    );
    return { ...page, rows: businesses };
  },
  fetchTotal: (query, signal) =>
    send(countBusinesses, { query: parseInput(countBusinesses.query, query) }, { signal }),
  canEdit: ({ deletedAt }) => deletedAt === null,
  customValues: ({ custom }) => custom,
  form: async () => (await import('./businesses.form.tsx')).businessForm,
  preview: {
    facts: async () => (await import('./record/business-facts.tsx')).businessPreview,
    timelineOf: ({ id }) => ({ type: 'business', id }),
  },
  nameOf: ({ name }) => name,
  linkTo: ({ id }) => `/admin/business-center/businesses/${id}`,
  picture: ({ name, coverColor }, size) => <Cover name={name} color={coverColor} size={size} />,
  subtitle: ({ publicTitle }) => publicTitle,
  name: { key: 'name', header: 'Business', width: 276, sort: 'name' },
  columns: [
    {
      key: 'stage',
      header: 'Stage',
      width: 116,
      sort: 'stage',
      card: 'status',
      cell: (business) => <StageLabel business={business} />,
    },
    {
      key: 'askingPriceCents',
      header: 'Asking price',
      width: 180,
      sort: 'askingPrice',
      isNumeric: true,
      card: 'end',
      cell: (business) => <Price business={business} />,
      edit: 'askingPriceCents',
    },
    {
      key: 'marketLabel',
      header: 'Label',
      width: 90,
      card: 'badge',
      cell: (business) => <MarketLabel business={business} />,
      edit: 'marketLabel',
    },
    {
      key: 'sdeCents',
      header: 'SDE',
      width: 130,
      sort: 'sde',
      isNumeric: true,
      cell: ({ sdeCents, currency }) => <MoneyText isPrice amountCents={sdeCents} currency={currency} />,
      edit: 'sdeCents',
    },
    {
      key: 'type',
      header: 'Type',
      width: 172,
      card: 'detail',
      text: ({ type }) => businessTypeLabels[type],
      edit: 'type',
    },
    {
      key: 'city',
      header: 'City',
      width: 140,
      card: 'detail',
      text: ({ city }) => city,
      edit: 'city',
    },
    {
      key: 'region',
      header: 'State',
      width: 90,
      card: 'detail',
      text: ({ region }) => region,
      edit: 'region',
    },
    {
      key: 'listingNumber',
      header: 'Listing',
      width: 120,
      card: 'badge',
      text: ({ listingNumber }) => listingNumber,
      edit: 'listingNumber',
    },
    {
      key: 'owner',
      header: 'Owner',
      width: 190,
      cell: ({ owner }) =>
        owner !== null && (
          <Link to={`/admin/users/view/${owner.id}`} dir="auto" title={owner.name}>
            {owner.name}
          </Link>
        ),
    },
    {
      key: 'broker',
      header: 'Broker',
      width: 150,
      text: ({ broker }) => broker?.displayName,
      edit: 'brokerId',
    },
    {
      key: 'stageEnteredAt',
      header: 'Entered stage',
      width: 130,
      sort: 'stageEnteredAt',
      cell: ({ stageEnteredAt }, { timeZone }) => <RelativeTime time={stageEnteredAt} timeZone={timeZone} />,
    },
    {
      key: 'createdAt',
      header: 'Added',
      width: 120,
      sort: 'createdAt',
      cell: ({ createdAt }, { timeZone }) => <RelativeTime time={createdAt} timeZone={timeZone} />,
    },
    {
      key: 'publicTitle',
      header: 'Public title',
      width: 220,
      isOptional: true,
      text: ({ publicTitle }) => publicTitle,
      edit: 'publicTitle',
    },
    {
      key: 'phone',
      header: 'Phone',
      width: 150,
      isOptional: true,
      text: ({ phone }) => phone,
      edit: 'phone',
    },
    {
      key: 'revenueCents',
      header: 'Revenue',
      width: 130,
      isOptional: true,
      isNumeric: true,
      cell: ({ revenueCents, currency }) => (
        <MoneyText isPrice amountCents={revenueCents} currency={currency} />
      ),
      edit: 'revenueCents',
    },
    {
      key: 'ebitdaCents',
      header: 'Adjusted EBITDA',
      width: 130,
      isOptional: true,
      isNumeric: true,
      cell: ({ ebitdaCents, currency }) => (
        <MoneyText isPrice amountCents={ebitdaCents} currency={currency} />
      ),
      edit: 'ebitdaCents',
    },
  ],
  filters: {
    stage: {
      control: 'options',
      label: 'Stage',
      isPromoted: true,
      options: () => <StageOptions />,
      Chip: StageChip,
    },
    isOpen: { control: 'flag', label: 'Open or closed', choices: { true: 'Open', false: 'Closed' } },
    type: { control: 'choice', label: 'Type', isPromoted: true, choices: businessTypeLabels },
    brokerId: {
      control: 'options',
      label: 'Broker',
      isPromoted: true,
      options: (value) => <BrokerOptions mine="me" value={value} />,
      Chip: BrokerChip,
    },
    region: {
      control: 'choice',
      label: 'State',
      isPromoted: true,
      choices: stateChoices,
    },
    marketLabel: {
      control: 'choice',
      label: 'Label',
      choices: { ...marketLabelNames, none: 'No label' },
    },
    ownerId: {
      control: 'record',
      label: 'Owner',
      Picker: (props) => <CustomerFilter label="Owner" {...props} />,
      Chip: (props) => <CustomerChip prefix="Owned by" {...props} />,
    },
    stageBefore: {
      control: 'date',
      label: 'Entered stage before',
      chip: (day) => `Entered its stage before ${formatDate(day)}`,
    },
    isStuck: { control: 'flag', label: 'Progress', choices: { true: 'Stalled' } },
    leaseBefore: {
      control: 'date',
      label: 'Lease ends before',
      chip: (day) => `Lease ends before ${formatDate(day)}`,
    },
    custom: { control: 'custom', label: 'Custom fields' },
    deleted: { control: 'link', label: 'Trash', chip: () => 'In the trash' },
  },
  fixedViews: ({ stageNames }): FixedView[] => [
    { name: 'All', filter: {} },
    { name: 'Open', filter: { isOpen: 'true' } },
    { name: 'Mine', filter: { brokerId: 'me' } },
    { name: getStageNames(stageNames.staff).on_market, filter: { stage: 'on_market' } },
    { name: 'Trash', filter: { deleted: 'true' } },
  ],
  empty: {
    icon: 'solar:buildings-bold-duotone',
    title: 'No businesses yet',
    text: 'A new business is a lead. It only needs a name and a type.',
  },
  emptyTitle: (filter) =>
    Object.keys(filter).join() === 'ownerId' ? 'This customer has no businesses yet' : null,
  bulkActions,
  exportRows: (selection, sort) =>
    send(exportBusinesses, { body: parseInput(exportBusinesses.body, { ...selection, sort }) }),
});

const { region: _region, deleted: _deleted, ...mapFilters } = businessList.filters;
/** The list without the filters that the map itself shows. */
export const mapList = { ...businessList, filters: mapFilters };
