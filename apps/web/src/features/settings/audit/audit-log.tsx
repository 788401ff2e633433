import {
  exportAudit,
  exportInstallationAudit,
  type AuditEntry,
  type AuditFilter,
  startAuditCheck,
  type AuditCheck,
} from '@handover/contract/audit.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import Button from '@mui/material/Button';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { NoMatch } from '@handover/ui/states/state-panel.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { EntryRow, actionText } from './audit-entry.tsx';
import { auditQuery, filterOf, type AuditScope, actionsQuery, checkQuery } from './audit.queries.ts';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { peopleQuery } from '../people/people.queries.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { fullTime } from '@handover/ui/parts/time-text.ts';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';

const written = 'Every change is recorded. Entries cannot be edited or deleted.';
const texts = {
  workspace: written,
  installation: `Changes outside of any workspace: sign-ins, accounts, installation settings, workspaces, and backups. ${written}`,
} as const satisfies Record<AuditScope, string>;
const exports = { workspace: exportAudit, installation: exportInstallationAudit } as const;

/** The log of a scope, newest first. The verification covers both scopes. */
export default function AuditLog({ scope }: { scope: AuditScope }): ReactElement {
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(search);
  const query = useInfiniteQuery(auditQuery(scope, filter));
  const toasts = useToasts();
  const download = useMutation({
    mutationFn: () => send(exports[scope], { body: filter }),
    onSuccess: ({ ticket }) => downloadTicket(ticket),
    onError: (error) => toasts.failed(messageOf(error)),
  });
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  const hasFilter = Object.keys(filter).length > 0;
  return (
    <>
      <SealsCard />
      <SettingsCard
        title="Entries"
        text={texts[scope]}
        actions={
          <Button
            variant="outlined"
            color="inherit"
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            Export
          </Button>
        }
      >
        <AuditFilters
          scope={scope}
          filter={filter}
          actors={entries.flatMap(({ actor }) => actor ?? [])}
          onChange={(next) => setSearch(next, { replace: true })}
        />
        {query.isSuccess && entries.length === 0 && hasFilter ? (
          <NoMatch noun="entries" onClear={() => setSearch({})} />
        ) : (
          <PagedPanel
            query={query}
            count={entries.length}
            empty={{ icon: 'solar:shield-check-bold-duotone', title: 'No changes yet' }}
            failed="The audit log could not be loaded"
          >
            <p className={styles['note']}>
              {total.toLocaleString('en')} {total === 1 ? 'entry' : 'entries'}
            </p>
            <ul className={styles['list']} aria-label="Entries">
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </ul>
            <LoadMore query={query} shown={entries.length} total={total} />
          </PagedPanel>
        )}
      </SettingsCard>
    </>
  );
}

type Actor = NonNullable<AuditEntry['actor']>;

interface AuditFiltersProps {
  scope: AuditScope;
  filter: AuditFilter;
  actors: readonly Actor[];
  onChange: (next: Record<string, string>) => void;
}

