import { updateMailAccountBody, type MailAccount } from '@handover/contract/mail-account.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { pick, required } from 'zod/mini';
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { ConflictNotice, discardTyped, keepTyped } from '../versioned-save.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useSaveMail } from './use-save-mail.ts';

const schema = required(pick(updateMailAccountBody, { name: true, address: true }));

/** Who mail to customers is from. */
export function SenderCard({ account }: { account: MailAccount }): ReactElement {
  const { name, address, sentAs, version } = account;
  const form = useForm({
    resolver: zodResolver(schema),
    values: { name, address },
    resetOptions: keepTyped,
  });
  const { save, isPending, conflict } = useSaveMail({
    version,
    done: 'The sender is saved',
    onRecord: (record) => form.reset({ name: record.name, address: record.address }, discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, ['name', 'address']),
  });
  const { control, formState } = form;
  return (
    <SettingsCard title="Sender" text="What customers read as From, and where their replies go.">
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
            hint={sentAs === address ? undefined : `Cannot be reached yet, so mail leaves as ${sentAs}`}
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
