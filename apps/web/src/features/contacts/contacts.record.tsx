import {
  contactFieldLabels as labels,
  contactFilters,
  contactRoleNames,
  contactSort,
  exportContacts,
  countContacts,
  listContacts,
  listContactsQuery,
  type Contact,
  type ContactSortKey,
} from '@handover/contract/customers/contacts.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { Link } from 'react-router';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { send } from '#shared/api/client.ts';
import { defineRecordList, parseInput, type FixedView } from '#shared/records/list/record-list.ts';

export const contactList = defineRecordList<Contact, typeof contactFilters, ContactSortKey>({
  recordType: 'contact',
  nouns: ['contact', 'contacts'],
  searchFields: 'name, company, email, or phone',
  filterSchemas: contactFilters,
  sortSchema: contactSort,
  defaultSort: 'name',
  sortNames: {
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-createdAt': 'Newest first',
    createdAt: 'Oldest first',
  },
  pageSizes: [25, 50, 100],
  async fetchPage(query, signal) {
    const { contacts, ...page } = await send(
      listContacts,
      { query: parseInput(listContactsQuery, query) },
      { signal },
    );
    return { ...page, rows: contacts };
  },
  fetchTotal: (query, signal) =>
    send(countContacts, { query: parseInput(countContacts.query, query) }, { signal }),
  canEdit: ({ abilities }) => abilities.canUpdate,
  form: async () => (await import('./contacts.form.tsx')).contactForm,
  nameOf: ({ name }) => name,
  linkTo: ({ id }) => `${recordInfo.contact.path}${id}`,
  picture: ({ name }, size) => <Avatar name={name} size={size} />,
  subtitle: ({ role }) => contactRoleNames[role],
  name: { key: 'name', header: 'Contact', width: 240, sort: 'name' },
  columns: [
    {
      key: 'role',
      header: labels.role,
      width: 150,
      card: 'badge',
      text: ({ role }) => contactRoleNames[role],
      edit: 'role',
    },
    {
      key: 'business',
      header: labels.businessId,
      width: 220,
      card: 'detail',
      text: ({ business }) => business.name,
      cell: ({ business }) => (
        <Link to={`${recordInfo.business.path}${business.id}`} dir="auto" title={business.name}>
          {business.name}
        </Link>
      ),
    },
    {
      key: 'company',
      header: labels.company,
      width: 180,
      card: 'detail',
      text: ({ company }) => company,
      edit: 'company',
    },
    { key: 'email', header: labels.email, width: 220, text: ({ email }) => email, edit: 'email' },
    {
      key: 'phone',
      header: labels.phone,
      width: 160,
      card: 'detail',
      text: ({ phone }) => phone,
      edit: 'phone',
    },
    {
      key: 'createdAt',
      header: 'Added',
      width: 120,
      sort: 'createdAt',
      cell: ({ createdAt }, { timeZone }) => <RelativeTime time={createdAt} timeZone={timeZone} />,
    },
  ],
  filters: {
    role: { control: 'choice', label: labels.role, isPromoted: true, choices: contactRoleNames },
    businessId: { control: 'link', label: labels.businessId, chip: () => 'Selected business' },
    deleted: { control: 'link', label: 'Trash', chip: () => 'In the trash' },
  },
  fixedViews: (): FixedView[] => [
    { name: 'All', filter: {} },
    { name: 'Trash', filter: { deleted: 'true' } },
  ],
  empty: {
    icon: 'solar:users-group-two-rounded-bold-duotone',
    title: 'No contacts yet',
    text: 'Add the accountant, attorney, or office manager of a business.',
  },
  exportRows: (selection, sort) =>
    send(exportContacts, { body: parseInput(exportContacts.body, { ...selection, sort }) }),
});
