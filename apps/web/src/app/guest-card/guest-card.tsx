import type { ReactElement, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import { useInstallation } from '#shared/installation/installation.ts';
import { guestIcons } from '#app/icons/guest.generated.ts';
import styles from './guest-card.module.css';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import type { SchemaForm } from '#shared/forms/use-schema-form.ts';

registerIcons(guestIcons);

interface GuestCardProps {
  title: string;
  intro?: ReactNode;
  /** Shows a link to sign-in below the content. */
  hasSignInLink?: boolean;
  children?: ReactNode;
}

export function GuestCard({ title, intro, hasSignInLink = true, children }: GuestCardProps): ReactElement {
  const installation = useInstallation();
  const location = useLocation();
  return (
    <section className={styles['card']}>
      <title>{[title, installation?.name].filter(Boolean).join(' · ')}</title>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{title}</h1>
        {intro !== undefined && <p className={styles['intro']}>{intro}</p>}
      </div>
      {children}
      {hasSignInLink && (
        <Link to="/sign-in" state={location.state} className={styles['back']}>
          <Icon name="solar:alt-arrow-left-linear" size={16} />
          Back to sign in
        </Link>
      )}
    </section>
  );
}

interface GuestFailureProps {
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** Shown instead of content that could not be loaded. */
export function GuestFailure({ title, error, onRetry }: GuestFailureProps): ReactElement {
  return (
    <GuestCard title={title} hasSignInLink={false}>
      <Alert tone="error" isLive>
        {getErrorMessage(error)}
      </Alert>
      <Button variant="outlined" onClick={onRetry}>
        {' '}
        Retry{' '}
      </Button>
    </GuestCard>
  );
}

interface GuestFormProps {
  form: SchemaForm;
  submitLabel: string;
  children: ReactNode;
}

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

/** Shown for an invalid, used, or expired link. */
export function BrokenLink({
  advice,
  reason = null,
}: {
  advice: string;
  /** The problem and what to do, if known. */
  reason?: string | null;
}): ReactElement {
  return (
    <GuestCard title="This link does not work">
      <Alert tone="warning">{reason ?? `It is incomplete, expired, or already used. ${advice}`}</Alert>
    </GuestCard>
  );
}
