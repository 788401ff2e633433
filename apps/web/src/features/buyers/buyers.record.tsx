import { buyerFilters, buyerSort, type BuyerSortKey } from '@handover/contract/buyers/buyer-list.ts';
import {
  buyerTimingNames,
  countBuyers,
  exportBuyers,
  listBuyers,
  type Buyer,
} from '@handover/contract/buyers/buyers.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { usStates } from '@handover/domain/us-states.ts';
import { lazy } from 'react';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { send } from '#shared/api/client.ts';
import { CustomerChip, CustomerFilter } from '#shared/customers/customer-filter.tsx';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { BrokerChip, BrokerOptions } from '#shared/members/member-options.tsx';
import {
  defineRecordList,
  parseInput,
  type BulkAction,
  type FixedView,
  createTrashActions,
} from '#shared/records/list/record-list.ts';
import { buyerPreview, BuyerStatus } from './buyer-facts.tsx';
import { formatPriceRange, formatStates, formatTypes } from './search-values.ts';

const bulkActions: readonly BulkAction[] = [
  {
    action: 'invite',
    label: 'Invite',
    isPromoted: true,
    Dialog: lazy(() => import('./matching/invite-dialog.tsx')),
    doing: 'Inviting',
    done: 'invited',
  },
  ...createTrashActions({
    text: 'The customers are kept. Buyer profiles can be restored from the trash.',
  }),
];

/** A buyer with a summary of its searches. */
interface ListedBuyer extends Buyer {
  readonly name: string;
  readonly types: string;
  readonly states: string;
  readonly price: string;
  readonly timing: string;
  readonly cashCents: number | null;
}

function toListed(buyer: Buyer): ListedBuyer {
  const { searches, currency } = buyer;
  const distinct = (texts: readonly (string | null)[]): string =>
    [...new Set(texts)].filter((text) => text !== null).join('; ');
  const amounts = searches.flatMap(({ cashCents }) => cashCents ?? []);
  return {
    ...buyer,
    name: buyer.customer.name,
    types: distinct(searches.map(({ types }) => formatTypes(types))),
    states: distinct(searches.map(({ states }) => formatStates(states))),
    price: distinct(searches.map((search) => formatPriceRange(search, currency))),
    timing: distinct(searches.map(({ timing }) => (timing === null ? null : buyerTimingNames[timing]))),
    cashCents: amounts.length === 0 ? null : Math.max(...amounts),
  };
}

