import { useEffect, useRef, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { scrollToTab } from './scroll-to-tab.ts';
import edgeFade from './edge-fade.module.css';
import styles from './tab-list.module.css';

export interface TabItem<Name extends string> {
  readonly name: Name;
  readonly label: ReactNode;
}

interface TabListProps<Name extends string> {
  /** The accessible name of the list. */
  label: string;
  /** The IDs are `<prefix>-tab-<name>` for tabs and `<prefix>-panel` for the panel. */
  idPrefix: string;
  tabs: readonly TabItem<Name>[];
  selected: Name;
  onSelect: (name: Name) => void;
  className?: string | undefined;
}

/**
 * Tabs above a single panel. Arrow keys, Home, and End select a tab. A list that is too long scrolls horizontally to
 * the selected tab.
 */
export function TabList<Name extends string>({
  label,
  idPrefix,
  tabs,
  selected,
  onSelect,
  className,
}: TabListProps<Name>): ReactElement {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    scrollToTab(list.current, '[aria-selected="true"]');
  }, [selected]);

  const onKeyDown = (event: KeyboardEvent): void => {
    // Moves from the focused tab, because the selected one may still be loading when the next key is pressed.
    const current = tabs.findIndex(({ name }) => document.activeElement?.id === `${idPrefix}-tab-${name}`);
    const next = findTarget(event.key, current, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    onSelect(tab.name);
    list.current?.querySelector<HTMLElement>(`#${idPrefix}-tab-${tab.name}`)?.focus();
  };

  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      className={classNames(styles['list'], edgeFade['edges'], className)}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ name, label: text }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${idPrefix}-tab-${name}`}
          aria-selected={name === selected}
          aria-controls={`${idPrefix}-panel`}
          tabIndex={name === selected ? 0 : -1}
          className={styles['tab']}
          onClick={() => onSelect(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

function findTarget(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
