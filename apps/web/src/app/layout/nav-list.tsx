import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { hasActiveChild, isActive, type MenuEntry } from '#app/routes/menu.ts';
import styles from './nav-list.module.css';

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
