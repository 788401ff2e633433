import type { ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import styles from './value-choice.module.css';

interface ValueChoiceProps {
  /** The name of the radio group, shared by the choices of one field. */
  name: string;
  /** Whose value it is. */
  label: string;
  text: string;
  /** Hides the label on wide screens, where a heading above shows it. */
  isUnderHead?: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

/** One of two values of a field, as a card that can be selected. */
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
