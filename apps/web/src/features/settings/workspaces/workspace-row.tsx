import { formatCount } from '@handover/domain/format-count.ts';
import {
  restoreWorkspace,
  type InstallationWorkspace,
} from '@handover/contract/installation/installation-workspaces.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from '../rows.module.css';
import { formatTimeZone } from '../setting-fields.tsx';
import own from './workspaces.module.css';
import { useOpenWorkspace, useRefreshWorkspaces } from './workspaces.queries.ts';

interface WorkspaceRowProps {
  workspace: InstallationWorkspace;
  onEdit: () => void;
  onArchive: () => void;
}

export function WorkspaceRow({ workspace, onEdit, onArchive }: WorkspaceRowProps): ReactElement {
  const { id, name, plan, logoUrl, people, customers, timeZone, currency, archivedAt } = workspace;
  const isCurrent = useUser().workspaceId === id;
  return (
    <li className={styles['row']}>
      <Avatar name={name} photoUrl={logoUrl} isSquare />
      <div className={classNames(styles['main'], own['main'])}>
        <p className={styles['name']}>
          {name}
          <StatusLabel tone={plan === 'Pro' ? 'info' : 'neutral'}>{plan}</StatusLabel>
          {isCurrent && <StatusLabel tone="success">Current</StatusLabel>}
          {workspace.isPublic && <StatusLabel tone="neutral">Public pages</StatusLabel>}
        </p>
        <p className={styles['note']}>
          {formatCount(people, 'member')} · {formatCount(customers, 'customer')} · {formatTimeZone(timeZone)}{' '}
          · {currency}
          {archivedAt !== null && (
            <>
              {' '}
              · archived <RelativeTime time={archivedAt} />
            </>
          )}
        </p>
      </div>
      <div className={classNames(styles['side'], own['side'])}>
        {archivedAt === null ? (
          <ActiveMutations
            workspace={workspace}
            isCurrent={isCurrent}
            onEdit={onEdit}
            onArchive={onArchive}
          />
        ) : (
          <RestoreButton workspace={workspace} />
        )}
      </div>
    </li>
  );
}

function ActiveMutations({
  workspace,
  isCurrent,
  onEdit,
  onArchive,
}: WorkspaceRowProps & { isCurrent: boolean }): ReactElement {
  const open = useOpenWorkspace();
  const [isOpening, setOpening] = useState(false);
  return (
    <>
      {!isCurrent && (
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          aria-label={`Switch to ${workspace.name}`}
          loading={isOpening}
          onClick={() => {
            setOpening(true);
            void open(workspace, 'workspace').finally(() => setOpening(false));
          }}
        >
          Switch
        </Button>
      )}
      <MenuButton
        isIconOnly
        label={`Actions for ${workspace.name}`}
        actions={[
          { label: 'Rename or change plan', onSelect: onEdit },
          { label: 'Archive', isDangerous: true, onSelect: onArchive },
        ]}
      />
    </>
  );
}

function RestoreButton({
  workspace: { id, name, version },
}: Pick<WorkspaceRowProps, 'workspace'>): ReactElement {
  const toasts = useToasts();
  const changed = useRefreshWorkspaces();
  const restore = useMutation({
    mutationFn: () => send(restoreWorkspace, { params: { id }, body: { version } }),
    onSuccess: () => toasts.done(`${name} restored`),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: changed,
  });
  return (
    <Button
      variant="outlined"
      color="inherit"
      size="small"
      aria-label={`Restore ${name}`}
      loading={restore.isPending}
      onClick={() => restore.mutate()}
    >
      Restore
    </Button>
  );
}
