import type { acceptInvite, invitePreview, previewInvite } from '@handover/contract/auth/auth.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { Field, PasswordField } from '@handover/ui-lite/parts/field.tsx';
import { ApiError } from '#shared/api/api-error.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { BrokenLink, GuestCard, GuestForm } from '#app/guest-card/guest-card.tsx';
import { SecondStep } from './second-step.tsx';
import { LinkPreview } from '#app/guest-card/link-preview.tsx';
import { clearLinkToken, useLinkToken } from '#app/guest-card/one-time-link.ts';

const previewCall: CallOf<typeof previewInvite> = { method: 'POST', path: '/auth/invite-preview' };
const acceptCall: CallOf<typeof acceptInvite> = { method: 'POST', path: '/auth/accept-invite' };
const loadSchema = async () => (await import('@handover/contract/auth/auth.ts')).acceptInviteBody;
const advice = 'If you already accepted, sign in. Otherwise, ask the person who invited you for a new link.';

type Invite = z.infer<typeof invitePreview>;
type Acceptance = BodyInput<typeof acceptInvite>;

const loadInvite = async (token: string, signal: AbortSignal): Promise<Invite> =>
  (await send(previewCall, { body: { token } }, { signal })).invite;

/** New users set a name and password; existing users confirm with their password. */
export default function AcceptInvite(): ReactElement {
  const token = useLinkToken();
  return (
    <LinkPreview token={token} title="Invitation" advice={advice} load={loadInvite}>
      {(invite) => <AcceptForm token={token} invite={invite} />}
    </LinkPreview>
  );
}

function AcceptForm({ token, invite }: { token: string; invite: Invite }): ReactElement {
  const { adopt } = useSessionActions();
  const navigate = useNavigate();
  const [pending, setPending] = useState<Acceptance | null>(null);
  const accept = async (body: Acceptance): Promise<void> => {
    const signedIn = await send(acceptCall, { body });
    clearLinkToken();
    adopt(signedIn);
    await navigate('/');
  };
  const submit = async (body: Acceptance): Promise<void> => {
    try {
      await accept(body);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED')) throw error;
      setPending(body);
    }
  };
  if (pending !== null)
    return (
      <SecondStep
        email={invite.email}
        onCode={(code) => accept({ ...pending, code })}
        onBack={() => setPending(null)}
      />
    );
  return <InviteForm token={token} invite={invite} onSubmit={submit} />;
}

interface InviteFormProps {
  token: string;
  invite: Invite;
  onSubmit: (body: Acceptance) => Promise<void>;
}

function InviteForm({ token, invite, onSubmit }: InviteFormProps): ReactElement {
  const form = useSchemaForm<Acceptance>({ loadSchema, extra: { token }, onSubmit });
  if (form.errorCode === 'LINK_INVALID') return <BrokenLink advice={advice} />;
  return (
    <GuestCard
      title={`Join ${invite.workspaceName}`}
      intro={
        invite.hasLogin
          ? 'You already have an account. Enter its password to accept.'
          : 'Enter your name and choose a password.'
      }
    >
      <GuestForm form={form} submitLabel="Accept invitation">
        <Field label="Email" value={invite.email} readOnly autoComplete="username" />
        {!invite.hasLogin && (
          <Field
            label="Your name"
            name="displayName"
            autoComplete="name"
            error={form.errors['displayName']}
          />
        )}
        <PasswordField
          label="Password"
          name="password"
          autoComplete={invite.hasLogin ? 'current-password' : 'new-password'}
          error={form.errors['password']}
          {...(!invite.hasLogin && { hint: 'At least 12 characters' })}
        />
      </GuestForm>
    </GuestCard>
  );
}
