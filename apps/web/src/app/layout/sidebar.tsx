import { Suspense, useEffect, useState, type ReactElement } from 'react';
import styles from './sidebar.module.css';
import { useLocation } from 'react-router';
import { useSession } from '#shared/session/session-context.tsx';
import { menuOf } from '#app/routes/menu.ts';
import { profileCard, workspaceSwitcher } from '#app/routes/pages.tsx';
import { NavList } from './nav-list.tsx';
import { Sheet } from '@handover/ui-lite/overlay/sheet.tsx';
import { IconButton } from '@handover/ui-lite/parts/button.tsx';
import { Logo } from '#app/brand/logo.tsx';

/** Hidden below the md breakpoint, where the drawer replaces it. */
export function Sidebar(): ReactElement {
  return (
    <aside aria-label="Sidebar" className={styles['sidebar']}>
      <SidebarContent />
    </aside>
  );
}

/** Shared by sidebar and drawer. */
function SidebarContent(): ReactElement {
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

/** The fixed sidebar starts here. A modal drawer that is only hidden would still block the page. */
const fromMd = '(min-width: 900px)';

/** The menu of small screens; closes when the location changes. */
export function NavDrawer(): ReactElement {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);

  useEffect(() => {
    const desktop = window.matchMedia(fromMd);
    const close = (): void => setOpenedAt(null);
    desktop.addEventListener('change', close);
    return () => desktop.removeEventListener('change', close);
  }, []);

  return (
    <div className={styles['root']}>
      <IconButton icon="solar:hamburger-menu-linear" label="Open menu" onClick={() => setOpenedAt(key)} />
      <Sheet
        title="Menu"
        side="left"
        isOpen={openedAt === key}
        onClose={() => setOpenedAt(null)}
        heading={<Logo />}
      >
        <SidebarContent />
      </Sheet>
    </div>
  );
}
