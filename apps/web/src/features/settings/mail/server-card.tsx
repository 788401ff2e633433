import { updateMailAccountBody, type MailAccount } from '@handover/contract/mail-account.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { pick } from 'zod/mini';
import { bodyResolver } from '#shared/forms/body-resolver.ts';
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { ConflictNotice, discardTyped, keepTyped } from '../versioned-save.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { ServerFields } from './server-fields.tsx';
import { toServerBody, toServerValues, type ServerValues } from './server-form.ts';
import { useSaveMail } from './use-save-mail.ts';

const paths = [
  'server.host',
  'server.port',
  'server.security',
  'server.username',
  'server.password',
] as const;

const judge = bodyResolver<ServerValues>(pick(updateMailAccountBody, { server: true }), toServerBody);

const deliveries = {
  own: { tone: 'success', text: 'Own server' },
  installation: { tone: 'info', text: 'Shared server' },
  none: { tone: 'warning', text: 'Mail does not leave' },
} as const;

/** The server that mail to customers leaves by. */
export function ServerCard({ account }: { account: MailAccount }): ReactElement {
  const { server, delivery, version } = account;
  const [isAsking, setAsking] = useState(false);
  const form = useForm<ServerValues>({
    resolver: judge,
    values: toServerValues(account),
    resetOptions: keepTyped,
  });
  const { save, isPending, conflict } = useSaveMail({
    version,
    done: 'The mail server is saved',
    onRecord: (record) => {
      setAsking(false);
      form.reset(toServerValues(record), discardTyped);
    },
    onError: (error) => {
      setAsking(false);
      applyServerErrors(error, form.setError, paths);
    },
  });
  const { root } = form.formState.errors;
  return (
    <SettingsCard
      title="Mail server"
      text="Mail to customers leaves by your own SMTP server; without one, by the server of this installation. Invitations and reminders always use the latter."
      actions={<StatusLabel tone={deliveries[delivery].tone}>{deliveries[delivery].text}</StatusLabel>}
    >
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit((values) => save(toServerBody(values)))}
      >
        {root !== undefined && <Alert severity="error">{root.message}</Alert>}
        <ConflictNotice conflict={conflict} theirs={describe} />
        <ServerFields control={form.control} hasPassword={server?.username != null} />
        <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
          <Button type="submit" loading={isPending}>
            Save server
          </Button>
          {server !== null && (
            <Button variant="outlined" color="inherit" onClick={() => setAsking(true)}>
              Remove server
            </Button>
          )}
        </Stack>
      </Stack>
      {isAsking && (
        <ConfirmDialog
          title="Remove the mail server?"
          confirmLabel="Remove"
          isDangerous
          isPending={isPending}
          onConfirm={() => save({ server: null })}
          onClose={() => setAsking(false)}
        >
          Its password is forgotten. Mail that waits leaves by the server of this installation.
        </ConfirmDialog>
      )}
    </SettingsCard>
  );
}

function describe({ server }: MailAccount): string {
  return server === null ? 'no own server.' : `${server.host}, port ${String(server.port)}.`;
}
