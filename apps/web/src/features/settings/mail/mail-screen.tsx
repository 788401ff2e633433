import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { type MailAccount, updateMailAccountBody } from '@handover/contract/mail-account.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import { pick, required } from 'zod/mini';
import { messageOf } from '#shared/api/api-error.ts';
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { ImapCard } from '../imap/imap-panel.tsx';
import { IncomingCard } from './incoming-card.tsx';
import { mailAccountQuery, useSaveMail } from './mail.queries.ts';
import { ServerCard } from './server-card.tsx';
import { TestCard } from './test-card.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { ConflictNotice, discardTyped, keepTyped } from '../versioned-save.tsx';
import styles from '../rows.module.css';

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
        title="The mail account could not be loaded"
        text={messageOf(account.error)}
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

/** Who mail to customers is from. */
function SenderCard({ account }: { account: MailAccount }): ReactElement {
  const { name, address, sentAs, version } = account;
  const form = useForm({
    resolver: zodResolver(schema),
    values: { name, address },
    resetOptions: keepTyped,
  });
  const { save, isPending, conflict } = useSaveMail({
    version,
    done: 'Sender saved',
    onRecord: (record) => form.reset({ name: record.name, address: record.address }, discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, ['name', 'address']),
  });
  const { control, formState } = form;
  return (
    <SettingsCard title="Sender" text="The From address customers see and reply to.">
      <Stack component="form" noValidate spacing={2.5} onSubmit={form.handleSubmit((values) => save(values))}>
        {formState.errors.root !== undefined && (
          <Alert severity="error">{formState.errors.root.message}</Alert>
        )}
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
