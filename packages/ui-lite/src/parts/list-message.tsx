import type { ReactElement, ReactNode } from 'react';
import styles from './list-message.module.css';

interface ListMessageProps {
  title: string;
  text?: string | undefined;
  /** Actions. */
  children?: ReactNode;
  isAlert?: boolean;
}

/** Shown instead of a public list that is empty, has no match, or failed to load. */
export function ListMessage({ title, text, children, isAlert = false }: ListMessageProps): ReactElement {
  return (
    <div className={styles['message']} role={isAlert ? 'alert' : undefined}>
      <p className={styles['title']}>{title}</p>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}
