import {
  exportAudit,
  exportInstallationAudit,
  startAuditCheck,
  type AuditCheck,
} from '@handover/contract/settings/audit.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatFullTime } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { auditLists } from './audit-entries.tsx';
import { checkQuery, parseFilter, type AuditScope } from './audit.queries.ts';

const written = 'Every change is recorded. Entries cannot be edited or deleted.';
const texts = {
  workspace: written,
  installation: `Changes outside of any workspace: sign-ins, accounts, installation settings, workspaces, and backups. ${written}`,
} as const satisfies Record<AuditScope, string>;
const exports = { workspace: exportAudit, installation: exportInstallationAudit } as const;

/** The log of a scope, newest first. Verification covers both scopes. */
export default function AuditLog({ scope }: { scope: AuditScope }): ReactElement {
  const filter = parseFilter(useSearchParams()[0]);
  const toasts = useToasts();
  const download = useMutation({
    mutationFn: () => send(exports[scope], { body: filter }),
    onSuccess: ({ ticket }) => downloadTicket(ticket),
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
  return (
    <>
      <SealsCard />
      <RecordListPage
        list={auditLists[scope]}
        note={<p className={styles['note']}>{texts[scope]}</p>}
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
      />
    </>
  );
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
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
  const isRunning = check?.status === 'running';
  return (
    <SettingsCard
      title="Verify log"
      text="Entries are linked so that changes and gaps can be detected. Checks all workspaces."
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
            <span>{formatFinding(check)}</span>
          </p>
          <p className={styles['note']}>
            Started <RelativeTime time={check.startedAt} />
          </p>
        </div>
      )}
    </SettingsCard>
  );
}

function formatFinding(check: AuditCheck): string {
  const { status, entries, firstBadSeal, missingEntries, copiedSeals, cutOff } = check;
  const checked = `${formatEntryCount(entries)} checked`;
  if (status === 'running') return `${checked} so far.`;
  if (status === 'failed') return 'The check was interrupted. Start it again.';
  if (status === 'intact')
    return `${checked}. No changes found.${copiedSeals === 0 ? '' : ' The copy outside the database matches.'}`;
  if (firstBadSeal !== null)
    return `An entry was changed or removed (seal ${firstBadSeal.toLocaleString('en')}). ${checked} before it.`;
  if (cutOff !== null)
    return `Entries up to ${formatFullTime(new Date(cutOff.sealedAt))} are missing from the end of the log.`;
  return `${checked}. ${formatEntryCount(missingEntries)} ${missingEntries === 1 ? 'is' : 'are'} missing.`;
}

function formatEntryCount(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}`;
}
