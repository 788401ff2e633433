import type { ReactElement, ReactNode } from 'react';
import styles from './blog-message.module.css';

interface BlogMessageProps {
  title: string;
  text?: string | undefined;
  /** What to do about it. */
  children?: ReactNode;
  isAlert?: boolean;
}

/** Stands where posts would: nothing yet, no match, not loaded. */
export function BlogMessage({ title, text, children, isAlert = false }: BlogMessageProps): ReactElement {
  return (
    <div className={styles['message']} role={isAlert ? 'alert' : undefined}>
      <p className={styles['title']}>{title}</p>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}
