import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../parts/class-names.ts';
import styles from './menu.module.css';

interface MenuItemProps {
  children: ReactNode;
  onSelect: () => void;
  /** Makes the item part of a radio group. */
  isChecked?: boolean;
  tone?: 'danger';
  /** Visible but disabled. */
  isDisabled?: boolean;
  /** Accessible name, if the children contain more than that. */
  label?: string;
  /** ID of a description. */
  describedBy?: string;
}

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
