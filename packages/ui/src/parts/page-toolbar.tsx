import type { ReactElement, ReactNode } from 'react';
import styles from './page-toolbar.module.css';

interface PageToolbarProps {
  /** Views, search, filters. */
  children: ReactNode;
  /** The primary action last. */
  actions?: ReactNode;
}

/** The one line between the header and the content: its content on the left, actions on the right. */
export function PageToolbar({ children, actions }: PageToolbarProps): ReactElement {
  return (
    <div className={styles['toolbar']}>
      <div className={styles['start']}>{children}</div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
