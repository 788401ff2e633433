import { useId, useState, type InputHTMLAttributes, type ReactElement, type Ref } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  hint?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A text input with label, hint, and error. */
export function Field({ label, error, hint, ...input }: FieldProps): ReactElement {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <input id={id} className={styles['input']} {...describeField(id, error, hint)} {...input} />
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}

/** A password input that can show its text; allows pasting and password managers. */
export function PasswordField({ label, error, hint, ...input }: FieldProps): ReactElement {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <div className={styles['adorned']}>
        <input
          id={id}
          className={classNames(styles['input'], styles['password'])}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...describeField(id, error, hint)}
          {...input}
          type={isShown ? 'text' : 'password'}
        />
        <IconButton
          className={styles['toggle']}
          icon={isShown ? 'solar:eye-closed-linear' : 'solar:eye-linear'}
          label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      </div>
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}

/** The error of a field, or its hint. */
export function FieldNote({
  id,
  error,
  hint,
}: {
  id: string;
  error: string | undefined;
  hint: string | undefined;
}): ReactElement | null {
  if (error === undefined && hint === undefined) return null;
  return (
    <p id={`${id}-note`} className={error === undefined ? styles['hint'] : styles['error']}>
      {error ?? hint}
    </p>
  );
}

/** Ties a field to its `FieldNote`. */
export function describeField(
  id: string,
  error: string | undefined,
  hint: string | undefined,
): { 'aria-describedby'?: string; 'aria-invalid'?: true } {
  if (error === undefined && hint === undefined) return {};
  const described = { 'aria-describedby': `${id}-note` };
  return error === undefined ? described : { ...described, 'aria-invalid': true };
}
