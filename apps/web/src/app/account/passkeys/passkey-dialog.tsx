import { passwordBody } from '@handover/contract/account-security.ts';
import {
  beginPasskey,
  passkeyNameBody,
  removePasskey,
  renamePasskey,
  type Passkey,
} from '@handover/contract/passkeys.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import type { ReactElement } from 'react';
import * as z from 'zod/mini';
import { deviceName } from '@handover/contract/device-name.ts';
import { send } from '#shared/api/client.ts';
import { makePasskey } from '#shared/passkeys/ceremonies.ts';
import { AccountFormDialog } from '../security/account-form-dialog.tsx';
import type { PasskeyAction } from './passkeys-section.tsx';
import { DialogField, OwnPasswordField } from '../security/proof-fields.tsx';
import { useSecurityRefresh } from '../security/security-queries.ts';

const addValues = z.strictObject({ ...passwordBody.shape, ...passkeyNameBody.shape });

interface PasskeyDialogProps {
  act: PasskeyAction;
  onClose: () => void;
}

/** Adds, renames or removes a passkey. */
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
      title="Add a passkey"
      text="Your browser asks you next where to keep it: on this device, a phone, or a security key."
      confirmLabel="Continue"
      schema={addValues}
      values={{ password: '', name: deviceName(navigator.userAgent) }}
      names={['password', 'name']}
      act={async ({ password, name }) => {
        await makePasskey(await send(beginPasskey, { body: { password } }), name);
        return onDone('The passkey is added');
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
      title="Rename the passkey"
      text="A name by which you know the device again."
      confirmLabel="Save"
      schema={passkeyNameBody}
      values={{ name }}
      names={['name']}
      act={async (body) => {
        await send(renamePasskey, { params: { id }, body });
        return onDone('The passkey is renamed');
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
      title="Remove the passkey?"
      text={`“${name}” can no longer sign you in. Delete it in your device’s own settings too.`}
      confirmLabel="Remove"
      isDangerous
      schema={passwordBody}
      values={{ password: '' }}
      names={['password']}
      act={async (body) => {
        await send(removePasskey, { params: { id }, body });
        return onDone('The passkey is removed');
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
