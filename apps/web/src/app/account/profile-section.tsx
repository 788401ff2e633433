import { updateProfile, updateProfileBody } from '@handover/contract/auth.ts';
import type { BodyInput } from '@handover/contract/endpoint.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { bodyResolver } from '#shared/forms/body-resolver.ts';
import { useSessionActions, useUser } from '#shared/session/session-context.tsx';
import { AccountSection } from './account-section.tsx';
import { EmailAddress } from './email/email-address.tsx';
import { OwnPhoto } from './own-photo.tsx';

type ProfileBody = BodyInput<typeof updateProfile>;
interface ProfileValues {
  displayName: string;
  /** Empty for none. */
  phone: string;
  version: number;
}

const toBody = ({ phone, ...rest }: ProfileValues): ProfileBody => ({
  ...rest,
  phone: phone.trim() === '' ? null : phone.trim(),
});
const judge = bodyResolver<ProfileValues>(updateProfileBody, toBody);

/** Name and e-mail address. */
export function ProfileSection(): ReactElement {
  const user = useUser();
  const { setUser } = useSessionActions();
  const toasts = useToasts();
  const form = useForm<ProfileValues>({
    resolver: judge,
    values: { displayName: user.displayName, phone: user.phone ?? '', version: user.version },
  });
  const save = useMutation({
    mutationFn: (values: ProfileValues) => send(updateProfile, { body: toBody(values) }),
    onSuccess: (answer) => {
      setUser(answer.user);
      toasts.done('Your profile is saved');
    },
    onError: (error) => applyServerErrors(error, form.setError, ['displayName', 'phone']),
  });

  return (
    <AccountSection title="Profile" text="How others see you in this workspace.">
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit((values) => save.mutate(values))}
      >
        {form.formState.errors.root !== undefined && (
          <Alert severity="error">{form.formState.errors.root.message}</Alert>
        )}
        <OwnPhoto />
        <FormTextField control={form.control} name="displayName" label="Name" autoComplete="name" />
        <FormTextField
          control={form.control}
          name="phone"
          label="Phone"
          type="tel"
          autoComplete="tel"
          hint="Stands in e-mails to your customers where a template asks for it."
        />
        <EmailAddress />
        <div>
          <Button type="submit" loading={save.isPending}>
            Save profile
          </Button>
        </div>
      </Stack>
    </AccountSection>
  );
}
