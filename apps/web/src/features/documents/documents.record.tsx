import {
  documentFilters,
  documentKindNames,
  documentSort,
  type DocumentSortKey,
} from '@handover/contract/documents/document-list.ts';
import {
  archiveDocuments,
  countDocuments,
  exportDocuments,
  listDocuments,
  listDocumentsQuery,
  type Document,
} from '@handover/contract/documents/documents.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { CustomerChip, CustomerFilter } from '#shared/customers/customer-filter.tsx';
import { formatSize } from '#shared/files/files.ts';
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
import { KindIcon } from './kind-icon.tsx';
import { foldersQuery } from './library/folders.queries.ts';

const legalHoldText = 'Legal hold';

const blockedNames = {
  waiting: 'Not scanned yet',
  'too-large': 'Too large to scan',
  infected: 'Malware found',
  quarantined: 'Quarantined',
} as const;

const DocumentMenu = lazy(() => import('./document-menu.tsx'));
const Thumbnail = lazy(() => import('./preview/thumbnail.tsx'));

const audienceNames = { staff: 'Staff only', client: 'Shared with the client' };

const BulkMoveDialog = lazy(() => import('./library/bulk-move-dialog.tsx'));

const bulkActions: readonly BulkAction[] = [
  {
    action: 'move',
    label: 'Move',
    isPromoted: true,
    Dialog: BulkMoveDialog,
    doing: 'Moving',
    done: 'moved',
  },
  tagAction,
  untagAction,
  {
    action: 'setAudience',
    label: 'Change sharing',
    values: { audience: 'staff' },
    ask: {
      title: (many) => `Change sharing for ${many}`,
      confirmLabel: 'Change sharing',
      text: 'Clients see shared files on their own records in the portal.',
      field: { kind: 'choice', name: 'audience', label: 'Sharing', choices: audienceNames },
    },
    doing: 'Changing sharing',
    done: 'updated',
  },
  ...createTrashActions(),
];

