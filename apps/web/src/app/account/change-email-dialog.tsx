import { changeEmail, changeEmailBody } from '@handover/contract/auth/account-security.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { AccountFormDialog, DialogField, OwnPasswordField } from './security-form.tsx';
import { useSecurityRefresh } from './account-queries.ts';

/** Sends a confirmation link to the new address. */
export default function ChangeEmailDialog({ onClose }: { onClose: () => void }): ReactElement {
  const toasts = useToasts();
  const refresh = useSecurityRefresh();
  return (
    <AccountFormDialog
      title="Change your email address"
      text="We will send a link to the new address. After you open it, you sign in with that address."
      confirmLabel="Send link"
      schema={changeEmailBody}
      values={{ email: '', password: '' }}
      names={['email', 'password']}
      act={async (body) => {
        const { pendingEmail } = await send(changeEmail, { body });
        toasts.done(`Link sent to ${pendingEmail.email}`);
        onClose();
        return refresh();
      }}
      onClose={onClose}
    >
      <>
        <DialogField name="email" label="New email" type="email" autoComplete="email" autoFocus />
        <OwnPasswordField />
      </>
    </AccountFormDialog>
  );
}
