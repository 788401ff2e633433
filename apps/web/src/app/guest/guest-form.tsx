import type { ReactElement, ReactNode } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import type { SchemaForm } from '#shared/forms/use-schema-form.ts';
import styles from './guest-form.module.css';

interface GuestFormProps {
  form: SchemaForm;
  submitLabel: string;
  children: ReactNode;
}

/** Fields of a guest page with the refusal above and the button below them. */
export function GuestForm({ form, submitLabel, children }: GuestFormProps): ReactElement {
  return (
    <form {...form.formProps} className={styles['form']}>
      {form.formError !== null && (
        <Alert tone="error" isLive>
          {form.formError}
        </Alert>
      )}
      {children}
      <Button type="submit" size="large" isFullWidth isPending={form.isPending}>
        {submitLabel}
      </Button>
    </form>
  );
}
