import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactElement, ReactNode } from 'react';
import styles from './draft-form-view.module.css';
import type { DraftForm } from './use-draft.ts';

interface DraftFormViewProps {
  form: DraftForm;
  /** The form's accessible name. */
  label: string;
  submitLabel: string;
  /** Small controls next to the button. */
  extras?: ReactNode;
  children: ReactNode;
}

/** A form that keeps its text until it is sent, with its error and submit button. */
export function DraftFormView({
  form,
  label,
  submitLabel,
  extras,
  children,
}: DraftFormViewProps): ReactElement {
  return (
    <form {...form.formProps} className={styles['form']} aria-label={label}>
      {form.failure !== null && (
        <Alert severity="error" role="alert">
          {form.failure} Your text was not lost.
        </Alert>
      )}
      {children}
      <div className={styles['bottom']}>
        {extras}
        <span className={styles['hint']}>Ctrl + Enter</span>
        <Button type="submit" loading={form.isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
