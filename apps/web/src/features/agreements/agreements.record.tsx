import {
  agreementFilters,
  agreementSort,
  agreementStateNames,
  type AgreementSortKey,
} from '@handover/contract/agreements/agreement-list.ts';
import {
  agreementFieldLabels as labels,
  countAgreements,
  exportAgreements,
  listAgreements,
  listAgreementsQuery,
  type Agreement,
} from '@handover/contract/agreements/agreements.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { CustomerChip, CustomerFilter } from '#shared/customers/customer-filter.tsx';
import { BrokerChip, BrokerOptions } from '#shared/members/member-options.tsx';
import {
  defineRecordList,
  parseInput,
  type BulkAction,
  type FixedView,
} from '#shared/records/list/record-list.ts';
import { AgreementStatus } from './agreement-status.tsx';
import { useAgreementActions } from './use-agreement-actions.ts';

type Row = Agreement & { readonly version: number };
/** A sent agreement is never edited, so it has only one version. */
const toRow = (agreement: Agreement): Row => ({ ...agreement, version: 1 });

const bulkActions: readonly BulkAction[] = [
  {
    action: 'remind',
    label: 'Send reminder',
    isPromoted: true,
    ask: {
      title: (many) => `Send reminders for ${many}?`,
      confirmLabel: 'Send reminders',
      text: 'Each signer gets a new link by email. Earlier links stop working.',
    },
    doing: 'Sending reminders',
    done: 'reminded',
  },
  {
    action: 'withdraw',
    label: 'Withdraw',
    isDangerous: true,
    ask: {
      title: (many) => `Withdraw ${many}?`,
      confirmLabel: 'Withdraw',
      text: 'Only NDAs that are waiting for signature will be withdrawn.',
    },
    doing: 'Withdrawing',
    done: 'withdrawn',
  },
];

/** The register of NDAs. */
export const agreementList = defineRecordList<Row, typeof agreementFilters, AgreementSortKey>({
  recordType: 'agreement',
  nouns: ['NDA', 'NDAs'],
  searchFields: 'buyer or agreement',
  filterSchemas: agreementFilters,
  sortSchema: agreementSort,
  defaultSort: '-sentAt',
  sortNames: {
    '-sentAt': 'Newest first',
    sentAt: 'Oldest first',
    customer: 'Buyer, A to Z',
    expiresOn: 'Expires soonest',
  },
  pageSizes: [25, 50, 100],
  async fetchPage(query, signal) {
    const { agreements, similar, ...page } = await send(
      listAgreements,
      { query: parseInput(listAgreementsQuery, query) },
      { signal },
    );
    return { ...page, rows: agreements.map(toRow), similar: similar.map(toRow) };
  },
  fetchTotal: (query, signal) =>
    send(countAgreements, { query: parseInput(countAgreements.query, query) }, { signal }),
  nameOf: ({ customer }) => customer.name,
  linkTo: ({ id }) => `${recordInfo.agreement.path}${id}`,
  picture: ({ customer }, size) => <Avatar name={customer.name} size={size} />,
  subtitle: ({ title }) => title,
  name: { key: 'customer', header: labels.customer, width: 200, sort: 'customer' },
  columns: [
    {
      key: 'businesses',
      header: labels.businesses,
      width: 170,
      card: 'detail',
      text: ({ businesses }) => businesses.map(({ name }) => name).join(', '),
    },
    {
      key: 'state',
      header: labels.state,
      width: 185,
      card: 'status',
      cell: (agreement) => <AgreementStatus agreement={agreement} />,
    },
    {
      key: 'sentAt',
      header: labels.sentAt,
      width: 105,
      sort: 'sentAt',
      cell: ({ sentAt }, { timeZone }) => <RelativeTime time={sentAt} timeZone={timeZone} />,
    },
    {
      key: 'signedAt',
      header: labels.signedAt,
      width: 100,
      cell: ({ signedAt }, { timeZone }) =>
        signedAt !== null && <RelativeTime time={signedAt} timeZone={timeZone} />,
    },
    {
      key: 'expiresOn',
      header: labels.expiresOn,
      width: 115,
      sort: 'expiresOn',
      card: 'badge',
      text: ({ expiresOn }) => (expiresOn === null ? null : formatDate(expiresOn)),
    },
    { key: 'sentBy', header: labels.sentBy, width: 130, text: ({ sentBy }) => sentBy.displayName },
    { key: 'title', header: labels.title, width: 220, isOptional: true, text: ({ title }) => title },
    {
      key: 'version',
      header: labels.version,
      width: 180,
      isOptional: true,
      text: ({ template }) =>
        template === null ? null : `${template.name}, version ${String(template.textNumber)}`,
    },
  ],
  filters: {
    state: { control: 'choice', label: labels.state, isPromoted: true, choices: agreementStateNames },
    isExpiring: {
      control: 'flag',
      label: 'Expiring',
      isPromoted: true,
      choices: { true: 'Expires within 30 days', false: 'Does not expire within 30 days' },
    },
    sentBy: {
      control: 'options',
      label: labels.sentBy,
      isPromoted: true,
      options: (value) => <BrokerOptions mine="me" value={value} />,
      Chip: BrokerChip,
    },
    customerId: {
      control: 'record',
      label: labels.customer,
      Picker: (props) => <CustomerFilter label={labels.customer} {...props} />,
      Chip: (props) => <CustomerChip prefix="" {...props} />,
    },
    businessId: { control: 'link', label: 'Business', chip: () => 'Selected business' },
    dealId: { control: 'link', label: 'Deal', chip: () => 'Selected deal' },
  },
  fixedViews: (): FixedView[] => [
    { name: 'All', filter: {} },
    { name: 'Waiting for signature', filter: { state: 'pending' } },
    { name: 'Signed', filter: { state: 'in_force' } },
    { name: 'Expiring', filter: { isExpiring: 'true' } },
  ],
  rowActions: (agreement) => <AgreementMenu agreement={agreement} />,
  empty: {
    icon: recordInfo.agreement.icon,
    title: 'No NDAs yet',
    text: 'NDAs that you send for signature will appear here with their status and expiration dates.',
  },
  bulkActions,
  exportRows: (selection, sort) =>
    send(exportAgreements, { body: parseInput(exportAgreements.body, { ...selection, sort }) }),
});

function AgreementMenu({ agreement }: { agreement: Agreement }): ReactElement | null {
  const actions = useAgreementActions(agreement);
  return actions.length === 0 ? null : (
    <MenuButton isIconOnly label={`Actions for ${agreement.customer.name}`} actions={actions} />
  );
}
