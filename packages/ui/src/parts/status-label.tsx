import type { ReactElement, ReactNode } from 'react';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import styles from './status-label.module.css';

export type StatusTone = 'success' | 'warning' | 'error' | 'info' | 'neutral';

interface StatusLabelProps {
  tone: StatusTone;
  children: ReactNode;
  /** A dot of the main tone, for states that change by themselves. */
  hasDot?: boolean;
}

/** A state in a word, on a soft tint; the word carries the meaning, the color only helps. */
export function StatusLabel({ tone, children, hasDot = false }: StatusLabelProps): ReactElement {
  return (
    <Pill tone={tone}>
      {hasDot && <span aria-hidden="true" className={styles[tone]} />}
      {children}
    </Pill>
  );
}
