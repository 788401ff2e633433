import { profile, updateProfile, updateProfileBody, type Profile } from '@handover/contract/auth/auth.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useRef, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { omit } from 'zod/mini';
import { ConflictNotice, discardTyped, keepTyped, useVersionedSave } from '#shared/forms/versioned-save.tsx';
import { send } from '#shared/api/client.ts';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';
import { useIsDirty } from '#shared/forms/use-is-dirty.ts';
import { useUnsavedGuard } from '#shared/forms/use-unsaved-guard.tsx';
import { useSessionActions, useUser } from '#shared/session/session-context.tsx';
import { AccountSection } from './account-section.tsx';
import { EmailAddress } from './email-address.tsx';
import { removeOwnPhoto, setOwnPhoto } from '@handover/contract/records/photos.ts';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import Box from '@mui/material/Box';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { photoAccept, usePhoto } from '#shared/photos/photo-input.tsx';

type ProfileChange = Omit<BodyInput<typeof updateProfile>, 'version'>;
interface ProfileValues {
  displayName: string;
  /** Empty for null. */
  phone: string;
}

const toValues = ({ displayName, phone }: Profile): ProfileValues => ({ displayName, phone: phone ?? '' });
const toChange = ({ displayName, phone }: ProfileValues): ProfileChange => ({
  displayName,
  phone: phone.trim() === '' ? null : phone.trim(),
});
const judge = createBodyResolver<ProfileValues>(omit(updateProfileBody, { version: true }), toChange);

export function ProfileSection(): ReactElement {
  const user = useUser();
  const { setUser } = useSessionActions();
  const values = toValues(user);
  const form = useForm<ProfileValues>({ resolver: judge, values, resetOptions: keepTyped });
  const { version } = useFormBasis({ latest: { version: user.version, values }, typed: form.getValues });
  const { save, isPending, conflict } = useVersionedSave({
    version,
    record: profile,
    write: async (change: ProfileChange, version) =>
      (await send(updateProfile, { body: { ...change, version } })).user,
    onRecord: (saved) => {
      setUser(saved);
      form.reset(toValues(saved), discardTyped);
    },
    done: 'Profile saved',
    onError: (error) => applyServerErrors(error, form.setError, ['displayName', 'phone']),
  });
  const guard = useUnsavedGuard(useIsDirty(form));

  return (
    <AccountSection title="Profile" text="How others see you in this workspace.">
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit((typed) => save(toChange(typed)))}
      >
        {form.formState.errors.root !== undefined && (
          <Alert severity="error">{form.formState.errors.root.message}</Alert>
        )}
        <ConflictNotice
          conflict={conflict}
          theirs={(one) => [one.displayName, one.phone].filter(Boolean).join(', ')}
        />
        <OwnPhoto />
        <FormTextField control={form.control} name="displayName" label="Name" autoComplete="name" />
        <FormTextField
          control={form.control}
          name="phone"
          label="Phone"
          type="tel"
          autoComplete="tel"
          hint={
            user.role === 'CLIENT'
              ? 'Your broker can see it.'
              : 'Used in emails to customers if a template includes it.'
          }
        />
        <EmailAddress />
        <div>
          <Button type="submit" loading={isPending}>
            Save profile
          </Button>
        </div>
      </Stack>
      {guard}
    </AccountSection>
  );
}

export function OwnPhoto(): ReactElement {
  const { displayName, photoURL } = useUser();
  const { setUser } = useSessionActions();
  const photo = usePhoto<{ user: Profile }>({
    upload: (file) => uploadWithProgress(setOwnPhoto, { file }),
    remove: () => send(removeOwnPhoto),
    onChanged: ({ user }) => setUser(user),
  });
  const change = useRef<HTMLButtonElement>(null);
  const remove = (): void => {
    photo.remove();
    // The pressed button disappears with the photo.
    change.current?.focus();
  };
  return (
    <Stack direction="row" spacing={2} sx={{ alignItems: 'center' }}>
      <Box sx={{ display: 'flex', opacity: photo.isPending ? 0.5 : 1 }}>
        <Avatar name={displayName} photoUrl={photoURL} size={64} />
      </Box>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <FileButton
          ref={change}
          variant="outlined"
          color="inherit"
          accept={photoAccept}
          onFiles={photo.choose}
        >
          {photoURL === null ? 'Add photo' : 'Change photo'}
        </FileButton>
        {photoURL !== null && (
          <Button variant="text" color="inherit" disabled={photo.isPending} onClick={remove}>
            Remove photo
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
