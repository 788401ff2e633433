import Alert from '@mui/material/Alert';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { capitalize } from '@handover/domain/text/letter-case.ts';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { TabList } from '@handover/ui/parts/tab-list.tsx';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import type { QueryFor } from '#shared/api/query-factory.ts';
import { useRecentRecord } from '../recent-records.ts';
import { usePageHeading } from '#shared/page/page-heading.tsx';
import header from './record-header.module.css';
import styles from './record-page.module.css';
import type { Trash } from './use-trash.ts';

/** Configuration of a record type's page. */
export interface RecordPageSpec<R extends { id: string }> {
  /** The record type as it is written in a sentence. */
  noun: { one: string; many: string };
  icon: string;
  listPath: string;
  pathOf: (id: string) => string;
  query: (id: string) => QueryFor<R>;
  headingOf: (record: R) => { title: string; description: string };
  View: (props: { record: R }) => ReactElement;
}

/** The record in the URL. For a merged record, the survivor is shown. */
export function RecordPage<R extends { id: string }>({ spec }: { spec: RecordPageSpec<R> }): ReactElement {
  const { id = '' } = useParams();
  const query = useQuery(spec.query(id));
  const record = query.data;
  if (record !== undefined && record.id !== id) return <Navigate replace to={spec.pathOf(record.id)} />;
  if (record !== undefined) return <Shown key={id} spec={spec} record={record} />;
  if (query.error === null) return <Spinner isPage />;
  const status = query.error instanceof ApiError ? query.error.status : 0;
  if (status === 404 || status === 400) return <Missing spec={spec} />;
  if (status === 403)
    return (
      <EmptyState
        icon="solar:lock-keyhole-bold-duotone"
        title="You don’t have access"
        text={getErrorMessage(query.error)}
      />
    );
  return (
    <FailedState
      title={`The ${spec.noun.one} could not be loaded`}
      text={getErrorMessage(query.error)}
      onRetry={() => void query.refetch()}
    />
  );
}

function Shown<R extends { id: string }>({
  spec: { View, headingOf, noun, icon, pathOf },
  record,
}: {
  spec: RecordPageSpec<R>;
  record: R;
}): ReactElement {
  const heading = headingOf(record);
  usePageHeading(heading);
  useRecentRecord({ path: pathOf(record.id), title: heading.title, noun: noun.one, icon });
  return <View record={record} />;
}

function Missing<R extends { id: string }>({ spec }: { spec: RecordPageSpec<R> }): ReactElement {
  const { noun, icon, listPath } = spec;
  return (
    <EmptyState
      icon={icon}
      title={`${capitalize(noun.one)} not found`}
      text="The record was removed, belongs to another workspace, or is not shared with you."
      action={
        <Button component={Link} to={listPath} variant="outlined" color="inherit">
          All {noun.many}
        </Button>
      }
    />
  );
}

export interface RecordSection {
  name: string;
  label: ReactNode;
  /** Null if the content is elsewhere on the page. */
  content: ReactElement | null;
}

interface RecordLayoutProps {
  header: ReactNode;
  /** Null if the user cannot write anything. */
  composer: ReactNode;
  sections: readonly RecordSection[];
  /** In the main column, after the sections; on narrow screens after the rail. */
  more?: ReactNode;
  /** Cards next to the sections; on a narrow screen, a separate section. */
  rail: ReactElement;
}

/**
 * Header, composer, sections, and rail of a record, in columns on a wide screen and in tabs on a narrow one. All parts
 * stay mounted, so that dialogs and typed text survive a change of tab or width.
 */
export function RecordLayout({ header, composer, sections, more, rail }: RecordLayoutProps): ReactElement {
  // Print shows everything, even if the window was narrow.
  const isNarrow = useMediaQuery('screen and (max-width: 1199.95px)', { noSsr: true });
  const shown = isNarrow ? [...sections, { name: 'details', label: 'Details', content: null }] : sections;
  const isOpen = useSearchParams()[0].get('tab') === 'details' || !isNarrow;
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return (
    <div className={styles['page']}>
      {header}
      <div className={`${styles['columns'] ?? ''} ${isNarrow ? (styles['narrow'] ?? '') : ''}`}>
        <div className={styles['main']}>
          {composer}
          <RecordSections sections={shown} />
          {wasOpened && (
            <div className={styles['more']} hidden={!isOpen}>
              {more}
            </div>
          )}
        </div>
        {/* Not an aside, which could not be the panel of a tab. */}
        <div
          className={styles['rail']}
          hidden={!isOpen}
          {...(isNarrow && isOpen
            ? { id: panelId, role: 'tabpanel', 'aria-labelledby': 'section-tab-details' }
            : { role: 'complementary', 'aria-label': 'Details' })}
        >
          {wasOpened && rail}
        </div>
      </div>
    </div>
  );
}

const panelId = 'section-panel';

/** The sections of a record. The selected one is in the URL. */
function RecordSections({ sections }: { sections: readonly RecordSection[] }): ReactElement {
  const [params, setParams] = useSearchParams();
  const section = sections.find(({ name }) => name === params.get('tab')) ?? sections[0];
  const name = section?.name ?? '';
  const show = (next: string): void => {
    const search = new URLSearchParams(params);
    search.set('tab', next);
    setParams(search, { replace: true });
  };
  return (
    <section className={name === 'details' ? styles['bare'] : styles['card']} aria-label="Record">
      <TabList
        label="Sections of this record"
        idPrefix="section"
        tabs={sections}
        selected={name}
        onSelect={show}
        className={styles['tabs']}
      />
      {section?.content != null && (
        <div id={panelId} role="tabpanel" aria-labelledby={`section-tab-${name}`}>
          <Suspense>{section.content}</Suspense>
        </div>
      )}
    </section>
  );
}

/** “Notes (3)”; without a number if there are none. */
export function formatLabelWithCount(label: string, count: number): string {
  return count === 0 ? label : `${label} (${count.toLocaleString('en')})`;
}

interface RecordActionsProps {
  /** Null if the user may not edit the record. */
  onEdit: (() => void) | null;
  canDelete: boolean;
  isTrashed: boolean;
  trash: Trash;
  /** Entries of the menu before "Move to trash". */
  actions?: readonly MenuAction[];
  /** Buttons after "Edit". */
  children?: ReactNode;
}

/** Edit, Restore, and the menu of a record’s header. */
export function RecordActions({
  onEdit,
  canDelete,
  isTrashed,
  trash,
  actions = [],
  children,
}: RecordActionsProps): ReactElement {
  const moveToTrash = {
    label: 'Move to trash',
    icon: 'solar:trash-bin-trash-linear',
    isDangerous: true,
    onSelect: trash.remove,
  };
  const entries = canDelete && !isTrashed ? [...actions, moveToTrash] : actions;
  return (
    <div className={header['actions']}>
      {onEdit !== null && (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<Icon name="solar:pen-linear" size={18} />}
          onClick={onEdit}
        >
          Edit
        </Button>
      )}
      {children}
      {canDelete && isTrashed && (
        <Button loading={trash.isPending} onClick={trash.restore}>
          Restore
        </Button>
      )}
      {entries.length > 0 && <MenuButton isIconOnly label="More actions" actions={entries} />}
    </div>
  );
}

/** Shown in the header of a record in the trash; `noun` as in “This deal”. */
export function TrashNotice({ noun }: { noun: string }): ReactElement {
  return (
    <Alert severity="warning" className={header['banner'] ?? ''}>
      This {noun} is in the trash. Restore it to make changes.
    </Alert>
  );
}
