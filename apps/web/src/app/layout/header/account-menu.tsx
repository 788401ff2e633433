import type { Profile } from '@handover/contract/auth.ts';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuItem } from '@handover/ui-lite/overlay/menu-item.tsx';
import { Menu } from '@handover/ui-lite/overlay/menu.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { useSessionActions } from '#shared/session/session-context.tsx';
import styles from './account-menu.module.css';

/** Who is signed in, the way to their account, and log-out. */
export function AccountMenu({ user }: { user: Profile }): ReactElement {
  const navigate = useNavigate();
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
      <MenuItem onSelect={() => void navigate('/account')}>
        <Icon name="solar:user-circle-linear" size={20} />
        Your account
      </MenuItem>
      <div className={styles['line']} />
      <MenuItem tone="danger" onSelect={logOut}>
        <Icon name="solar:logout-2-linear" size={20} />
        Logout
      </MenuItem>
    </Menu>
  );
}
