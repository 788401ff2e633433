import { changeEmail, changeEmailBody } from '@handover/contract/account-security.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { AccountFormDialog } from '../security/account-form-dialog.tsx';
import { DialogField, OwnPasswordField } from '../security/proof-fields.tsx';
import { useSecurityRefresh } from '../security/security-queries.ts';

/** Asks for another address, which gets a link to confirm it. */
export default function ChangeEmailDialog({ onClose }: { onClose: () => void }): ReactElement {
  const toasts = useToasts();
  const refresh = useSecurityRefresh();
  return (
    <AccountFormDialog
      title="Change your e-mail address"
      text="We send a link to the new address. Once you open it, you sign in with that address."
      confirmLabel="Send the link"
      schema={changeEmailBody}
      values={{ email: '', password: '' }}
      names={['email', 'password']}
      act={async (body) => {
        const { pendingEmail } = await send(changeEmail, { body });
        toasts.done(`A link is on its way to ${pendingEmail.email}`);
        onClose();
        return refresh();
      }}
      onClose={onClose}
    >
      <>
        <DialogField name="email" label="New e-mail" type="email" autoComplete="email" autoFocus />
        <OwnPasswordField />
      </>
    </AccountFormDialog>
  );
}
