import { useState, type ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Field, PasswordField } from '@handover/ui-lite/parts/field.tsx';
import { ApiError } from '#shared/api/api-error.ts';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import { useInstallation } from '#shared/installation/installation.ts';
import type { Credentials, SignOutReason } from '#shared/session/session-store.ts';
import { useSession, useSessionActions } from '#shared/session/session-context.tsx';
import { PasskeyButton, SecondStep } from './second-step.tsx';
import { GuestCard, GuestForm } from '#app/guest-card/guest-card.tsx';
import styles from './sign-in.module.css';

const endTexts: Record<Exclude<SignOutReason, 'signed-out'>, string> = {
  expired: 'Your session has expired. Sign in again to continue.',
  unreachable: 'The server did not respond. Sign in again.',
};

const loadSchema = async () => (await import('@handover/contract/auth/auth.ts')).loginBody;

/** The guest guard redirects after sign-in. */
export default function SignIn(): ReactElement {
  const { signIn } = useSessionActions();
  const [pending, setPending] = useState<Credentials | null>(null);
  const submit = async (credentials: Credentials): Promise<void> => {
    try {
      await signIn(credentials);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED')) throw error;
      setPending(credentials);
    }
  };
  if (pending === null) return <FirstStep onSubmit={submit} />;
  return (
    <SecondStep
      email={pending.email}
      onCode={(code) => signIn({ ...pending, code })}
      onBack={() => setPending(null)}
    />
  );
}

function FirstStep({ onSubmit }: { onSubmit: (credentials: Credentials) => Promise<void> }): ReactElement {
  const installation = useInstallation();
  const location = useLocation();
  const form = useSchemaForm<Credentials>({ loadSchema, onSubmit });
  return (
    <GuestCard
      title="Sign in"
      intro={installation === null ? 'Welcome back' : `Welcome back to ${installation.name}`}
      hasSignInLink={false}
    >
      <Notice hasFailed={form.formError !== null} />
      <GuestForm form={form} submitLabel="Sign in">
        <Field
          label="Email"
          name="email"
          type="email"
          placeholder="name@example.com"
          autoComplete="username"
          error={form.errors['email']}
        />
        <div className={styles['password']}>
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            error={form.errors['password']}
          />
          <Link to="/forgot-password" state={location.state} className={styles['forgot']}>
            Forgot your password?
          </Link>
        </div>
      </GuestForm>
      <PasskeyButton />
      <p className={styles['note']}>Accounts are by invitation. Ask your broker for access.</p>
    </GuestCard>
  );
}

/** Why the visitor was sent here; hidden after a failed attempt. */
function Notice({ hasFailed }: { hasFailed: boolean }): ReactElement | null {
  const session = useSession();
  const installation = useInstallation();
  const reason = session.status === 'unauthenticated' ? session.reason : null;
  if (hasFailed) return null;
  if (reason !== null && reason !== 'signed-out') return <Alert tone="info">{endTexts[reason]}</Alert>;
  if (installation?.needsFirstAdmin === true)
    return (
      <Alert tone="info">
        This installation has no administrator yet. Open the one-time link that the server printed when it
        started.
      </Alert>
    );
  return null;
}
