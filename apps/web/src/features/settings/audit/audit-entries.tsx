import { auditFilter, type AuditEntry } from '@handover/contract/settings/audit.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { formatDate, formatFullTime } from '@handover/ui/parts/time-text.ts';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState, type ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { never } from 'zod/mini';
import { defineRecordList, type ChipProps, type ListRow } from '#shared/records/list/record-list.ts';
import { RailFacts } from '#shared/records/page/rail.tsx';
import { peopleQuery } from '../people/people.queries.ts';
import { actionsQuery, fetchAudit, type AuditScope } from './audit.queries.ts';
import { formatAction, formatDetail, formatEntry } from './entry-text.ts';

type Row = AuditEntry & ListRow;

/** The entries of the log, newest first, with filters for its actions and for the people of the workspace. */
function createList(scope: AuditScope) {
  return defineRecordList<Row, typeof auditFilter.shape, never>({
    nouns: ['entry', 'entries'],
    filterSchemas: auditFilter.shape,
    sortSchema: never(),
    defaultSort: '',
    sortNames: {},
    pageSizes: [25, 50, 100],
    // Both logs use the same list, on separate pages.
    completeFilter: (filter) => ({ ...filter, scope }),
    fetchPage: fetchAudit,
    nameOf: formatEntry,
    linkTo: () => null,
    picture: ({ actor }, size) => <Avatar name={actor?.displayName ?? 'System'} size={size} />,
    mark: ({ isSealed }) => !isSealed && <StatusLabel tone="warning">Not yet verified</StatusLabel>,
    name: { key: 'action', header: 'Change', width: 280 },
    columns: [
      {
        key: 'detail',
        header: 'Details',
        width: 170,
        card: 'detail',
        text: formatDetail,
      },
      {
        key: 'time',
        header: 'Time',
        width: 110,
        card: 'end',
        cell: ({ time }, { timeZone }) => <RelativeTime time={time} timeZone={timeZone} />,
      },
      {
        key: 'actor',
        header: 'By',
        width: 115,
        card: 'badge',
        cell: ({ actor }) =>
          actor === null ? 'The system' : <Link to={`?actorId=${actor.id}`}>{actor.displayName}</Link>,
      },
      {
        key: 'subject',
        header: 'Record',
        width: 150,
        cell: ({ subject, subjectId }) =>
          subject !== null &&
          subjectId !== null && (
            <Link to={`${recordInfo[subject.type].path}${subjectId}`} dir="auto" title={subject.name}>
              {subject.name}
            </Link>
          ),
      },
      { key: 'ipAddress', header: 'IP address', width: 130, text: ({ ipAddress }) => ipAddress },
    ],
    filters: {
      actorId:
        scope === 'workspace'
          ? {
              control: 'options',
              label: 'Person',
              isPromoted: true,
              options: (value) => <PeopleOptions value={value} />,
              Chip: PersonChip,
            }
          : // The installation's log can contain anyone, so this filter is set by clicking a name in the list.
            { control: 'link', label: 'Person', chip: () => 'Selected person' },
      action: {
        control: 'options',
        label: 'Action',
        isPromoted: true,
        options: (value) => <ActionOptions scope={scope} value={value} />,
        Chip: ({ value, onRemove }) => <RemovableChip label={formatAction(value)} onRemove={onRemove} />,
      },
      from: { control: 'date', label: 'From', chip: (day) => `From ${formatDate(day)}` },
      to: { control: 'date', label: 'To', chip: (day) => `To ${formatDate(day)}` },
      subjectId: { control: 'link', label: 'Record', chip: () => 'Selected record' },
    },
    rowActions: (entry) => <EntryMenu entry={entry} />,
    empty: {
      icon: 'solar:shield-check-bold-duotone',
      title: 'No changes yet',
      text: 'Changes will appear here as they are made.',
    },
  });
}

/** The full entry, of which the list shows one line, and a link to the other entries about its record. */
function EntryMenu({ entry }: { entry: AuditEntry }): ReactElement {
  const [isShown, setShown] = useState(false);
  const navigate = useNavigate();
  const { time, actor, ipAddress, detail, subjectId } = entry;
  const text = formatEntry(entry);
  return (
    <>
      <MenuButton
        isIconOnly
        label={`Actions for: ${text}`}
        actions={[
          { label: 'View details', onSelect: () => setShown(true) },
          ...(subjectId === null
            ? []
            : [{ label: 'View record history', onSelect: () => void navigate(`?subjectId=${subjectId}`) }]),
        ]}
      />
      {isShown && (
        <Dialog open fullWidth maxWidth="sm" aria-label={text} onClose={() => setShown(false)}>
          <DialogTitle>{text}</DialogTitle>
          <DialogContent>
            <RailFacts
              facts={[
                ['By', actor?.displayName ?? 'The system'],
                ['Time', formatFullTime(new Date(time))],
                ['IP address', ipAddress],
                ['Details', Object.keys(detail).length === 0 ? null : formatDetail(entry)],
              ]}
            />
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setShown(false)}>Close</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

export const auditLists = {
  workspace: createList('workspace'),
  installation: createList('installation'),
} as const;

function ActionOptions({ scope, value }: { scope: AuditScope; value: string | undefined }): ReactElement[] {
  const { data: actions = [] } = useQuery(actionsQuery(scope));
  return [...new Set([...actions, ...(value === undefined || value === '' ? [] : [value])])].map((action) => (
    <option key={action} value={action}>
      {formatAction(action)}
    </option>
  ));
}

function PeopleOptions({ value }: { value: string | undefined }): ReactElement {
  const { data: people = [] } = useQuery(peopleQuery());
  return (
    <>
      {value !== undefined && value !== '' && !people.some(({ id }) => id === value) && (
        <option value={value}>Someone else</option>
      )}
      {people.map(({ id, displayName, status }) => (
        <option key={id} value={id}>
          {status === 'deactivated' ? `${displayName} (deactivated)` : displayName}
        </option>
      ))}
    </>
  );
}

function PersonChip({ value, onRemove }: ChipProps): ReactElement {
  const { data: people = [] } = useQuery(peopleQuery());
  const name = people.find(({ id }) => id === value)?.displayName;
  return <RemovableChip label={`By ${name ?? 'someone else'}`} onRemove={onRemove} />;
}
