import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './stage-steps.module.css';

interface StageStepsProps {
  steps: readonly { readonly key: string; readonly label: string }[];
  /** The key of the step reached. */
  current: string;
  /** Whether the last step is also done. */
  isDone: boolean;
}

/** The stages of a record in order, and its progress. */
export function StageSteps({ steps, current, isDone }: StageStepsProps): ReactElement {
  const reached = steps.findIndex(({ key }) => key === current);
  return (
    <ol className={styles['track']}>
      {steps.map(({ key, label }, index) => (
        <li
          key={key}
          className={
            index < reached ? styles['done'] : index === reached ? styles['current'] : styles['open']
          }
          aria-current={index === reached ? 'step' : undefined}
        >
          <span className={styles['dot']}>
            {(index < reached || isDone) && <Icon name="solar:check-circle-bold" size={20} />}
          </span>
          <span className={styles['label']}>{label}</span>
        </li>
      ))}
    </ol>
  );
}
