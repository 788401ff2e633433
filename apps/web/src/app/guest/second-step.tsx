import { useState, type ReactElement } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { Field } from '@handover/ui-lite/parts/field.tsx';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import { GuestCard, GuestForm } from '#app/guest-card/guest-card.tsx';
import styles from './second-step.module.css';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { hasPasskeys, getPasskeyMessage } from '#shared/passkeys/passkey-error.ts';

interface SecondStepProps {
  email: string;
  /** Retries the sign-in with the code. */
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
}

const loadSchema = async () => (await import('@handover/contract/auth/account-security.ts')).factorCodeBody;

/** Asks for an app code or a recovery code. The caller keeps the credentials, in memory only. */
export function SecondStep({ email, onCode, onBack }: SecondStepProps): ReactElement {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <GuestCard
      title="Enter your code"
      intro={<span className={styles['who']}>Signing in as {email}</span>}
      hasSignInLink={false}
    >
      <CodeForm key={String(isRecovery)} isRecovery={isRecovery} onCode={onCode} />
      <div className={styles['ways']}>
        <Button variant="text" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Use a code from the app' : 'Use a recovery code'}
        </Button>
        <Button variant="text" onClick={onBack}>
          Start over
        </Button>
      </div>
    </GuestCard>
  );
}

function CodeForm({
  isRecovery,
  onCode,
}: Pick<SecondStepProps, 'onCode'> & { isRecovery: boolean }): ReactElement {
  const form = useSchemaForm<{ code: string }>({ loadSchema, onSubmit: ({ code }) => onCode(code) });
  return (
    <GuestForm form={form} submitLabel="Sign in">
      <Field
        label={isRecovery ? 'Recovery code' : 'Code from your authenticator app'}
        name="code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={form.errors['code']}
        hint={
          isRecovery ? 'One of your ten codes, such as k3v9f-2m7qx. Each can be used once.' : 'Six-digit code'
        }
      />
    </GuestForm>
  );
}

/** Hidden if the browser does not support passkeys. The guest guard redirects after sign-in. */
export function PasskeyButton(): ReactElement | null {
  const { resume } = useSessionActions();
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  if (!hasPasskeys()) return null;
  const signIn = async (): Promise<void> => {
    setPending(true);
    setMessage(null);
    try {
      const { askForPasskey } = await import('#shared/passkeys/ceremonies.ts');
      await resume(await askForPasskey());
    } catch (error) {
      setMessage(getPasskeyMessage(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={styles['passkey']}>
      {message !== null && (
        <Alert tone="error" isLive>
          {message}
        </Alert>
      )}
      <Button
        variant="outlined"
        size="large"
        isFullWidth
        isPending={isPending}
        icon="solar:key-linear"
        onClick={() => void signIn()}
      >
        Sign in with a passkey
      </Button>
    </div>
  );
}