/** Filters by person, action, and dates. A record can be set only by a link. */
export function AuditFilters({ scope, filter, actors, onChange }: AuditFiltersProps): ReactElement {
  const { data: actions = [] } = useQuery(actionsQuery(scope));
  const people = usePeople(scope, actors);
  const set = (name: keyof AuditFilter, value: string): void => {
    const { [name]: _before, ...rest } = filter;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <div className={styles['filters']}>
      <LabelledSelect
        label="Person"
        value={filter.actorId ?? ''}
        onChange={(event) => set('actorId', event.target.value)}
      >
        <option value="">Anyone</option>
        {filter.actorId !== undefined && !people.some(({ id }) => id === filter.actorId) && (
          <option value={filter.actorId}>Someone else</option>
        )}
        {people.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </LabelledSelect>
      <LabelledSelect
        label="Action"
        value={filter.action ?? ''}
        onChange={(event) => set('action', event.target.value)}
      >
        <option value="">Any</option>
        {[...new Set([...actions, ...(filter.action === undefined ? [] : [filter.action])])].map((action) => (
          <option key={action} value={action}>
            {actionText(action)}
          </option>
        ))}
      </LabelledSelect>
      <LabelledInput
        label="From"
        type="date"
        value={filter.from ?? ''}
        onChange={(event) => set('from', event.target.value)}
      />
      <LabelledInput
        label="To"
        type="date"
        value={filter.to ?? ''}
        onChange={(event) => set('to', event.target.value)}
      />
      {filter.subjectId !== undefined && (
        <div className={styles['chip']}>
          <RemovableChip label="One record" onRemove={() => set('subjectId', '')} />
        </div>
      )}
    </div>
  );
}

/** The members of the workspace. Anyone can appear in the installation's log, so it offers the people on the page. */
function usePeople(scope: AuditScope, actors: readonly Actor[]): readonly Actor[] {
  const { data: people = [] } = useQuery({ ...peopleQuery(), enabled: scope === 'workspace' });
  if (scope === 'installation') return [...new Map(actors.map((actor) => [actor.id, actor])).values()];
  return people.map(({ id, displayName, status }) => ({
    id,
    displayName: status === 'deactivated' ? `${displayName} (deactivated)` : displayName,
  }));
}

const pollMs = 1_000;

const words = {
  running: { tone: 'info', text: 'Checking' },
  intact: { tone: 'success', text: 'Intact' },
  broken: { tone: 'error', text: 'Tampered' },
  failed: { tone: 'warning', text: 'Interrupted' },
} as const;

/** Verifies the chain of hashes and shows the result. */
export function SealsCard(): ReactElement {
  const client = useQueryClient();
  const toasts = useToasts();
  const { data: check } = useQuery({
    ...checkQuery(),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  });
  const start = useMutation({
    mutationFn: () => send(startAuditCheck),
    onSuccess: (answer) => client.setQueryData(checkQuery().queryKey, answer.check),
    onError: (error) => toasts.failed(messageOf(error)),
  });
  const isRunning = check?.status === 'running';
  return (
    <SettingsCard
      title="Verify log"
      text="Every second, new entries are added to a chain of hashes, so that a changed or missing entry can be detected. The check covers the whole installation."
      actions={
        <Button
          variant="outlined"
          color="inherit"
          loading={start.isPending || isRunning}
          onClick={() => start.mutate()}
        >
          Verify log
        </Button>
      }
    >
      {check != null && (
        <div role="status">
          <p className={styles['name']}>
            <StatusLabel tone={words[check.status].tone}>{words[check.status].text}</StatusLabel>
            <span>{finding(check)}</span>
          </p>
          <p className={styles['note']}>
            Started <RelativeTime time={check.startedAt} />
          </p>
        </div>
      )}
    </SettingsCard>
  );
}

function finding(check: AuditCheck): string {
  const { status, seals, entries, firstBadSeal, missingEntries, copiedSeals, cutOff } = check;
  const walked = `${seals.toLocaleString('en')} seals over ${entries.toLocaleString('en')} entries`;
  if (status === 'running') return `${walked} so far.`;
  if (status === 'failed') return 'The check was interrupted. Start it again.';
  if (status === 'intact')
    return copiedSeals === 0
      ? `${walked} match.`
      : `${walked} match, ${copiedSeals.toLocaleString('en')} of them also the copy outside the database.`;
  if (firstBadSeal !== null)
    return `Seal ${firstBadSeal.toLocaleString('en')} does not match: an entry was changed or removed. ${walked} before it match.`;
  if (cutOff !== null)
    return `The end of the log is missing: it ends at seal ${seals.toLocaleString('en')}, but seal ${cutOff.seal.toLocaleString('en')} was written on ${fullTime(new Date(cutOff.sealedAt))}.`;
  return `${walked} match, but ${missingEntries.toLocaleString('en')} entries are missing.`;
}
