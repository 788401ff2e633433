import {
  type MailAccount,
  mailSecurities,
  type MailSecurity,
  type updateMailAccount,
  updateMailAccountBody,
} from '@handover/contract/conversations/mail-account.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactElement, useState } from 'react';
import { type Control, useForm } from 'react-hook-form';
import { pick } from 'zod/mini';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';
import { useIsDirty } from '#shared/forms/use-is-dirty.ts';
import { useUnsavedGuard } from '#shared/forms/use-unsaved-guard.tsx';
import { ConflictNotice, discardTyped, keepTyped } from '#shared/forms/versioned-save.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useSaveMail } from './mail.queries.ts';

const paths = [
  'server.host',
  'server.port',
  'server.security',
  'server.username',
  'server.password',
] as const;

const judge = createBodyResolver<ServerValues>(pick(updateMailAccountBody, { server: true }), toServerBody);

const deliveries = {
  own: { tone: 'success', text: 'Your server' },
  installation: { tone: 'info', text: 'Shared server' },
  none: { tone: 'warning', text: 'Email is off' },
} as const;

/** The server that sends mail to customers. */
export function ServerCard({ account }: { account: MailAccount }): ReactElement {
  const { server, delivery } = account;
  const [isAsking, setAsking] = useState(false);
  const values = toServerValues(account);
  const form = useForm<ServerValues>({ resolver: judge, values, resetOptions: keepTyped });
  const { version } = useFormBasis({
    latest: { version: account.version, values },
    typed: form.getValues,
  });
  const { save, isPending, conflict } = useSaveMail({
    version,
    done: 'Mail server saved',
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
  const guard = useUnsavedGuard(useIsDirty(form));
  return (
    <SettingsCard
      title="Mail server"
      text="Email to customers is sent through your own SMTP server, or the installation’s server if you have none. Invitations and reminders always use the installation’s server."
      actions={<StatusLabel tone={deliveries[delivery].tone}>{deliveries[delivery].text}</StatusLabel>}
    >
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit((typed) => save(toServerBody(typed)))}
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
      {guard}
      {isAsking && (
        <ConfirmDialog
          title="Remove the mail server?"
          confirmLabel="Remove"
          isDangerous
          isPending={isPending}
          onConfirm={() => save({ server: null })}
          onClose={() => setAsking(false)}
        >
          Its password is deleted. Queued email is sent through the installation’s server.
        </ConfirmDialog>
      )}
    </SettingsCard>
  );
}

function describe({ server }: MailAccount): string {
  return server === null ? 'none.' : `${server.host}, port ${String(server.port)}.`;
}

const securityNames = {
  starttls: 'STARTTLS (usually port 587)',
  tls: 'TLS (usually port 465)',
  none: 'None',
} as const satisfies Record<MailSecurity, string>;

interface ServerFieldsProps {
  control: Control<ServerValues>;
  /** Whether a password is stored. */
  hasPassword: boolean;
}

/** The server's address and sign-in. */
function ServerFields({ control, hasPassword }: ServerFieldsProps): ReactElement {
  const row = {
    direction: { xs: 'column', sm: 'row' },
    spacing: 2,
    sx: { alignItems: 'flex-start' },
  } as const;
  return (
    <>
      <Stack {...row}>
        <FormTextField
          control={control}
          name="server.host"
          label="Host"
          placeholder="smtp.example.com"
          autoComplete="off"
        />
        <FormTextField
          control={control}
          name="server.port"
          label="Port"
          inputMode="numeric"
          autoComplete="off"
          sx={{ maxWidth: { sm: 120 } }}
        />
      </Stack>
      <FormSelect control={control} name="server.security" label="Encryption">
        {mailSecurities.map((security) => (
          <option key={security} value={security}>
            {securityNames[security]}
          </option>
        ))}
      </FormSelect>
      <Stack {...row}>
        <FormTextField
          control={control}
          name="server.username"
          label="Username"
          hint="Leave empty if the server needs no sign-in"
          autoComplete="off"
        />
        <FormTextField
          control={control}
          name="server.password"
          type="password"
          label="Password"
          hint={
            hasPassword ? 'Stored encrypted. Leave empty to keep the current password.' : 'Stored encrypted'
          }
          autoComplete="new-password"
        />
      </Stack>
    </>
  );
}

/** Form values as text. */
interface ServerValues {
  server: { host: string; port: string; security: MailSecurity; username: string; password: string };
}

/** Initial values; a stored password is not returned, and an empty field keeps it. */
function toServerValues({ server }: Pick<MailAccount, 'server'>): ServerValues {
  return {
    server: {
      host: server?.host ?? '',
      port: String(server?.port ?? 587),
      security: server?.security ?? 'starttls',
      username: server?.username ?? '',
      password: '',
    },
  };
}

/** The server as the contract's input. */
function toServerBody({
  server: { host, port, security, username, password },
}: ServerValues): Pick<BodyInput<typeof updateMailAccount>, 'server'> {
  return {
    server: {
      host,
      port: Number(port),
      security,
      username: username.trim() === '' ? null : username,
      ...(password !== '' && { password }),
    },
  };
}
