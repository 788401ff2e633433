import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../parts/class-names.ts';
import styles from './menu.module.css';

interface MenuItemProps {
  children: ReactNode;
  onSelect: () => void;
  /** Makes it one of a group of which one is chosen. */
  isChecked?: boolean;
  tone?: 'danger';
  /** Shown, but nothing to choose for now. */
  isDisabled?: boolean;
}

/** An entry of a `Menu`. */
export function MenuItem({
  children,
  onSelect,
  isChecked,
  tone,
  isDisabled = false,
}: MenuItemProps): ReactElement {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classNames(styles['item'], tone === 'danger' && styles['danger'])}
      role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChecked}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? (event) => event.stopPropagation() : onSelect}
    >
      {children}
    </button>
  );
}