/** The library: every file that the member may read. */
export const documentList = defineRecordList<Document, typeof documentFilters, DocumentSortKey>({
  recordType: 'document',
  nouns: ['file', 'files'],
  searchFields: 'name or text',
  filterSchemas: documentFilters,
  sortSchema: documentSort,
  defaultSort: '-createdAt',
  sortNames: {
    '-createdAt': 'Newest first',
    createdAt: 'Oldest first',
    name: 'Name, A to Z',
    '-sizeBytes': 'Largest first',
  },
  pageSizes: [25, 50, 100],
  async fetchPage(query, signal) {
    const { documents, similar, ...page } = await send(
      listDocuments,
      { query: parseInput(listDocumentsQuery, query) },
      { signal },
    );
    return { ...page, rows: documents, similar };
  },
  fetchTotal: (query, signal) =>
    send(countDocuments, { query: parseInput(countDocuments.query, query) }, { signal }),
  nameOf: ({ name }) => name,
  linkTo: ({ id }) => `${recordInfo.document.path}${id}`,
  picture: (document, size) => <Picture document={document} size={size} />,
  subtitle: ({ kind, sizeBytes }) => `${documentKindNames[kind]}, ${formatSize(sizeBytes)}`,
  mark: ({ audience, blocked, legalHolds }) => (
    <>
      {legalHolds.length > 0 && <StatusLabel tone="warning">{legalHoldText}</StatusLabel>}
      {blocked !== undefined && (
        <StatusLabel tone={blocked === 'infected' ? 'error' : 'warning'}>{blockedNames[blocked]}</StatusLabel>
      )}
      {audience === 'client' && <StatusLabel tone="info">Shared</StatusLabel>}
    </>
  ),
  name: { key: 'name', header: 'Name', width: 260, sort: 'name' },
  columns: [
    {
      key: 'records',
      header: 'Records',
      width: 150,
      card: 'detail',
      text: ({ records }) => records.map(({ name }) => name).join(', '),
    },
    { key: 'folder', header: 'Folder', width: 110, text: ({ folder }) => folder?.name },
    {
      key: 'tags',
      header: 'Tags',
      width: tagsWidth,
      card: 'badge',
      text: ({ tags }) => tags.map(({ name }) => name).join(', '),
      cell: ({ tags }) => <TagPills tags={tags} />,
    },
    {
      key: 'kind',
      header: 'Kind',
      width: 120,
      isOptional: true,
      text: ({ kind }) => documentKindNames[kind],
    },
    {
      key: 'sizeBytes',
      header: 'Size',
      width: 90,
      sort: 'sizeBytes',
      isNumeric: true,
      text: ({ sizeBytes }) => formatSize(sizeBytes),
    },
    {
      key: 'number',
      header: 'Version',
      width: 85,
      isOptional: true,
      isNumeric: true,
      text: ({ number }) => String(number),
    },
    {
      key: 'createdBy',
      header: 'Added by',
      width: 130,
      isOptional: true,
      text: ({ createdBy }) => createdBy?.displayName ?? '',
    },
    {
      key: 'createdAt',
      header: 'Added',
      width: 125,
      sort: 'createdAt',
      card: 'end',
      cell: ({ createdAt }, { timeZone }) => <RelativeTime time={createdAt} timeZone={timeZone} />,
    },
  ],
  filters: {
    kind: { control: 'choice', label: 'Kind', isPromoted: true, choices: documentKindNames },
    audience: {
      control: 'choice',
      label: 'Sharing',
      isPromoted: true,
      choices: audienceNames,
    },
    createdBy: {
      control: 'options',
      label: 'Added by',
      options: (value) => <BrokerOptions mine="me" value={value} />,
      Chip: BrokerChip,
    },
    customerId: {
      control: 'record',
      label: 'Customer',
      Picker: (props) => <CustomerFilter label="Customer" {...props} />,
      Chip: (props) => <CustomerChip prefix="" {...props} />,
    },
    businessId: { control: 'link', chip: () => 'Selected business', label: 'Business' },
    tagId: { control: 'several', label: 'Tags', choicesQuery: tagsQuery, missing: 'A tag' },
    dealId: { control: 'link', chip: () => 'Selected deal', label: 'Deal' },
    isOnLegalHold: {
      control: 'flag',
      label: legalHoldText,
      choices: { true: 'On legal hold', false: 'Not on legal hold' },
    },
    roomFolderId: { control: 'link', chip: () => 'Selected folder', label: 'Data room folder' },
    roomId: { control: 'link', chip: () => 'Selected data room', label: 'Data room' },
    folderId: { control: 'link', label: 'Folder', Chip: FolderChip },
    deleted: { control: 'flag', label: 'Trash', choices: { true: 'In the trash' } },
  },
  fixedViews: (): FixedView[] => [
    { name: 'All', filter: {} },
    { name: 'Added by me', filter: { createdBy: 'me' } },
    { name: 'Shared', filter: { audience: 'client' } },
    { name: 'On legal hold', filter: { isOnLegalHold: 'true' } },
    { name: 'Trash', filter: { deleted: 'true' } },
  ],
  rowActions: (document) => <RowMenu document={document} />,
  empty: {
    icon: recordInfo.document.icon,
    title: 'No files yet',
    text: 'Files that you upload here or add to a customer, business, or deal will appear here.',
  },
  bulkActions,
  downloadRows: (selection) => send(archiveDocuments, { body: parseInput(archiveDocuments.body, selection) }),
  exportRows: (selection, sort) =>
    send(exportDocuments, { body: parseInput(exportDocuments.body, { ...selection, sort }) }),
});

function Picture({ document, size }: { document: Document; size: number }): ReactElement {
  const icon = <KindIcon kind={document.kind} size={size} />;
  if (document.kind !== 'pdf' || document.deletedAt !== null || document.blocked !== undefined) return icon;
  return (
    <Suspense fallback={icon}>
      <Thumbnail document={document} size={size} />
    </Suspense>
  );
}

function RowMenu({ document }: { document: Document }): ReactElement {
  return (
    <Suspense>
      <DocumentMenu document={document} isIconOnly />
    </Suspense>
  );
}

/** The chip of the folder that is shown. */
function FolderChip({ value, onRemove }: ChipProps): ReactElement {
  const { data: folders = [] } = useQuery(foldersQuery());
  const name = value === 'none' ? 'No folder' : folders.find(({ id }) => id === value)?.name;
  return <RemovableChip label={`In ${name ?? 'one folder'}`} onRemove={onRemove} />;
}
