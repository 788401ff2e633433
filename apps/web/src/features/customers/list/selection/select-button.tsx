import type { ReactElement, Ref } from 'react';
import styles from '../filters/list-toolbar.module.css';

interface SelectButtonProps {
  ref: Ref<HTMLButtonElement>;
  isOn: boolean;
  onPress: () => void;
}

/** Gives cards boxes to tick, and takes them away again with what was ticked. */
export function SelectButton({ ref, isOn, onPress }: SelectButtonProps): ReactElement {
  return (
    <button ref={ref} type="button" aria-pressed={isOn} className={styles['toggle']} onClick={onPress}>
      Select
    </button>
  );
}
