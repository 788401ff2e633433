import { customerFilters, customerSort } from '@handover/contract/customers/customer-list.ts';
import type { CustomerSortKey } from '@handover/contract/customers/customer-list.ts';
import {
  countCustomers,
  exportCustomers,
  listCustomers,
  listCustomersQuery,
  type Customer,
} from '@handover/contract/customers/customers.ts';
import { getRoleLevel, roleLevels } from '@handover/contract/auth/roles.ts';
import { lazy, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';

import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { send } from '#shared/api/client.ts';
import { PlanOptions, SourceOptions, CustomerStatus } from './customer-labels.tsx';
import { BrokerChip, BrokerOptions } from '#shared/members/member-options.tsx';
import {
  defineRecordList,
  parseInput,
  type BulkAction,
  type ChipProps,
  type FixedView,
  createTrashActions,
} from '#shared/records/list/record-list.ts';
import { tagAction, TagPills, tagsWidth, untagAction } from '#shared/tags/record-tags.tsx';
import { tagsQuery } from '#shared/tags/tags.queries.ts';

const allCustomers: FixedView = { name: 'All', filter: {} };
const trash: FixedView = { name: 'Trash', filter: { deleted: 'true' } };

function PlanChip({ value, onRemove }: ChipProps): ReactElement {
  return <RemovableChip label={`${value} plan`} onRemove={onRemove} />;
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
  tagAction,
  {
    action: 'email',
    label: 'Email',
    isPromoted: true,
    Dialog: lazy(() => import('./bulk-email/bulk-email-dialog.tsx')),
    doing: 'Emailing',
    done: 'queued for email',
  },
  untagAction,
  {
    action: 'ban',
    label: 'Ban',
    level: 'ADMIN',
    isDangerous: true,
    values: { reason: '' },
    ask: {
      title: (many) => `Ban ${many}?`,
      confirmLabel: 'Ban',
      text: 'They lose access to this workspace immediately. Their records are kept.',
      field: { kind: 'text', name: 'reason', label: 'Reason' },
    },
    doing: 'Banning',
    done: 'banned',
  },
  ...createTrashActions({
    level: 'ADMIN',
    text: 'Administrators can restore them from the trash.',
  }),
];

export const customerList = defineRecordList<Customer, typeof customerFilters, CustomerSortKey>({
  recordType: 'customer',
  nouns: ['customer', 'customers'],
  searchFields: 'name, email, phone, company, or NPI',
  filterSchemas: customerFilters,
  sortSchema: customerSort,
  defaultSort: '-createdAt',
  sortNames: {
    '-createdAt': 'Newest first',
    createdAt: 'Oldest first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    company: 'Company, A to Z',
    '-company': 'Company, Z to A',
    '-lastContactAt': 'Latest contact first',
    lastContactAt: 'Oldest contact first',
    '-joiningDate': 'Joined, newest first',
    joiningDate: 'Joined, oldest first',
  },
  pageSizes: [25, 50, 100, 250, 500],
  async fetchPage(query, signal) {
    const { users, ...page } = await send(
      listCustomers,
      { query: parseInput(listCustomersQuery, query) },
      { signal },
    );
    return { ...page, rows: users };
  },
  fetchTotal: (query, signal) =>
    send(countCustomers, { query: parseInput(countCustomers.query, query) }, { signal }),
  canEdit: ({ deletedAt }) => deletedAt === null,
  customValues: ({ custom }) => custom,
  form: async () => (await import('./customers.form.tsx')).customerForm,
  preview: {
    facts: async () => (await import('./record/customer-facts.tsx')).customerPreview,
    timelineOf: ({ id }) => ({ type: 'customer', id }),
  },
  nameOf: ({ name }) => name,
  linkTo: ({ id }) => `/admin/users/view/${id}`,
  picture: ({ name, avatarUrl }, size) => <Avatar name={name} photoUrl={avatarUrl} size={size} />,
  mark: (customer) => <Marks customer={customer} />,
  name: { key: 'name', header: 'Name', width: 236, sort: 'name' },
  columns: [
    {
      key: 'company',
      header: 'Company',
      width: 176,
      sort: 'company',
      card: 'detail',
      text: ({ company }) => company,
      edit: 'company',
    },
    {
      key: 'broker',
      header: 'Broker',
      width: 134,
      text: ({ broker }) => broker?.displayName,
      edit: 'brokerId',
    },
    {
      key: 'lastContactAt',
      header: 'Last contact',
      width: 130,
      sort: 'lastContactAt',
      card: 'end',
      cell: ({ lastContactAt }, { timeZone }) =>
        lastContactAt !== null && <RelativeTime time={lastContactAt} timeZone={timeZone} />,
    },
    {
      key: 'tags',
      header: 'Tags',
      width: tagsWidth,
      card: 'badge',
      cell: ({ tags }) => <TagPills tags={tags} />,
      edit: 'tagIds',
    },
    {
      key: 'phone',
      header: 'Phone',
      width: 150,
      text: ({ phone }) => phone,
      edit: 'phone',
    },
    { key: 'email', header: 'Email', width: 220, card: 'detail', text: ({ email }) => email },
    {
      key: 'joiningDate',
      header: 'Joined',
      width: 140,
      sort: 'joiningDate',
      isOptional: true,
      text: ({ joiningDate }) => joiningDate && formatDate(joiningDate),
    },
    {
      key: 'accountType',
      header: 'Type',
      width: 110,
      isOptional: true,
      text: ({ accountType }) => accountType,
    },
    {
      key: 'status',
      header: 'Status',
      width: 116,
      isOptional: true,
      cell: (customer) => <CustomerStatus customer={customer} />,
    },
    {
      key: 'planName',
      header: 'Plan',
      width: 110,
      isOptional: true,
      text: ({ planName }) => planName,
      edit: 'planName',
    },
    { key: 'npi', header: 'NPI', width: 120, isOptional: true, text: ({ npi }) => npi },
    { key: 'ccn', header: 'CCN', width: 100, isOptional: true, text: ({ ccn }) => ccn },
    { key: 'source', header: 'Source', width: 130, isOptional: true, text: ({ source }) => source },
    { key: 'city', header: 'City', width: 140, isOptional: true, text: ({ city }) => city },
    { key: 'region', header: 'State', width: 100, isOptional: true, text: ({ region }) => region },
    {
      key: 'createdAt',
      header: 'Added',
      width: 140,
      sort: 'createdAt',
      isOptional: true,
      cell: ({ createdAt }, { timeZone }) => <RelativeTime time={createdAt} timeZone={timeZone} />,
    },
  ],
  filters: {
    status: {
      control: 'choice',
      label: 'Status',
      isPromoted: true,
      choices: { active: 'Active', banned: 'Banned' },
    },
    accountType: {
      control: 'choice',
      label: 'Type',
      isPromoted: true,
      choices: { Individual: 'Individual', Corporate: 'Corporate' },
    },
    isVerified: {
      control: 'flag',
      label: 'Verified',
      choices: { true: 'Verified', false: 'Not verified' },
    },
    isUnsubscribed: {
      control: 'flag',
      label: 'Bulk email',
      choices: { true: 'Unsubscribed', false: 'Subscribed' },
    },
    brokerId: {
      control: 'options',
      label: 'Broker',
      isPromoted: true,
      options: (value) => <BrokerOptions mine="me" value={value} />,
      Chip: BrokerChip,
    },
    tagId: { control: 'several', label: 'Tags', choicesQuery: tagsQuery, missing: 'A tag' },
    custom: { control: 'custom', label: 'Custom fields' },
    source: {
      control: 'text',
      label: 'Source',
      chip: (source) => `From ${source}`,
      suggestions: (id) => <SourceOptions id={id} />,
    },
    planName: {
      control: 'options',
      label: 'Plan',
      options: (value) => <PlanOptions current={value ?? ''} withArchived />,
      Chip: PlanChip,
    },
    region: { control: 'text', label: 'State or region', chip: (region) => `In ${region}` },
    joinedFrom: { control: 'date', label: 'Joined from', chip: (day) => `Joined from ${formatDate(day)}` },
    joinedTo: {
      control: 'date',
      label: 'Joined through',
      chip: (day) => `Joined through ${formatDate(day)}`,
    },
    noContactSince: {
      control: 'date',
      label: 'No contact since',
      chip: (day) => `No contact since ${formatDate(day)}`,
    },
    neverContacted: {
      control: 'flag',
      label: 'Contact',
      choices: { true: 'Never contacted', false: 'Contacted' },
    },
    uncontactedDays: {
      control: 'link',
      label: 'Not contacted',
      chip: (days) => `Not contacted for ${days} days`,
    },
    createdFrom: { control: 'date', label: 'Added from', chip: (day) => `Added from ${formatDate(day)}` },
    createdTo: { control: 'date', label: 'Added through', chip: (day) => `Added through ${formatDate(day)}` },
    created: {
      control: 'choice',
      label: 'Added',
      choices: {
        today: 'New today',
        week: 'New this week',
        month: 'New this month',
        quarter: 'New this quarter',
      },
    },
    deleted: { control: 'link', label: 'Trash', chip: () => 'In the trash' },
  },
  quickFilters: [
    { label: 'Mine', name: 'brokerId', value: 'me' },
    { label: 'Unassigned', name: 'brokerId', value: 'none' },
    { label: 'Never contacted', name: 'neverContacted', value: 'true' },
    { label: 'Not contacted for 90 days', name: 'uncontactedDays', value: '90' },
    { label: 'New this month', name: 'created', value: 'month' },
    { label: 'Unsubscribed', name: 'isUnsubscribed', value: 'true' },
  ],
  // The trash is shown only to members who can restore from it.
  fixedViews: ({ role }) => (getRoleLevel(role) >= roleLevels.ADMIN ? [allCustomers, trash] : [allCustomers]),
  empty: {
    icon: 'solar:users-group-rounded-bold-duotone',
    title: 'No customers yet',
    text: 'Add the first one, or import a list.',
  },
  bulkActions,
  exportRows: (selection, sort) =>
    send(exportCustomers, { body: parseInput(exportCustomers.body, { ...selection, sort }) }),
});

/** Unusual facts about a customer, next to the name. */
function Marks({ customer }: { customer: Customer }): ReactElement {
  const { accountType, isVerified, status } = customer;
  return (
    <>
      <span style={{ display: 'contents', color: 'var(--color-primary-main)' }}>
        {isVerified && <Icon name="solar:verified-check-bold" size={16} label="Verified" />}
        {accountType === 'Corporate' && (
          <Icon name="solar:buildings-bold-duotone" size={16} label="Corporate" />
        )}
      </span>
      {status === 'banned' && <CustomerStatus customer={customer} />}
    </>
  );
}
