import { isClosed, businessStages, type BusinessStage } from '@handover/contract/business-stages.ts';
import type { StageNames } from '@handover/contract/stage-names.ts';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './track.module.css';

const wayToSale = businessStages.filter((stage) => stage === 'sold' || !isClosed(stage));

interface TrackProps {
  stage: BusinessStage;
  names: StageNames;
}

/** The way from lead to sold, and how far along it a business is. Nothing for one that has left the way. */
export function Track({ stage, names }: TrackProps): ReactElement | null {
  if (!wayToSale.includes(stage)) return null;
  const reached = wayToSale.indexOf(stage);
  return (
    <ol className={styles['track']}>
      {wayToSale.map((name, index) => (
        <li
          key={name}
          className={
            index < reached ? styles['done'] : index === reached ? styles['current'] : styles['open']
          }
          aria-current={index === reached ? 'step' : undefined}
        >
          <span className={styles['dot']}>
            {(index < reached || stage === 'sold') && <Icon name="solar:check-circle-bold" size={20} />}
          </span>
          <span className={styles['label']}>{names[name]}</span>
        </li>
      ))}
    </ol>
  );
}
