import type { ReactElement, ReactNode } from 'react';
import styles from './plan-message.module.css';

interface PlanMessageProps {
  title: string;
  text: string;
  /** What to do about it. */
  children?: ReactNode;
  isAlert?: boolean;
}

/** Stands where plans would: none yet, not loaded. */
export function PlanMessage({ title, text, children, isAlert = false }: PlanMessageProps): ReactElement {
  return (
    <div className={styles['message']} role={isAlert ? 'alert' : undefined}>
      <p className={styles['title']}>{title}</p>
      <p>{text}</p>
      {children}
    </div>
  );
}
