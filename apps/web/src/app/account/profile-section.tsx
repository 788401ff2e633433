import { updateProfile, updateProfileBody } from '@handover/contract/auth.ts';
import type { BodyInput } from '@handover/contract/endpoint.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '../../shared/api/client.ts';
import { applyServerErrors } from '../../shared/forms/apply-server-errors.ts';
import { useSessionActions, useUser } from '../../shared/session/session-context.tsx';
import { AccountSection } from './account-section.tsx';
import { OwnPhoto } from './own-photo.tsx';

type ProfileValues = BodyInput<typeof updateProfile>;

/** Name and e-mail address. */
export function ProfileSection(): ReactElement {
  const user = useUser();
  const { setUser } = useSessionActions();
  const toasts = useToasts();
  const form = useForm<ProfileValues>({
    resolver: zodResolver(updateProfileBody),
    values: { displayName: user.displayName, version: user.version },
  });
  const save = useMutation({
    mutationFn: (body: ProfileValues) => send(updateProfile, { body }),
    onSuccess: (answer) => {
      setUser(answer.user);
      toasts.done('Your profile is saved');
    },
    onError: (error) => applyServerErrors(error, form.setError, ['displayName']),
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
        <LabelledInput
          label="E-mail"
          value={user.email}
          readOnly
          autoComplete="username"
          hint="You sign in with this address."
        />
        <div>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </div>
      </Stack>
    </AccountSection>
  );
}
