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
  /** Its name, where the children show more than that. */
  label?: string;
  /** The id of what says more about it. */
  describedBy?: string;
}

/** An entry of a `Menu`. */
export function MenuItem({
  children,
  onSelect,
  isChecked,
  tone,
  isDisabled = false,
  label,
  describedBy,
}: MenuItemProps): ReactElement {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classNames(styles['item'], tone === 'danger' && styles['danger'])}
      role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChecked}
      aria-disabled={isDisabled || undefined}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={isDisabled ? (event) => event.stopPropagation() : onSelect}
    >
      {children}
    </button>
  );
}
