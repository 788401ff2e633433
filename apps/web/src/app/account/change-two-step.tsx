import {
  disableSecondFactor,
  provenBody,
  renewRecoveryCodes,
} from '@handover/contract/auth/account-security.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { AccountFormDialog, CodeField, OwnPasswordField } from './security-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecurityRefresh } from './account-queries.ts';

const texts = {
  renew: {
    title: 'New recovery codes',
    text: 'Your current codes will stop working.',
    confirmLabel: 'Create new codes',
  },
  disable: {
    title: 'Turn off two-step sign-in?',
    text: 'You will sign in with only your password. Your recovery codes will stop working.',
    confirmLabel: 'Turn off',
  },
} as const;

interface ChangeTwoStepProps {
  act: keyof typeof texts;
  onClose: () => void;
}

/** Creates new recovery codes or turns two-step sign-in off. Both require the password and a code. */
export default function ChangeTwoStep({ act, onClose }: ChangeTwoStepProps): ReactElement {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = useSecurityRefresh();
  const toasts = useToasts();
  const run = async (body: { password: string; code: string }): Promise<void> => {
    if (act === 'renew') {
      setCodes((await send(renewRecoveryCodes, { body })).recoveryCodes);
      return refresh();
    }
    await send(disableSecondFactor, { body });
    toasts.done('Two-step sign-in turned off');
    onClose();
    return refresh();
  };
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <AccountFormDialog
      {...texts[act]}
      isDangerous={act === 'disable'}
      schema={provenBody}
      values={{ password: '', code: '' }}
      names={['password', 'code']}
      act={run}
      onClose={onClose}
    >
      <>
        <OwnPasswordField isFirst />
        <CodeField />
      </>
    </AccountFormDialog>
  );
}
