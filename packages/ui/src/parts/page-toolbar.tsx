import type { ReactElement, ReactNode } from 'react';
import styles from './page-toolbar.module.css';

interface PageToolbarProps {
  /** Views, search, and filters. */
  children: ReactNode;
  /** Actions, with the primary action last. */
  actions?: ReactNode;
}

/** The row between the header and the content, with views and filters on the left and actions on the right. */
export function PageToolbar({ children, actions }: PageToolbarProps): ReactElement {
  return (
    <div className={styles['toolbar']}>
      <div className={styles['start']}>{children}</div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
