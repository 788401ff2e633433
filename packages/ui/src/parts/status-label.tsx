import type { ReactElement, ReactNode } from 'react';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import styles from './status-label.module.css';

export type StatusTone = 'success' | 'warning' | 'error' | 'info' | 'neutral';

interface StatusLabelProps {
  tone: StatusTone;
  children: ReactNode;
  /** Shows a dot in the main tone, for states that change by themselves. */
  hasDot?: boolean;
}

/** A state in one word on a light tint. The word conveys the meaning; the color only supports it. */
export function StatusLabel({ tone, children, hasDot = false }: StatusLabelProps): ReactElement {
  return (
    <Pill tone={tone}>
      {hasDot && <span aria-hidden="true" className={styles[tone]} />}
      {children}
    </Pill>
  );
}
