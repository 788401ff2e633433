import type { ReactElement, ReactNode } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './message-page.module.css';

interface MessagePageProps {
  icon: string;
  /** h2 below the header's h1; h1 on a page of its own. */
  level: 'h1' | 'h2';
  title: string;
  children?: ReactNode;
}

export function MessagePage({ icon, level: Heading, title, children }: MessagePageProps): ReactElement {
  return (
    <div className={styles['page']}>
      <span className={styles['icon']}>
        <Icon name={icon} size={44} />
      </span>
      <Heading className={styles['title']}>{title}</Heading>
      <div className={styles['text']}>{children}</div>
    </div>
  );
}
