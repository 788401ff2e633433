import type { createFirstAdmin } from '@handover/contract/auth.ts';
import type { BodyInput } from '@handover/contract/endpoint.ts';
import type { ReactElement } from 'react';
import { Field, PasswordField } from '@handover/ui-lite/parts/field.tsx';
import { send } from '#shared/api/client.ts';
import type { CallOf } from '#shared/api/endpoint-call.ts';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { BrokenLink } from './broken-link.tsx';
import { GuestCard } from './guest-card.tsx';
import { GuestForm } from './guest-form.tsx';
import { useLinkToken } from './link-token.ts';

const firstAdminCall: CallOf<typeof createFirstAdmin> = { method: 'POST', path: '/auth/first-admin' };
const loadSchema = async () => (await import('@handover/contract/auth.ts')).firstAdminBody;

/** Makes the first SUPERADMIN with the link that the server printed; the guest guard leads on from here. */
export default function FirstAdmin(): ReactElement {
  const token = useLinkToken();
  const { adopt } = useSessionActions();
  const form = useSchemaForm<BodyInput<typeof createFirstAdmin>>({
    loadSchema,
    extra: { token },
    onSubmit: async (body, idempotencyKey) => adopt(await send(firstAdminCall, { body }, { idempotencyKey })),
  });

  if (token === '' || form.errorCode === 'LINK_INVALID' || form.errors['token'] !== undefined)
    return <BrokenLink advice="Restart the server to print a new one." />;
  return (
    <GuestCard
      title="Welcome"
      intro="You are the first here. This account administers the whole installation."
    >
      <GuestForm form={form} submitLabel="Create the account">
        <Field label="Your name" name="displayName" autoComplete="name" error={form.errors['displayName']} />
        <Field
          label="E-mail"
          name="email"
          type="email"
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
