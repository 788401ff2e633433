import type { ReactElement } from 'react';
import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

interface SpinnerProps {
  /** Text for screen readers. */
  label?: string;
  isPage?: boolean;
}

/** A spinner that appears only after a short delay. */
export function Spinner({ label = 'Loading', isPage = false }: SpinnerProps): ReactElement {
  return (
    <div className={classNames(styles['spinner'], isPage && styles['page'])} role="status">
      <span className={styles['ring']} />
      <span className="sr-only">{label}</span>
    </div>
  );
}
