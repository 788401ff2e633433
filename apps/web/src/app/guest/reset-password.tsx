import type { resetPassword } from '@handover/contract/auth.ts';
import type { BodyInput } from '@handover/contract/endpoint.ts';
import { useState, type ReactElement } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { PasswordField } from '@handover/ui-lite/parts/field.tsx';
import { send, type CallOf } from '#shared/api/client.ts';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import { BrokenLink, GuestCard, GuestForm } from './guest-card.tsx';
import { useLinkToken } from './link-token.ts';

const resetCall: CallOf<typeof resetPassword> = { method: 'POST', path: '/auth/reset-password' };
const loadSchema = async () => (await import('@handover/contract/auth.ts')).resetPasswordBody;

export default function ResetPassword(): ReactElement {
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  const form = useSchemaForm<BodyInput<typeof resetPassword>>({
    loadSchema,
    extra: { token },
    onSubmit: async (body, idempotencyKey) => {
      await send(resetCall, { body }, { idempotencyKey });
      setDone(true);
    },
  });

  if (isDone) {
    return (
      <GuestCard title="Password changed">
        <Alert tone="success" isLive>
          Sign in with your new password. You were signed out on all devices.
        </Alert>
      </GuestCard>
    );
  }
  if (token === '' || form.errorCode === 'LINK_INVALID' || form.errors['token'] !== undefined)
    return <BrokenLink advice="Request a new link with “Forgot your password?”." />;
  return (
    <GuestCard title="Set a new password" intro="Use a long password, such as a few words you can remember.">
      <GuestForm form={form} submitLabel="Set password">
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          error={form.errors['newPassword']}
          hint="At least 12 characters"
        />
      </GuestForm>
    </GuestCard>
  );
}
