import type { Profile, SessionWorkspace } from '@handover/contract/auth/auth.ts';
import { useState, type ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuItem } from '@handover/ui-lite/overlay/menu-item.tsx';
import { Menu } from '@handover/ui-lite/overlay/menu.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { confirmLeave } from '#shared/forms/leave-guards.ts';
import styles from './account-parts.module.css';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { RailToggle, ThemeItem } from '#app/signed-in/appearance-controls.tsx';
import { findEntry } from '#app/routes/pages.tsx';

export function AccountMenu({ user }: { user: Profile }): ReactElement {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { signOut } = useSessionActions();

  const logOut = (): void => {
    signOut();
    void navigate('/sign-in');
  };

  return (
    <Menu
      label="Account"
      triggerLabel="Account"
      trigger={<Avatar name={user.displayName} photoUrl={user.photoURL} />}
      triggerClassName={styles['trigger']}
      className={styles['popup']}
      header={
        <div className={styles['who']}>
          <p className={styles['name']}>{user.displayName}</p>
          <p className={styles['email']}>{user.email}</p>
        </div>
      }
    >
      <MenuItem
        onSelect={() => {
          if (pathname !== '/account') confirmLeave(() => void navigate('/account'));
        }}
      >
        <Icon name="solar:user-circle-linear" size={20} />
        Your account
      </MenuItem>
      <ThemeItem />
      <div className={styles['line']} />
      <MenuItem tone="danger" onSelect={() => confirmLeave(logOut)}>
        <Icon name="solar:logout-2-linear" size={20} />
        Logout
      </MenuItem>
    </Menu>
  );
}

/** Shows clients the broker of all customers whom they represent, and everyone else themselves. */
export function ProfileCard({ user }: { user: Profile }): ReactElement {
  const [first, ...others] = user.customers.filter(({ isOwn }) => isOwn);
  const broker = others.every((other) => other.broker?.id === first?.broker?.id) ? first?.broker : null;
  const shown = broker ?? user;
  return (
    <div className={styles['card']}>
      <RailToggle />
      <Avatar name={shown.displayName} photoUrl={shown.photoURL} />
      <div className={styles['text']}>
        {shown === broker && <p className={styles['label']}>Your broker</p>}
        <p className={styles['profileCardName']}>{shown.displayName}</p>
        {shown === user ? (
          <p className={styles['profileCardEmail']}>{shown.email}</p>
        ) : (
          <a className={styles['profileCardEmail']} href={`mailto:${shown.email}`}>
            {shown.email}
          </a>
        )}
      </div>
    </div>
  );
}

/** Clients with a single workspace have nothing to switch to. */
export function WorkspaceSwitcher({ user }: { user: Profile }): ReactElement | null {
  const { open, error } = useSwitch();
  const current = user.workspaces.find(({ id }) => id === user.workspaceId);
  const isClient = user.role === 'CLIENT';
  if (isClient && user.workspaces.length < 2) return null;
  return (
    <div className={styles['root']}>
      <Menu
        label="Workspaces"
        align="start"
        className={styles['workspaceSwitcherPopup']}
        triggerClassName={styles['workspaceSwitcherTrigger']}
        trigger={
          <>
            <span className="sr-only">Workspace</span>
            {current !== undefined && <WorkspaceText workspace={current} isPlanShown={!isClient} />}
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
            onSelect={() => {
              if (workspace.id !== user.workspaceId) confirmLeave(() => void open(workspace.id));
            }}
          >
            <WorkspaceText workspace={workspace} isPlanShown={!isClient} />
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

interface WorkspaceTextProps {
  workspace: SessionWorkspace;
  isPlanShown: boolean;
}

function WorkspaceText({ workspace, isPlanShown }: WorkspaceTextProps): ReactElement {
  return (
    <>
      <Avatar name={workspace.name} photoUrl={workspace.logoUrl} size={28} isSquare />
      <span className={styles['workspaceSwitcherName']}>{workspace.name}</span>
      {isPlanShown && <Pill tone={workspace.plan === 'Pro' ? 'info' : 'neutral'}>{workspace.plan}</Pill>}
    </>
  );
}

/** Leaves a record page, because records belong to one workspace; lists stay open and reload. */
function useSwitch(): { open: (id: string) => Promise<void>; error: string | null } {
  const { switchWorkspace } = useSessionActions();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const hasRecord = findEntry(pathname)?.path.includes(':') === true;
  const [error, setError] = useState<string | null>(null);

  const open = async (id: string): Promise<void> => {
    setError(null);
    try {
      await switchWorkspace(id);
      await navigate(hasRecord ? '/' : pathname);
    } catch (failure) {
      setError(getErrorMessage(failure));
    }
  };
  return { open, error };
}
