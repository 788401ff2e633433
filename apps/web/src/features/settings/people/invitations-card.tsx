import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { resendInvitation } from '@handover/contract/settings/members.ts';
import { createInvitation, inviteBody, revokeInvitation } from '@handover/contract/settings/workspaces.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { applyServerErrors, submitAndWait } from '#shared/forms/form-validation.ts';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { invitationsQuery, roleNames, type Invitation } from './people.queries.ts';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';

type InviteValues = BodyInput<typeof createInvitation>;

const change = { noun: 'workspace', customerId: null } as const;

interface InvitationsCardProps {
  /** Called with a link that the user has to send manually. */
  onLink: (link: string | null) => void;
}

/** Invites members and lists open invitations. */
export function InvitationsCard({ onLink }: InvitationsCardProps): ReactElement {
  const invitations = useQuery(invitationsQuery());
  const rows = invitations.data ?? [];
  return (
    <SettingsCard title="Invitations" text="Each link is for one person and expires in 7 days.">
      <InviteForm onLink={onLink} />
      <PagedPanel
        query={invitations}
        count={rows.length}
        empty={{ icon: 'solar:letter-bold-duotone', title: 'No open invitations' }}
        failed="The invitations could not be loaded"
      >
        <ul className={styles['list']}>
          {rows.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onLink={onLink} />
          ))}
        </ul>
      </PagedPanel>
    </SettingsCard>
  );
}

function InviteForm({ onLink }: InvitationsCardProps): ReactElement {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { keyFor, renew } = useSubmitKey();
  const form = useForm<InviteValues>({
    resolver: zodResolver(inviteBody),
    defaultValues: { email: '', role: 'STAFF' },
  });
  const invite = useMutation({
    mutationFn: (body: InviteValues) => send(createInvitation, { body }, { idempotencyKey: keyFor(body) }),
    onSuccess: ({ invitation, link }) => {
      renew();
      onLink(link);
      if (link === null) toasts.done(`Invitation sent to ${invitation.email}`);
      refresh(change);
    },
    onError: (error) => applyServerErrors(error, form.setError, ['email', 'role']),
  });
  const { reset, formState } = form;
  const { isSubmitSuccessful, errors } = formState;
  // Only after the submit has ended, or the empty form would count as submitted and show errors while typing.
  useEffect(() => {
    if (isSubmitSuccessful) reset();
  }, [isSubmitSuccessful, reset]);
  const { root } = errors;
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      onSubmit={form.handleSubmit(submitAndWait(invite.mutateAsync))}
    >
      {root !== undefined && <Alert severity="error">{root.message}</Alert>}
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ alignItems: 'flex-start' }}>
        <FormTextField control={form.control} name="email" type="email" label="Email" autoComplete="off" />
        <FormSelect control={form.control} name="role" label="Role" sx={{ maxWidth: { sm: 160 } }}>
          <option value="STAFF">Staff</option>
          <option value="ADMIN">Admin</option>
        </FormSelect>
      </Stack>
      <div>
        <Button type="submit" loading={invite.isPending}>
          Invite
        </Button>
      </div>
    </Stack>
  );
}

function InvitationRow({
  invitation,
  onLink,
}: InvitationsCardProps & { invitation: Invitation }): ReactElement {
  const { email, role, expiresAt, id } = invitation;
  const toasts = useToasts();
  const refresh = useRefresh();
  const options = {
    onError: (error: Error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh(change),
  };
  const resend = useMutation({
    mutationFn: () => send(resendInvitation, { params: { id } }),
    onSuccess: ({ invitation: sent, link }) => {
      onLink(link);
      toasts.done(
        link === null
          ? `Invitation sent again to ${sent.email}. The previous link no longer works.`
          : 'The previous link no longer works.',
      );
    },
    ...options,
  });
  const revoke = useMutation({
    mutationFn: () => send(revokeInvitation, { params: { id } }),
    onSuccess: () => toasts.done(`Invitation to ${email} revoked`),
    ...options,
  });
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <p className={styles['name']}>{email}</p>
        <p className={styles['note']}>
          {roleNames[role]} · expires <RelativeTime time={expiresAt} />
        </p>
      </div>
      <div className={styles['side']}>
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          aria-label={`Invite again: ${email}`}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          Invite again
        </Button>
        <Button
          variant="outlined"
          color="error"
          size="small"
          aria-label={`Revoke the invitation to ${email}`}
          loading={revoke.isPending}
          onClick={() => revoke.mutate()}
        >
          Revoke
        </Button>
      </div>
    </li>
  );
}