export const buyerList = defineRecordList<ListedBuyer, typeof buyerFilters, BuyerSortKey>({
  recordType: 'buyer',
  nouns: ['buyer', 'buyers'],
  searchFields: 'name, email, phone, or company',
  filterSchemas: buyerFilters,
  sortSchema: buyerSort,
  defaultSort: 'name',
  sortNames: {
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-cash': 'Most cash first',
    cash: 'Least cash first',
    '-confirmedAt': 'Most recently confirmed',
    confirmedAt: 'Least recently confirmed',
    '-createdAt': 'Newest first',
    createdAt: 'Oldest first',
  },
  pageSizes: [25, 50, 100],
  async fetchPage(query, signal) {
    const { buyers, ...page } = await send(
      listBuyers,
      { query: parseInput(listBuyers.query, query) },
      { signal },
    );
    return { ...page, similar: page.similar.map(toListed), rows: buyers.map(toListed) };
  },
  fetchTotal: (query, signal) =>
    send(countBuyers, { query: parseInput(countBuyers.query, query) }, { signal }),
  canEdit: ({ abilities }) => abilities.canManage,
  form: async () => (await import('./buyers.form.tsx')).buyerForm,
  preview: {
    facts: () => Promise.resolve(buyerPreview),
    timelineOf: ({ customer }, { areas }) =>
      areas.includes('users') ? { type: 'customer', id: customer.id } : null,
  },
  nameOf: ({ customer }) => customer.name,
  linkTo: ({ id }) => `${recordInfo.buyer.path}${id}`,
  picture: ({ customer }, size) => <Avatar name={customer.name} size={size} />,
  subtitle: ({ customer }) => customer.email,
  name: { key: 'name', header: 'Buyer', width: 230, sort: 'name' },
  columns: [
    {
      key: 'confirmedAt',
      header: 'Status',
      width: 140,
      card: 'status',
      cell: (buyer) => <BuyerStatus buyer={buyer} />,
    },
    {
      key: 'types',
      header: 'Looking for',
      width: 220,
      card: 'detail',
      text: ({ types }) => types,
    },
    {
      key: 'states',
      header: 'States',
      width: 140,
      card: 'detail',
      text: ({ states }) => states,
    },
    {
      key: 'price',
      header: 'Price',
      width: 150,
      card: 'detail',
      text: ({ price }) => price,
    },
    {
      key: 'cashCents',
      header: 'Cash',
      width: 130,
      sort: 'cash',
      isNumeric: true,
      card: 'end',
      cell: ({ cashCents, currency }) => <MoneyText isPrice amountCents={cashCents} currency={currency} />,
    },
    {
      key: 'timing',
      header: 'Timing',
      width: 140,
      text: ({ timing }) => timing,
    },
    { key: 'source', header: 'Source', width: 140, text: ({ source }) => source, edit: 'source' },
    { key: 'broker', header: 'Broker', width: 150, text: ({ broker }) => broker?.displayName },
    {
      key: 'expiresAt',
      header: 'Confirmed',
      width: 130,
      sort: 'confirmedAt',
      cell: ({ confirmedAt }, { timeZone }) =>
        confirmedAt !== null && <RelativeTime time={confirmedAt} timeZone={timeZone} />,
    },
    {
      key: 'customer',
      header: 'Phone',
      width: 150,
      isOptional: true,
      text: ({ customer }) => customer.phone,
    },
    {
      key: 'createdAt',
      header: 'Added',
      width: 120,
      sort: 'createdAt',
      isOptional: true,
      cell: ({ createdAt }, { timeZone }) => <RelativeTime time={createdAt} timeZone={timeZone} />,
    },
  ],
  filters: {
    type: { control: 'choice', label: 'Type', isPromoted: true, choices: businessTypeLabels },
    state: { control: 'choice', label: 'State', isPromoted: true, choices: usStates },
    timing: { control: 'choice', label: 'Timing', choices: buyerTimingNames },
    brokerId: {
      control: 'options',
      label: 'Broker',
      options: (value) => <BrokerOptions mine="me" value={value} />,
      Chip: BrokerChip,
    },
    customerId: {
      control: 'record',
      label: 'Customer',
      Picker: (props) => <CustomerFilter label="Customer" {...props} />,
      Chip: (props) => <CustomerChip prefix="" {...props} />,
    },
    hasProofOfFunds: {
      control: 'flag',
      label: 'Proof of funds',
      choices: { true: 'Funds verified', false: 'Funds not verified' },
    },
    isProofSent: {
      control: 'flag',
      label: 'Proof of funds sent',
      choices: { true: 'Proof of funds to review', false: 'No proof of funds to review' },
    },
    isConfirmed: {
      control: 'flag',
      label: 'Profile',
      choices: { true: 'Confirmed', false: 'Expired or not confirmed' },
    },
    isBlocked: { control: 'flag', label: 'Blocked', choices: { true: 'Blocked', false: 'Not blocked' } },
    deleted: { control: 'link', label: 'Trash', chip: () => 'In the trash' },
  },
  fixedViews: (): FixedView[] => [
    { name: 'All', filter: {} },
    { name: 'Mine', filter: { brokerId: 'me' } },
    { name: 'Funds verified', filter: { hasProofOfFunds: 'true' } },
    { name: 'Proof to review', filter: { isProofSent: 'true' } },
    { name: 'Unconfirmed profiles', filter: { isConfirmed: 'false' } },
    { name: 'Trash', filter: { deleted: 'true' } },
  ],
  empty: {
    icon: 'solar:hand-money-bold-duotone',
    title: 'No buyers yet',
    text: 'A buyer is a customer with one or more searches.',
  },
  bulkActions,
  exportRows: (selection, sort) =>
    send(exportBuyers, { body: parseInput(exportBuyers.body, { ...selection, sort }) }),
});
