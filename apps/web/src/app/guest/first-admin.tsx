import type { createFirstAdmin } from '@handover/contract/auth/auth.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import type { ReactElement } from 'react';
import { Field, PasswordField } from '@handover/ui-lite/parts/field.tsx';
import { send, type CallOf } from '#shared/api/client.ts';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { BrokenLink, GuestCard, GuestForm } from '#app/guest-card/guest-card.tsx';
import { clearLinkToken, useLinkToken } from '#app/guest-card/one-time-link.ts';

const firstAdminCall: CallOf<typeof createFirstAdmin> = { method: 'POST', path: '/auth/first-admin' };
const loadSchema = async () => (await import('@handover/contract/auth/auth.ts')).firstAdminBody;

/** Creates the first SUPERADMIN with the link that the server printed. */
export default function FirstAdmin(): ReactElement {
  const token = useLinkToken();
  const { adopt } = useSessionActions();
  const form = useSchemaForm<BodyInput<typeof createFirstAdmin>>({
    loadSchema,
    extra: { token },
    onSubmit: async (body, idempotencyKey) => {
      const signedIn = await send(firstAdminCall, { body }, { idempotencyKey });
      clearLinkToken();
      adopt(signedIn);
    },
  });

  if (token === '' || form.errorCode === 'LINK_INVALID' || form.errors['token'] !== undefined)
    return (
      <BrokenLink advice="If you already created the account, sign in. Otherwise, restart the server to print a new link." />
    );
  return (
    <GuestCard title="Welcome" intro="Create the first account. It administers the whole installation.">
      <GuestForm form={form} submitLabel="Create account">
        <Field
          label="Brokerage"
          name="brokerage"
          autoComplete="organization"
          error={form.errors['brokerage']}
          hint="Shown on every page and in emails"
        />
        <Field label="Your name" name="displayName" autoComplete="name" error={form.errors['displayName']} />
        <Field
          label="Email"
          name="email"
          type="email"
          placeholder="name@example.com"
          autoComplete="username"
          error={form.errors['email']}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          error={form.errors['password']}
          hint="At least 12 characters"
        />
      </GuestForm>
    </GuestCard>
  );
}
