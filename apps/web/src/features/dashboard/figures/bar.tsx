import type { ReactElement } from 'react';
import styles from '../panels.module.css';

/** A bar for a share from 0 to 1. The number is next to it. */
export function Bar({ share }: { share: number }): ReactElement {
  return (
    <span className={styles['track']} aria-hidden="true">
      <span className={styles['fill']} style={{ width: `${String(100 * share)}%` }} />
    </span>
  );
}
