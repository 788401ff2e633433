import {
  connectImapAccount,
  connectImapBody,
  type ImapAccount,
  type ImapOwner,
} from '@handover/contract/conversations/imap-accounts.ts';
import { mailSecurities, type MailSecurity } from '@handover/contract/conversations/mail-account.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Control, useForm } from 'react-hook-form';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { applyServerErrors, createBodyResolver, submitAndWait } from '#shared/forms/form-validation.ts';
import { useUnsavedGuard } from '#shared/forms/use-unsaved-guard.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { imapAccountQuery } from './imap.queries.ts';

const paths = ['host', 'port', 'security', 'username', 'password', 'address'] as const;
const judge = createBodyResolver<ConnectValues>(connectImapBody, toConnectBody);

const securityNames = {
  tls: 'TLS (usually port 993)',
  starttls: 'STARTTLS (usually port 143)',
  none: 'None (on this machine only)',
} as const satisfies Record<MailSecurity, string>;

const row = {
  direction: { xs: 'column', sm: 'row' },
  spacing: 2,
  sx: { alignItems: 'flex-start' },
} as const;

interface ConnectFormProps {
  of: ImapOwner;
  account: ImapAccount | null;
  /** Called when the connection test has started. */
  onTesting: () => void;
  onCancel: () => void;
}

/** Mailbox server and credentials; saving starts the connection test. */
export function ConnectForm({ of, account, onTesting, onCancel }: ConnectFormProps): ReactElement {
  const client = useQueryClient();
  const { email } = useUser();
  const form = useForm<ConnectValues>({
    resolver: judge,
    defaultValues: toConnectValues(account, of === 'me' ? email : ''),
  });
  const connect = useMutation({
    mutationFn: (values: ConnectValues) =>
      send(connectImapAccount, { params: { of }, body: toConnectBody(values) }),
    onSuccess: ({ imapAccount }) => {
      client.setQueryData(imapAccountQuery(of).queryKey, imapAccount);
      onTesting();
    },
    onError: (error) => applyServerErrors(error, form.setError, paths),
  });
  const { errors, isDirty } = form.formState;
  const { root } = errors;
  const guard = useUnsavedGuard(isDirty);
  return (
    <Stack
      component="form"
      noValidate
      aria-label="IMAP server"
      spacing={2.5}
      onSubmit={form.handleSubmit(submitAndWait(connect.mutateAsync))}
    >
      {guard}
      {root !== undefined && <Alert severity="error">{root.message}</Alert>}
      <PlaceFields control={form.control} />
      <SignInFields control={form.control} hasPassword={account !== null} />
      {of === 'me' && (
        <FormTextField
          control={form.control}
          name="address"
          type="email"
          label="Email address"
          hint="Your replies are sent from this address"
          autoComplete="email"
        />
      )}
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <Button type="submit" loading={connect.isPending}>
          Test connection
        </Button>
        <Button variant="outlined" color="inherit" onClick={onCancel}>
          Cancel
        </Button>
      </Stack>
    </Stack>
  );
}

function PlaceFields({ control }: { control: Control<ConnectValues> }): ReactElement {
  return (
    <>
      <Stack {...row}>
        <FormTextField
          control={control}
          name="host"
          label="Host"
          placeholder="imap.example.com"
          autoComplete="off"
        />
        <FormTextField
          control={control}
          name="port"
          label="Port"
          inputMode="numeric"
          autoComplete="off"
          sx={{ maxWidth: { sm: 120 } }}
        />
      </Stack>
      <FormSelect control={control} name="security" label="Encryption">
        {mailSecurities.map((security) => (
          <option key={security} value={security}>
            {securityNames[security]}
          </option>
        ))}
      </FormSelect>
    </>
  );
}

function SignInFields({
  control,
  hasPassword,
}: {
  control: Control<ConnectValues>;
  hasPassword: boolean;
}): ReactElement {
  return (
    <Stack {...row}>
      <FormTextField control={control} name="username" label="Username" autoComplete="off" />
      <FormTextField
        control={control}
        name="password"
        type="password"
        label="Password"
        hint={
          hasPassword
            ? 'Stored encrypted. Leave empty to keep the current password.'
            : 'Stored encrypted. Many providers require an app password.'
        }
        autoComplete="new-password"
      />
    </Stack>
  );
}

/** The server as form values: text for every input. */
interface ConnectValues {
  host: string;
  port: string;
  security: MailSecurity;
  username: string;
  password: string;
  /** Empty for the workspace's mailbox, whose address is set together with its sender. */
  address: string;
}

/** Initial values. A stored password is not returned; leaving the field empty keeps it. */
function toConnectValues(account: ImapAccount | null, ownAddress: string): ConnectValues {
  return {
    host: account?.host ?? '',
    port: String(account?.port ?? 993),
    security: account?.security ?? 'tls',
    username: account?.username ?? ownAddress,
    password: '',
    address: account === null || ownAddress === '' ? ownAddress : account.address,
  };
}

/** The server as the contract's input. */
function toConnectBody({
  port,
  password,
  address,
  ...place
}: ConnectValues): BodyInput<typeof connectImapAccount> {
  return {
    ...place,
    port: Number(port),
    ...(password !== '' && { password }),
    ...(address !== '' && { address }),
  };
}
