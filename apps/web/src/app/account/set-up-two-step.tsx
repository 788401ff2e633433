import {
  appCodeBody,
  beginSecondFactor,
  confirmSecondFactor,
  passwordBody,
  type Enrolment,
} from '@handover/contract/auth/account-security.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { AccountFormDialog, DialogField, OwnPasswordField } from './security-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecurityRefresh } from './account-queries.ts';
import styles from './two-step/set-up-two-step.module.css';
import { encode } from 'uqr';

type Step =
  | { name: 'password' }
  | { name: 'app'; enrolment: Enrolment }
  | { name: 'codes'; recoveryCodes: readonly string[] };

export default function SetUpTwoStep({ onClose }: { onClose: () => void }): ReactElement {
  const [step, setStep] = useState<Step>({ name: 'password' });
  const refresh = useSecurityRefresh();
  const toasts = useToasts();
  if (step.name === 'codes') {
    const done = (): void => {
      toasts.done('Two-step sign-in turned on');
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
      text="You need an authenticator app, such as the one in your password manager. Confirm your password first."
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
      text="Scan this code with your authenticator app, then enter the six-digit code."
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
          No camera? Enter this key: <span className={styles['secret']}>{formatInGroups(secret)}</span>, or{' '}
          <a href={uri}>open the app on this device</a>.
        </p>
        <DialogField
          name="code"
          label="Six-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
      </div>
    </AccountFormDialog>
  );
}

function formatInGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}

/** A QR code with the quiet zone that scanners need. */
function QrCode({ text, label }: { text: string; label: string }): ReactElement {
  const { data, size } = encode(text, { border: 3 });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
  );
  return (
    <svg
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={styles['qr']}
    >
      <path d={path.join('')} />
    </svg>
  );
}
