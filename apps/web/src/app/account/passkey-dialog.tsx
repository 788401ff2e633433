import { passwordBody } from '@handover/contract/auth/account-security.ts';
import {
  beginPasskey,
  passkeyNameBody,
  removePasskey,
  renamePasskey,
  type Passkey,
} from '@handover/contract/auth/passkeys.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import type { ReactElement } from 'react';
import * as z from 'zod/mini';
import { getDeviceName } from '@handover/contract/auth/device-name.ts';
import { send } from '#shared/api/client.ts';
import { makePasskey } from '#shared/passkeys/ceremonies.ts';
import { AccountFormDialog, DialogField, OwnPasswordField } from './security-form.tsx';
import type { PasskeyAction } from './passkeys-section.tsx';
import { useSecurityRefresh } from './account-queries.ts';

const addValues = z.strictObject({ ...passwordBody.shape, ...passkeyNameBody.shape });

interface PasskeyDialogProps {
  act: PasskeyAction;
  onClose: () => void;
}

export default function PasskeyDialog({ act, onClose }: PasskeyDialogProps): ReactElement {
  const refresh = useSecurityRefresh();
  const toasts = useToasts();
  const finish = (text: string): Promise<void> => {
    toasts.done(text);
    onClose();
    return refresh();
  };
  if (act.kind === 'add') return <AddDialog onDone={finish} onClose={onClose} />;
  const dialog = { passkey: act.passkey, onDone: finish, onClose };
  return act.kind === 'rename' ? <RenameDialog {...dialog} /> : <RemoveDialog {...dialog} />;
}

interface PartProps {
  onDone: (text: string) => Promise<void>;
  onClose: () => void;
}

function AddDialog({ onDone, onClose }: PartProps): ReactElement {
  return (
    <AccountFormDialog
      title="Add passkey"
      text="Next, your browser asks where to save it: on this device, a phone, or a security key."
      confirmLabel="Continue"
      schema={addValues}
      values={{ password: '', name: getDeviceName(navigator.userAgent) }}
      names={['password', 'name']}
      act={async ({ password, name }) => {
        await makePasskey(await send(beginPasskey, { body: { password } }), name);
        return onDone('Passkey added');
      }}
      onClose={onClose}
    >
      <>
        <NameField />
        <OwnPasswordField isFirst />
      </>
    </AccountFormDialog>
  );
}

function RenameDialog({
  passkey: { id, name },
  onDone,
  onClose,
}: PartProps & { passkey: Passkey }): ReactElement {
  return (
    <AccountFormDialog
      title="Rename passkey"
      text="Choose a name that helps you recognize the device."
      confirmLabel="Save"
      schema={passkeyNameBody}
      values={{ name }}
      names={['name']}
      act={async (body) => {
        await send(renamePasskey, { params: { id }, body });
        return onDone('Passkey renamed');
      }}
      onClose={onClose}
    >
      <NameField isFirst />
    </AccountFormDialog>
  );
}

function RemoveDialog({
  passkey: { id, name },
  onDone,
  onClose,
}: PartProps & { passkey: Passkey }): ReactElement {
  return (
    <AccountFormDialog
      title="Remove this passkey?"
      text={`“${name}” can no longer be used to sign in. Delete it in your device’s settings as well.`}
      confirmLabel="Remove"
      isDangerous
      schema={passwordBody}
      values={{ password: '' }}
      names={['password']}
      act={async (body) => {
        await send(removePasskey, { params: { id }, body });
        return onDone('Passkey removed');
      }}
      onClose={onClose}
    >
      <OwnPasswordField isFirst />
    </AccountFormDialog>
  );
}

function NameField({ isFirst = false }: { isFirst?: boolean }): ReactElement {
  return <DialogField name="name" label="Name" autoComplete="off" autoFocus={isFirst} />;
}
