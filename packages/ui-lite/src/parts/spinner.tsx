import type { ReactElement } from 'react';
import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

interface SpinnerProps {
  /** What is being waited for, said to those who do not see it. */
  label?: string;
  isPage?: boolean;
}

/** A turning ring that stays away for the first moments: short waits show nothing. */
export function Spinner({ label = 'Loading', isPage = false }: SpinnerProps): ReactElement {
  return (
    <div className={classNames(styles['spinner'], isPage && styles['page'])} role="status">
      <span className={styles['ring']} />
      <span className="sr-only">{label}</span>
    </div>
  );
}
