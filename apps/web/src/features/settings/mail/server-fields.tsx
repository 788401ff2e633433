import { mailSecurities, type MailSecurity } from '@handover/contract/mail-account.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import Stack from '@mui/material/Stack';
import type { ReactElement } from 'react';
import type { Control } from 'react-hook-form';
import type { ServerValues } from './server-form.ts';

const securityNames = {
  starttls: 'STARTTLS (usually port 587)',
  tls: 'TLS from the start (usually port 465)',
  none: 'None',
} as const satisfies Record<MailSecurity, string>;

interface ServerFieldsProps {
  control: Control<ServerValues>;
  /** Whether a password is stored. */
  hasPassword: boolean;
}

/** Where the server is, and how to sign in to it. */
export function ServerFields({ control, hasPassword }: ServerFieldsProps): ReactElement {
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
          label="User name"
          hint="Empty for a server without sign-in"
          autoComplete="off"
        />
        <FormTextField
          control={control}
          name="server.password"
          type="password"
          label="Password"
          hint={
            hasPassword ? 'Stored, never shown. Leave empty to keep it.' : 'Stored encrypted, never shown'
          }
          autoComplete="new-password"
        />
      </Stack>
    </>
  );
}
