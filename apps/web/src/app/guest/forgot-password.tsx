import type { forgotPassword } from '@handover/contract/auth/auth.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { useState, type ReactElement } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Field } from '@handover/ui-lite/parts/field.tsx';
import { send, type CallOf } from '#shared/api/client.ts';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import { useInstallation } from '#shared/installation/installation.ts';
import { GuestCard, GuestForm } from '#app/guest-card/guest-card.tsx';

const forgotCall: CallOf<typeof forgotPassword> = { method: 'POST', path: '/auth/forgot-password' };
const loadSchema = async () => (await import('@handover/contract/auth/auth.ts')).forgotPasswordBody;

/** The answer does not reveal whether the address has an account. */
export default function ForgotPassword(): ReactElement {
  const installation = useInstallation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSchemaForm<BodyInput<typeof forgotPassword>>({
    loadSchema,
    onSubmit: async (body, idempotencyKey) => {
      await send(forgotCall, { body }, { idempotencyKey });
      setSentTo(body.email);
    },
  });

  if (installation?.canSendEmail === false)
    return (
      <GuestCard title="Forgot your password?">
        <Alert tone="info">
          No mail server is set up, so we cannot send you a link to reset it. Contact the brokerage.
        </Alert>
      </GuestCard>
    );
  if (sentTo !== null) {
    return (
      <GuestCard title="Check your email">
        <Alert tone="success" isLive>
          If {sentTo} has an account, we sent it a link to set a new password. The link can be used once and
          expires in 60 minutes.
        </Alert>
      </GuestCard>
    );
  }
  return (
    <GuestCard
      title="Forgot your password?"
      intro="Enter your email address, and we will send you a link to reset it."
    >
      <GuestForm form={form} submitLabel="Send link">
        <Field
          label="Email"
          name="email"
          type="email"
          placeholder="name@example.com"
          autoComplete="username"
          error={form.errors['email']}
        />
      </GuestForm>
    </GuestCard>
  );
}
