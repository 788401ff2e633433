import { getWorkspaceUsage, type WorkspaceUsage } from '@handover/contract/settings/workspace-limits.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactElement } from 'react';
import { Link } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';

const usageQuery = (): QueryFor<WorkspaceUsage> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'usage'],
    queryFn: async ({ signal }) => (await send(getWorkspaceUsage, {}, { signal })).usage,
  });

export function UsageCard(): ReactElement {
  const { data: usage, isPending, error, refetch } = useQuery(usageQuery());
  const isSuperadmin = useUser().role === 'SUPERADMIN';
  return (
    <SettingsCard
      title="Plan"
      text="Limits of this workspace and current usage."
      actions={usage !== undefined && <StatusLabel tone="info">{usage.plan}</StatusLabel>}
    >
      {usage !== undefined ? (
        <>
          <ul className={styles['list']} aria-label="Plan usage">
            <UsageRow label="Members" note="Includes open invitations" {...usage.people} />
            <UsageRow label="Customers" note="Not counting the trash" {...usage.customers} />
          </ul>
          <p className={styles['note']}>
            This workspace is on the {usage.plan} plan.{' '}
            {isSuperadmin ? (
              <Link to="/admin/settings/workspaces">Change the plan or its limits</Link>
            ) : (
              'Ask a superadmin to change the plan or its limits.'
            )}
          </p>
        </>
      ) : isPending ? (
        <ListSkeleton columns={['40%', '60%']} rows={2} rowHeight={64} />
      ) : (
        <FailedState
          title="The plan could not be loaded"
          text={getErrorMessage(error)}
          onRetry={() => void refetch()}
        />
      )}
    </SettingsCard>
  );
}

interface UsageRowProps {
  label: string;
  note: string;
  used: number;
  limit: number | null;
}

function UsageRow({ label, note, used, limit }: UsageRowProps): ReactElement {
  const id = useId();
  const share = limit === null ? 0 : Math.min((used / limit) * 100, 100);
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <p id={id} className={styles['name']}>
          {label}
          {limit !== null && used >= limit && <StatusLabel tone="warning">Limit reached</StatusLabel>}
        </p>
        <p className={styles['note']}>{note}</p>
      </div>
      <div className={styles['side']}>
        {used.toLocaleString('en')}
        {limit === null ? ', no limit' : ` of ${limit.toLocaleString('en')}`}
      </div>
      {limit !== null && (
        <LinearProgress
          variant="determinate"
          value={share}
          color={used >= limit ? 'warning' : 'primary'}
          aria-labelledby={id}
          sx={{ flexBasis: '100%', backgroundColor: 'var(--color-divider)' }}
        />
      )}
    </li>
  );
}
