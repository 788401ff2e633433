import {
  businessFilters,
  businessSort,
  businessTypes,
  marketLabels,
  type BusinessSortKey,
} from '@handover/contract/business-list.ts';
import { businessStages } from '@handover/contract/business-stages.ts';
import {
  exportBusinesses,
  getBusiness,
  listBusinesses,
  listBusinessesQuery,
  updateBusiness,
  type Business,
  type UpdateBusiness,
} from '@handover/contract/businesses.ts';
import { stageNamesOf } from '@handover/contract/stage-names.ts';
import { moneyInput, parseMoney } from '@handover/domain/money.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { send } from '#shared/api/client.ts';
import { useStageNames } from '#shared/businesses/stage-names.ts';
import { CustomerChip, CustomerFilter } from '#shared/customers/customer-filter.tsx';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { BrokerChip, BrokerOptions, MemberOptions } from '#shared/members/member-options.tsx';
import {
  defineRecordList,
  inputOf,
  type BulkAction,
  type CellEdit,
  type ChipProps,
  type FixedView,
} from '#shared/records/list/record-list.ts';
import { Cover } from './cover.tsx';
import { MarketLabel } from './market-label.tsx';
import { Price } from './price.tsx';
import { StageLabel } from './stage-label.tsx';

async function update({ id, version }: Business, change: Omit<UpdateBusiness, 'version'>): Promise<Business> {
  const { business } = await send(updateBusiness, { params: { id }, body: { version, ...change } });
  return business;
}

const orNull = (text: string): string | null => (text === '' ? null : text);

function textEdit(
  field: 'publicTitle' | 'listingNumber' | 'city' | 'region',
  maxLength: number,
): CellEdit<Business> {
  return {
    kind: 'text',
    maxLength,
    value: (business) => business[field] ?? '',
    save: (business, text) => update(business, { [field]: orNull(text) }),
  };
}

function amountEdit(
  field: 'askingPriceCents' | 'revenueCents' | 'sdeCents' | 'ebitdaCents',
): CellEdit<Business> {
  return {
    kind: 'amount',
    maxLength: 20,
    value: (business) => {
      const cents = business[field];
      return cents === null ? '' : moneyInput(cents);
    },
    save: (business, text) => update(business, { [field]: parseMoney(text) }),
    problem: (text) =>
      text.trim() === '' || parseMoney(text) !== null ? null : 'Enter an amount such as 1,250,000 or 1.25M',
  };
}

const marketLabelNames = { sale: 'Sale', new: 'New' } as const;

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
      title: (many) => `Set the market label of ${many}`,
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
  {
    action: 'delete',
    label: 'Move to trash',
    isDangerous: true,
    ask: {
      title: (many) => `Move ${many} to the trash?`,
      confirmLabel: 'Move to trash',
      text: 'They can be restored from the trash.',
    },
    doing: 'Moving to the trash',
    done: 'moved to the trash',
  },
  {
    action: 'restore',
    label: 'Restore',
    isPromoted: true,
    isForTrash: true,
    doing: 'Restoring',
    done: 'restored',
  },
];

