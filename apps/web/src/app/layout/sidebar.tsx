import { Suspense, useEffect, useState, type ReactElement } from 'react';
import styles from './sidebar.module.css';
import { useLocation, Link } from 'react-router';
import { useSession } from '#shared/session/session-context.tsx';
import { getMenu, hasActiveChild, isActive, type MenuEntry } from '#app/routes/menu.ts';
import { profileCard, workspaceSwitcher } from '#app/routes/pages.tsx';
import { Sheet } from '@handover/ui-lite/overlay/sheet.tsx';
import { IconButton } from '@handover/ui-lite/parts/button.tsx';
import { Logo } from '#app/brand/logo.tsx';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';

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
          getMenu(user).map(({ title, entries }) => (
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

interface NavListProps {
  entries: readonly MenuEntry[];
  pathname: string;
}

/** Open parents are remembered by title. */
export function NavList({ entries, pathname }: NavListProps): ReactElement {
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  return (
    <ul className={styles['list']}>
      {entries.map((entry) => (
        <li key={entry.title}>
          {entry.children === undefined ? (
            <NavLink entry={entry} isCurrent={isActive(entry, pathname)} />
          ) : (
            <NavParent
              entry={entry}
              pathname={pathname}
              isOpen={toggled[entry.title] ?? hasActiveChild(entry, pathname)}
              onToggle={(isOpen) => setToggled((all) => ({ ...all, [entry.title]: isOpen }))}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function NavLink({ entry, isCurrent }: { entry: MenuEntry; isCurrent: boolean }): ReactElement {
  return (
    <Link
      to={entry.path ?? '/'}
      className={classNames(styles['item'], isCurrent && styles['active'])}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <EntryText entry={entry} />
    </Link>
  );
}

interface NavParentProps {
  entry: MenuEntry;
  pathname: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

function NavParent({ entry, pathname, isOpen, onToggle }: NavParentProps): ReactElement {
  return (
    <>
      <button
        type="button"
        className={classNames(styles['item'], hasActiveChild(entry, pathname) && styles['active'])}
        aria-expanded={isOpen}
        onClick={() => onToggle(!isOpen)}
      >
        <EntryText entry={entry} />
        <span className={classNames(styles['arrow'], isOpen && styles['turned'])}>
          <Icon name="solar:alt-arrow-down-linear" size={16} />
        </span>
      </button>
      {isOpen && (
        <div className={styles['children']}>
          <NavList entries={entry.children ?? []} pathname={pathname} />
        </div>
      )}
    </>
  );
}

function EntryText({ entry }: { entry: MenuEntry }): ReactElement {
  return (
    <>
      <span className={styles['icon']}>
        <Icon name={entry.icon} size={22} />
      </span>
      <span className={styles['title']}>{entry.title}</span>
      {entry.info !== undefined && <span className={styles['info']}>{entry.info}</span>}
    </>
  );
}
