import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './pill.module.css';

interface PillProps {
  tone?: 'success' | 'warning' | 'error' | 'info' | 'neutral';
  children: ReactNode;
}

/** A short label on a light tint. */
export function Pill({ tone = 'neutral', children }: PillProps): ReactElement {
  return <span className={classNames(styles['pill'], styles[tone])}>{children}</span>;
}
