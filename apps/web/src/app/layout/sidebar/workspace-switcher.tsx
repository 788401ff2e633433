import type { Profile, SessionWorkspace } from '@handover/contract/auth.ts';
import { useState, type ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuItem } from '@handover/ui-lite/overlay/menu-item.tsx';
import { Menu } from '@handover/ui-lite/overlay/menu.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { entryAt } from '#app/routes/pages.tsx';
import styles from './workspace-switcher.module.css';

/** The workspace shown, and the way to the user's others. */
export function WorkspaceSwitcher({ user }: { user: Profile }): ReactElement {
  const { open, error } = useSwitch();
  const current = user.workspaces.find(({ id }) => id === user.workspaceId);
  return (
    <div className={styles['root']}>
      <Menu
        label="Workspaces"
        align="start"
        className={styles['popup']}
        triggerClassName={styles['trigger']}
        trigger={
          <>
            <span className="sr-only">Workspace</span>
            {current !== undefined && <WorkspaceText workspace={current} />}
            <span className={styles['arrows']}>
              <Icon name="solar:sort-vertical-linear" size={18} />
            </span>
          </>
        }
      >
        {user.workspaces.map((workspace) => (
          <MenuItem
            key={workspace.id}
            isChecked={workspace.id === user.workspaceId}
            onSelect={() => void open(workspace.id)}
          >
            <WorkspaceText workspace={workspace} />
          </MenuItem>
        ))}
      </Menu>
      {error !== null && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

function WorkspaceText({ workspace }: { workspace: SessionWorkspace }): ReactElement {
  return (
    <>
      <Avatar name={workspace.name} photoUrl={workspace.logoUrl} size={28} isSquare />
      <span className={styles['name']}>{workspace.name}</span>
      <Pill tone={workspace.plan === 'Pro' ? 'info' : 'neutral'}>{workspace.plan}</Pill>
    </>
  );
}

/** A record belongs to one workspace, so its page gives way to the start page; lists stay and load anew. */
function useSwitch(): { open: (id: string) => Promise<void>; error: string | null } {
  const { switchWorkspace } = useSessionActions();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const hasRecord = entryAt(pathname)?.path.includes(':') === true;
  const [error, setError] = useState<string | null>(null);

  const open = async (id: string): Promise<void> => {
    setError(null);
    try {
      await switchWorkspace(id);
      await navigate(hasRecord ? '/' : pathname);
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  return { open, error };
}
