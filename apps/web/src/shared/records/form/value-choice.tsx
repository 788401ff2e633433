import type { ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import styles from './value-choice.module.css';

interface ValueChoiceProps {
  /** Shared by the choices of one field. */
  name: string;
  /** The name of the person whose value it is. */
  label: string;
  text: string;
  /** On wide screens, a heading above names the side. */
  isUnderHead?: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

/** One of two values that a field can have, as a card to be picked. */
export function ValueChoice({
  name,
  label,
  text,
  isUnderHead = false,
  isChosen,
  onChoose,
}: ValueChoiceProps): ReactElement {
  return (
    <label className={classNames(styles['choice'], isUnderHead && styles['headed'])}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <span className={styles['side']}>{label}</span>{' '}
      <span className={text === '' ? styles['blank'] : styles['value']}>{text === '' ? 'Empty' : text}</span>
    </label>
  );
}