/** The list of businesses. */
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
    '-askingPrice': 'Highest price first',
    askingPrice: 'Lowest price first',
    '-sde': 'Highest SDE first',
    sde: 'Lowest SDE first',
  },
  pageSizes: [25, 50, 100],
  async fetchPage(query, signal) {
    const { businesses, ...page } = await send(
      listBusinesses,
      { query: inputOf(listBusinessesQuery, query) },
      { signal },
    );
    return { ...page, rows: businesses };
  },
  fetchOne: async (id) => (await send(getBusiness, { params: { id } })).business,
  changeOf: () => ({ noun: 'business', customerId: null }),
  canEdit: ({ deletedAt }) => deletedAt === null,
  customValues: ({ custom }) => custom,
  saveCustom: (business, custom) => update(business, { custom }),
  nameOf: ({ name }) => name,
  linkTo: (id) => `/admin/business-center/businesses/${id}`,
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
      edit: amountEdit('askingPriceCents'),
    },
    {
      key: 'marketLabel',
      header: 'Label',
      width: 90,
      card: 'badge',
      cell: ({ marketLabel }) => <MarketLabel label={marketLabel} />,
      edit: {
        kind: 'choice',
        choices: marketLabelNames,
        emptyLabel: 'No label',
        value: ({ marketLabel }) => marketLabel ?? '',
        save: (business, value) =>
          update(business, { marketLabel: marketLabels.find((label) => label === value) ?? null }),
      },
    },
    {
      key: 'sdeCents',
      header: 'SDE',
      width: 130,
      sort: 'sde',
      isNumeric: true,
      cell: ({ sdeCents, currency }) => <MoneyText isPrice amountCents={sdeCents} currency={currency} />,
      edit: amountEdit('sdeCents'),
    },
    {
      key: 'type',
      header: 'Type',
      width: 172,
      card: 'detail',
      text: ({ type }) => businessTypeLabels[type],
      edit: {
        kind: 'choice',
        choices: businessTypeLabels,
        value: ({ type }) => type,
        save: (business, value) => update(business, { type: businessTypes.find((type) => type === value) }),
      },
    },
    {
      key: 'city',
      header: 'City',
      width: 140,
      card: 'detail',
      text: ({ city }) => city,
      edit: textEdit('city', 120),
    },
    {
      key: 'region',
      header: 'State',
      width: 90,
      card: 'detail',
      text: ({ region }) => region,
      edit: textEdit('region', 120),
    },
    {
      key: 'listingNumber',
      header: 'Listing',
      width: 120,
      card: 'badge',
      text: ({ listingNumber }) => listingNumber,
      edit: textEdit('listingNumber', 40),
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
      edit: {
        kind: 'options',
        emptyLabel: 'Unassigned',
        value: ({ brokerId }) => brokerId ?? '',
        save: (business, brokerId) => update(business, { brokerId: orNull(brokerId) }),
        options: ({ broker }) => <MemberOptions current={broker} />,
        words: ({ broker }) => broker?.displayName ?? '',
      },
    },
    {
      key: 'stageEnteredAt',
      header: 'In stage since',
      width: 130,
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
      edit: textEdit('publicTitle', 200),
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
      edit: amountEdit('revenueCents'),
    },
    {
      key: 'ebitdaCents',
      header: 'EBITDA',
      width: 130,
      isOptional: true,
      isNumeric: true,
      cell: ({ ebitdaCents, currency }) => (
        <MoneyText isPrice amountCents={ebitdaCents} currency={currency} />
      ),
      edit: amountEdit('ebitdaCents'),
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
      label: 'In stage since before',
      chip: (day) => `In its stage since before ${dateText(day)}`,
    },
    isStuck: { control: 'flag', label: 'Progress', choices: { true: 'Stalled' } },
    leaseBefore: {
      control: 'date',
      label: 'Lease ends before',
      chip: (day) => `Lease ends before ${dateText(day)}`,
    },
    custom: { control: 'custom', label: 'Custom fields' },
    deleted: { control: 'link', label: 'Trash', chip: () => 'In the trash' },
  },
  fixedViews: ({ stageNames }): FixedView[] => [
    { name: 'All', filter: {} },
    { name: 'Open', filter: { isOpen: 'true' } },
    { name: 'Mine', filter: { brokerId: 'me' } },
    { name: stageNamesOf(stageNames.staff).on_market, filter: { stage: 'on_market' } },
    { name: 'Trash', filter: { deleted: 'true' } },
  ],
  empty: {
    icon: 'solar:buildings-bold-duotone',
    title: 'No businesses yet',
    text: 'A new business is a lead. It only needs a name and a type.',
  },
  emptyTitle: (filter) =>
    Object.keys(filter).join() === 'ownerId' ? 'No businesses of this customer yet' : null,
  bulkActions,
  exportRows: (selection, sort) =>
    send(exportBusinesses, { body: inputOf(exportBusinesses.body, { ...selection, sort }) }),
});
