import type { ReactElement, ReactNode } from 'react';
import styles from './list-message.module.css';

interface ListMessageProps {
  title: string;
  text?: string | undefined;
  /** What to do about it. */
  children?: ReactNode;
  isAlert?: boolean;
}

/** Stands where a public list would: nothing yet, no match, not loaded. */
export function ListMessage({ title, text, children, isAlert = false }: ListMessageProps): ReactElement {
  return (
    <div className={styles['message']} role={isAlert ? 'alert' : undefined}>
      <p className={styles['title']}>{title}</p>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}
