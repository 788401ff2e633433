import { exportAudit, exportInstallationAudit } from '@handover/contract/audit.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import Button from '@mui/material/Button';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { NoMatch } from '@handover/ui/states/state-panel.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { EntryRow } from './audit-entry.tsx';
import { SealsCard } from './seals-card.tsx';
import { auditQuery, filterOf, type AuditScope } from './audit.queries.ts';

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
