import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import {
  type MailAccount,
  updateMailAccountBody,
  testMailAccount,
} from '@handover/contract/conversations/mail-account.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import { pick, required } from 'zod/mini';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { applyServerErrors } from '#shared/forms/form-validation.ts';
import { FormStatus } from '#shared/forms/form-status.tsx';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';
import { ImapCard } from '../imap/imap-panel.tsx';
import { mailAccountQuery, useSaveMail } from './mail.queries.ts';
import { ServerCard } from './server-card.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { ConflictNotice, discardTyped, keepTyped } from '#shared/forms/versioned-save.tsx';
import styles from '../rows.module.css';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { send } from '#shared/api/client.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { getInboundAddress } from '@handover/contract/conversations/conversations.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { SecretDialog } from '@handover/ui/feedback/secret-dialog.tsx';

const pollMs = 1_000;

/** The shared mailbox: sender, outgoing, and incoming mail. */
export default function MailScreen(): ReactElement {
  const account = useQuery({
    ...mailAccountQuery(),
    refetchInterval: ({ state }) => (state.data?.lastTest?.status === 'running' ? pollMs : false),
  });
  if (account.isPending) return <ListSkeleton columns={['40%', '60%']} rows={6} rowHeight={72} />;
  if (account.data === undefined)
    return (
      <FailedState
        title="The email settings could not be loaded"
        text={getErrorMessage(account.error)}
        onRetry={() => void account.refetch()}
      />
    );
  return (
    <>
      <SenderCard account={account.data} />
      <ServerCard account={account.data} />
      <TestCard account={account.data} />
      <ImapCard />
      <IncomingCard account={account.data} />
      <TemplatesCard />
    </>
  );
}

/** Link to the email templates of all staff. */
function TemplatesCard(): ReactElement {
  return (
    <SettingsCard
      title="Templates"
      text="Emails you send often, with fields such as the customer’s name."
      actions={
        <Button component={Link} to="/admin/users/templates" variant="outlined" color="inherit">
          Open templates
        </Button>
      }
    >
      <p className={styles['note']}>You manage shared templates; each member can have their own.</p>
    </SettingsCard>
  );
}

const schema = required(pick(updateMailAccountBody, { name: true, address: true }));

/** The sender of mail to customers. */
function SenderCard({ account }: { account: MailAccount }): ReactElement {
  const { name, address, sentAs } = account;
  const values = { name, address };
  const form = useForm({
    resolver: zodResolver(schema),
    values,
    resetOptions: keepTyped,
  });
  const basis = useFormBasis({
    latest: { version: account.version, values },
    draft: 'sender',
    typed: form.getValues,
  });
  const { save, isPending, conflict } = useSaveMail({
    version: basis.version,
    done: 'Sender saved',
    onRecord: (record) => form.reset({ name: record.name, address: record.address }, discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, ['name', 'address']),
  });
  const { control } = form;
  return (
    <SettingsCard title="Sender" text="The From address customers see and reply to.">
      <Stack component="form" noValidate spacing={2.5} onSubmit={form.handleSubmit((typed) => save(typed))}>
        <FormStatus form={form} draft="sender" basis={basis} />
        <ConflictNotice conflict={conflict} theirs={(one) => `${one.name}, ${one.address}.`} />
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ alignItems: 'flex-start' }}>
          <FormTextField control={control} name="name" label="Name" autoComplete="off" />
          <FormTextField
            control={control}
            name="address"
            type="email"
            label="Address"
            autoComplete="off"
            hint={
              sentAs === address ? undefined : `Cannot receive email yet, so email is sent from ${sentAs}`
            }
          />
        </Stack>
        <div>
          <Button type="submit" loading={isPending}>
            Save sender
          </Button>
        </div>
      </Stack>
    </SettingsCard>
  );
}

const words = {
  running: { tone: 'info', text: 'Sending' },
  sent: { tone: 'success', text: 'Sent' },
  failed: { tone: 'error', text: 'Not sent' },
} as const;

/** Sends a test email to the user, and shows how the mail server responded. */
export function TestCard({ account: { lastTest } }: { account: MailAccount }): ReactElement {
  const client = useQueryClient();
  const toasts = useToasts();
  const { email } = useUser();
  const start = useMutation({
    mutationFn: () => send(testMailAccount),
    onSuccess: ({ mailAccount }) => client.setQueryData(mailAccountQuery().queryKey, mailAccount),
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
  return (
    <SettingsCard
      title="Test"
      text={`Sends an email to ${email} the same way as email to customers.`}
      actions={
        <Button
          variant="outlined"
          color="inherit"
          loading={start.isPending || lastTest?.status === 'running'}
          onClick={() => start.mutate()}
        >
          Send test email
        </Button>
      }
    >
      {lastTest !== null && (
        <div role="status">
          <p className={styles['name']}>
            <StatusLabel tone={words[lastTest.status].tone}>{words[lastTest.status].text}</StatusLabel>
            <span>{lastTest.detail ?? `To ${lastTest.to}`}</span>
          </p>
          <p className={styles['note']}>
            <RelativeTime time={lastTest.time} />
          </p>
        </div>
      )}
    </SettingsCard>
  );
}

/** The secret address for incoming mail. */
export function IncomingCard({ account: { inboundSince } }: { account: MailAccount }): ReactElement {
  const toasts = useToasts();
  const refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const renew = useMutation({
    mutationFn: () => send(getInboundAddress),
    onSuccess: ({ inbound }) => setUrl(inbound.url),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => {
      setAsking(false);
      refresh({ noun: 'workspace', customerId: null });
    },
  });
  return (
    <SettingsCard
      title="Incoming email"
      text="Your mail server posts each message to a secret URL. Replies appear in the customer’s conversation; other email appears under Unknown senders."
      actions={
        <Button
          variant="outlined"
          color="inherit"
          loading={renew.isPending}
          onClick={() => (inboundSince === null ? renew.mutate() : setAsking(true))}
        >
          {inboundSince === null ? 'Create URL' : 'Create new URL'}
        </Button>
      }
    >
      <p className={styles['note']}>
        {inboundSince === null ? (
          'No URL yet, so no email is received.'
        ) : (
          <>
            URL created <RelativeTime time={inboundSince} />.
          </>
        )}
      </p>
      {isAsking && (
        <ConfirmDialog
          title="Create a new URL?"
          confirmLabel="Create new URL"
          isDangerous
          isPending={renew.isPending}
          onConfirm={() => renew.mutate()}
          onClose={() => setAsking(false)}
        >
          The current URL stops working immediately. Email is rejected until your mail server uses the new
          one.
        </ConfirmDialog>
      )}
      {url !== null && (
        <SecretDialog
          title="Your URL for incoming email"
          text="Copy it now. You won’t be able to see it again. Anyone with the URL can post email."
          label="URL"
          secret={url}
          onClose={() => setUrl(null)}
        />
      )}
    </SettingsCard>
  );
}
