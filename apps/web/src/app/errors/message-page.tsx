import type { ReactElement, ReactNode } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './message-page.module.css';

interface MessagePageProps {
  icon: string;
  /** Below the header's h1 an h2; on a page of its own the h1. */
  level: 'h1' | 'h2';
  title: string;
  children?: ReactNode;
}

/** A calm page that says one thing and offers what to do next. */
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
