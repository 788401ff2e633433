import type { ReactElement, ReactNode } from 'react';
import { Panel } from '#features/dashboard/panel.tsx';
import styles from './client-screen.module.css';

interface ClientScreenProps {
  /** Shown above everything else. */
  notice?: ReactNode;
  sale: ReactNode;
  asked: ReactNode;
  messages: ReactNode;
  files: ReactNode;
  broker: ReactNode;
}

export function ClientScreen({
  notice,
  sale,
  asked,
  messages,
  files,
  broker,
}: ClientScreenProps): ReactElement {
  return (
    <div className={styles['page']}>
      {notice}
      <div className={styles['columns']}>
        <div className={styles['sale']}>
          <Panel title="Your sale">{sale}</Panel>
        </div>
        <div className={styles['side']}>
          <Panel title="Your tasks">{asked}</Panel>
          <Panel title="Your files">{files}</Panel>
          <Panel title="Your broker">{broker}</Panel>
        </div>
        <div className={styles['messages']}>
          <Panel title="Your messages">{messages}</Panel>
        </div>
      </div>
    </div>
  );
}
