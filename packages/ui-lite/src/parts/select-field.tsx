import { useId, type ReactElement, type ReactNode } from 'react';
import styles from './field.module.css';

interface SelectFieldProps {
  label: string;
  name: string;
  /** `<option>` elements. */
  children: ReactNode;
}

/** The browser's own select with a label. */
export function SelectField({ label, name, children }: SelectFieldProps): ReactElement {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <select id={id} name={name} className={styles['input']}>
        {children}
      </select>
    </div>
  );
}
