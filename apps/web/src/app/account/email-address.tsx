import {
  cancelEmailChange,
  sendEmailConfirmation,
  type AccountSecurity,
} from '@handover/contract/auth/account-security.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { securityQuery, useSecurityRefresh } from './account-queries.ts';
import styles from './security/security.module.css';

const ChangeEmailDialog = lazy(() => import('./change-email-dialog.tsx'));

export function EmailAddress(): ReactElement {
  const { email } = useUser();
  const { data: security } = useQuery(securityQuery());
  const [isChanging, setChanging] = useState(false);
  return (
    <Stack spacing={1}>
      <LabeledInput
        label="Email"
        value={email}
        readOnly
        autoComplete="username"
        hint="You sign in with this address."
      />
      {security !== undefined && (
        <Confirmation security={security} email={email} onChange={() => setChanging(true)} />
      )}
      <Suspense>{isChanging && <ChangeEmailDialog onClose={() => setChanging(false)} />}</Suspense>
    </Stack>
  );
}

interface ConfirmationProps {
  security: AccountSecurity;
  email: string;
  onChange: () => void;
}

function Confirmation({ security, email, onChange }: ConfirmationProps): ReactElement {
  const { again, cancel } = useEmailMutations();
  const { pendingEmail: pending, isEmailConfirmed } = security;
  const isOther = pending !== null && pending.email !== email;
  return (
    <>
      <div className={styles['state']}>
        <StatusLabel tone={isEmailConfirmed ? 'success' : 'warning'}>
          {isEmailConfirmed ? 'Confirmed' : 'Not confirmed'}
        </StatusLabel>
        {!isEmailConfirmed && (
          <span className={styles['note']}>
            Confirming removes your password, passkeys, two-step sign-in, and API keys. You then set a new
            password.
          </span>
        )}
        {pending !== null && (
          <span className={styles['note']}>
            Open the link we sent to {pending.email}. The link expires{' '}
            <RelativeTime time={pending.expiresAt} />.{isOther && ' Until then, nothing changes.'}
          </span>
        )}
      </div>
      <div className={styles['actions']}>
        {(isOther || !isEmailConfirmed) && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            {pending === null ? 'Send confirmation' : 'Send confirmation again'}
          </Button>
        )}
        {isOther ? (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Keep {email}
          </Button>
        ) : (
          <Button size="small" variant="outlined" color="inherit" onClick={onChange}>
            Change address
          </Button>
        )}
      </div>
    </>
  );
}

function useEmailMutations() {
  const toasts = useToasts();
  const refresh = useSecurityRefresh();
  const onError = (error: Error): void => toasts.failed(getErrorMessage(error));
  const again = useMutation({
    mutationFn: () => send(sendEmailConfirmation),
    onSuccess: ({ pendingEmail }) => {
      toasts.done(`Link sent to ${pendingEmail.email}`);
      return refresh();
    },
    onError,
  });
  const cancel = useMutation({ mutationFn: () => send(cancelEmailChange), onSuccess: refresh, onError });
  return { again, cancel };
}
