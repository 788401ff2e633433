import { useId, type ChangeEventHandler, type ReactElement } from 'react';
import { describeField, FieldNote } from './field.tsx';
import styles from './field.module.css';

interface TextAreaFieldProps {
  label: string;
  name?: string;
  value?: string;
  onChange?: ChangeEventHandler<HTMLTextAreaElement>;
  rows: number;
  maxLength?: number;
  error?: string | undefined;
  hint?: string;
}

/** Several lines of text with label, hint, and error. */
export function TextAreaField({ label, error, hint, ...area }: TextAreaFieldProps): ReactElement {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <textarea id={id} className={styles['input']} {...area} {...describeField(id, error, hint)} />
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}
