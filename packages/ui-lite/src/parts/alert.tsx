import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import styles from './alert.module.css';
import { classNames } from './class-names.ts';

export type Tone = 'success' | 'warning' | 'error' | 'info';

const icons = {
  success: 'solar:check-circle-bold',
  warning: 'solar:danger-triangle-bold',
  error: 'solar:danger-circle-bold',
  info: 'solar:info-circle-bold',
} as const satisfies Record<Tone, string>;

interface AlertProps {
  tone: Tone;
  children: ReactNode;
  /** Announces the alert when it appears. Not for alerts that are there from the start. */
  isLive?: boolean;
}

/** A notice on a light tint of its tone. */
export function Alert({ tone, children, isLive = false }: AlertProps): ReactElement {
  return (
    <div className={classNames(styles['alert'], styles[tone])} role={isLive ? 'alert' : undefined}>
      <Icon name={icons[tone]} size={20} />
      <div className={styles['text']}>{children}</div>
    </div>
  );
}
