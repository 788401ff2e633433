import type { ReactElement } from 'react';
import styles from '../panels.module.css';

/** A bar as long as its share of the longest, from 0 to 1. The number stands beside it. */
export function Bar({ share }: { share: number }): ReactElement {
  return (
    <span className={styles['track']} aria-hidden="true">
      <span className={styles['fill']} style={{ width: `${String(100 * share)}%` }} />
    </span>
  );
}
