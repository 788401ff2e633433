import { useState, type ReactElement } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { Field } from '@handover/ui-lite/parts/field.tsx';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import { GuestCard } from '../guest-card.tsx';
import { GuestForm } from '../guest-form.tsx';
import styles from './factors.module.css';

interface SecondStepProps {
  email: string;
  /** Tries again what the password alone did not open. */
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
}

const loadSchema = async () => (await import('@handover/contract/account-security.ts')).factorCodeBody;

/**
 * Asks for the code of the app, or for a recovery code, after the right password. What was typed before it
 * is its caller's to keep, in memory only.
 */
export function SecondStep({ email, onCode, onBack }: SecondStepProps): ReactElement {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <GuestCard
      title="Enter your code"
      intro={<span className={styles['who']}>Signing in as {email}</span>}
      hasWayBack={false}
    >
      <CodeForm key={String(isRecovery)} isRecovery={isRecovery} onCode={onCode} />
      <div className={styles['ways']}>
        <Button variant="text" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Use the app’s code' : 'Use a recovery code'}
        </Button>
        <Button variant="text" onClick={onBack}>
          Start again
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
        hint={isRecovery ? 'One of the ten you kept, such as k3v9f-2m7qx. It works once.' : 'Six digits'}
      />
    </GuestForm>
  );
}
