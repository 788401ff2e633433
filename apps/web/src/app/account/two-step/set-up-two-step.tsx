import {
  appCodeBody,
  beginSecondFactor,
  confirmSecondFactor,
  passwordBody,
  type Enrolment,
} from '@handover/contract/account-security.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { AccountFormDialog } from '../security/account-form-dialog.tsx';
import { DialogField, OwnPasswordField } from '../security/proof-fields.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecurityRefresh } from '../security/security-queries.ts';
import styles from './set-up-two-step.module.css';

type Step =
  | { name: 'password' }
  | { name: 'app'; enrolment: Enrolment }
  | { name: 'codes'; recoveryCodes: readonly string[] };

/** Password, then the app, then the recovery codes. */
export default function SetUpTwoStep({ onClose }: { onClose: () => void }): ReactElement {
  const [step, setStep] = useState<Step>({ name: 'password' });
  const refresh = useSecurityRefresh();
  const toasts = useToasts();
  if (step.name === 'codes') {
    const done = (): void => {
      toasts.done('Two-step sign-in is on');
      void refresh();
      onClose();
    };
    return <RecoveryCodes codes={step.recoveryCodes} onClose={done} />;
  }
  if (step.name === 'app') {
    const turnOn = async (body: { code: string }): Promise<void> =>
      setStep({ name: 'codes', ...(await send(confirmSecondFactor, { body })) });
    return <AppDialog enrolment={step.enrolment} act={turnOn} onClose={onClose} />;
  }
  return (
    <AccountFormDialog
      title="Set up two-step sign-in"
      text="You need an authenticator app, such as the one of your password manager. First confirm that it is you."
      confirmLabel="Continue"
      schema={passwordBody}
      values={{ password: '' }}
      names={['password']}
      act={async (body) => setStep({ name: 'app', ...(await send(beginSecondFactor, { body })) })}
      onClose={onClose}
    >
      <OwnPasswordField isFirst />
    </AccountFormDialog>
  );
}

interface AppDialogProps {
  enrolment: Enrolment;
  act: (body: { code: string }) => Promise<void>;
  onClose: () => void;
}

function AppDialog({ enrolment: { secret, uri }, act, onClose }: AppDialogProps): ReactElement {
  return (
    <AccountFormDialog
      title="Connect your app"
      text="Scan this code with your authenticator app, then enter the six digits it shows."
      confirmLabel="Turn on"
      schema={appCodeBody}
      values={{ code: '' }}
      names={['code']}
      act={act}
      onClose={onClose}
    >
      <div className={styles['steps']}>
        <QrCode text={uri} label="QR code for your authenticator app" />
        <p>
          No camera? Enter this key: <span className={styles['secret']}>{inGroups(secret)}</span>, or{' '}
          <a href={uri}>open the app on this device</a>.
        </p>
        <DialogField
          name="code"
          label="Six digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
      </div>
    </AccountFormDialog>
  );
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
