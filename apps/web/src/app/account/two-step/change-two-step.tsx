import { disableSecondFactor, provenBody, renewRecoveryCodes } from '@handover/contract/account-security.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { AccountFormDialog } from '../security/account-form-dialog.tsx';
import { CodeField, OwnPasswordField } from '../security/proof-fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecurityRefresh } from '../security/security-queries.ts';

const texts = {
  renew: {
    title: 'New recovery codes',
    text: 'The codes you have now stop working.',
    confirmLabel: 'Make new codes',
  },
  disable: {
    title: 'Turn two-step sign-in off?',
    text: 'From then on your password alone signs you in. Your recovery codes end.',
    confirmLabel: 'Turn off',
  },
} as const;

interface ChangeTwoStepProps {
  act: keyof typeof texts;
  onClose: () => void;
}

/** New recovery codes, or the end of two-step sign-in: each asks for password and code. */
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
    toasts.done('Two-step sign-in is off');
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
