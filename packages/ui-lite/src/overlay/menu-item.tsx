import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../parts/class-names.ts';
import styles from './menu.module.css';

interface MenuItemProps {
  children: ReactNode;
  onSelect: () => void;
  /** Makes it one of a group of which one is chosen. */
  isChecked?: boolean;
  tone?: 'danger';
}

/** An entry of a `Menu`. */
export function MenuItem({ children, onSelect, isChecked, tone }: MenuItemProps): ReactElement {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classNames(styles['item'], tone === 'danger' && styles['danger'])}
      role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChecked}
      onClick={onSelect}
    >
      {children}
    </button>
  );
}
