import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './removable-chip.module.css';

interface RemovableChipProps {
  /** Only the value: "Banned", not "Status: Banned". */
  label: string;
  onRemove: () => void;
}

/** A short value with a remove button. */
export function RemovableChip({ label, onRemove }: RemovableChipProps): ReactElement {
  return (
    <span className={styles['chip']}>
      <span className={styles['label']}>{label}</span>
      <button type="button" className={styles['remove']} aria-label={`Remove ${label}`} onClick={onRemove}>
        <Icon name="solar:close-circle-bold" size={16} />
      </button>
    </span>
  );
}
