import { Suspense, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#shared/session/session-context.tsx';
import { menuOf } from '#app/routes/menu.ts';
import { profileCard, workspaceSwitcher } from '#app/routes/signed-in.ts';
import { NavList } from './nav-list.tsx';
import styles from './sidebar.module.css';

/** Workspace, menu and profile card, the same in sidebar and drawer. Nothing private stands here for guests. */
export function SidebarContent(): ReactElement {
  const { pathname } = useLocation();
  const session = useSession();
  const user = session.status === 'authenticated' ? session.user : null;
  return (
    <>
      {user !== null && user.workspaces.length > 0 && (
        <Suspense fallback={<div className={styles['switcherPlace']} />}>
          <workspaceSwitcher.Page user={user} />
        </Suspense>
      )}
      <nav aria-label="Main" className={styles['nav']}>
        {session.status !== 'loading' &&
          menuOf(user).map(({ title, entries }) => (
            <div key={title ?? ''} className={styles['group']}>
              {title !== null && <p className={styles['groupTitle']}>{title}</p>}
              <NavList entries={entries} pathname={pathname} />
            </div>
          ))}
      </nav>
      {user !== null && (
        <Suspense>
          <profileCard.Page user={user} />
        </Suspense>
      )}
    </>
  );
}
