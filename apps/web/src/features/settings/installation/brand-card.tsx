import {
  updateInstallationBody,
  type InstallationSettings,
} from '@handover/contract/installation-settings.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { omit } from 'zod/mini';
import { bodyResolver } from '#shared/forms/body-resolver.ts';
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { useUnsavedGuard } from '#shared/forms/use-unsaved-guard.tsx';
import { ConflictNotice } from '../save/conflict-notice.tsx';
import { discardTyped, keepTyped } from '../save/typed.ts';
import { SettingsCard } from '../settings-card.tsx';
import { toBrandChange, toBrandValues, type BrandValues } from './brand-form.ts';
import { InstallationLogo } from './installation-logo.tsx';
import { useSaveInstallation } from './use-save-installation.ts';

const judge = bodyResolver<BrandValues>(omit(updateInstallationBody, { version: true }), toBrandChange);
const fields = ['name', 'tagline', 'supportEmail', 'supportPhone', 'publicWorkspaceId'] as const;
const row = { direction: { xs: 'column', sm: 'row' }, spacing: 2, sx: { alignItems: 'flex-start' } } as const;

/** What the public pages show, and which workspace hears from them. */
export function BrandCard({ installation }: { installation: InstallationSettings }): ReactElement {
  const form = useForm<BrandValues>({
    resolver: judge,
    values: toBrandValues(installation),
    resetOptions: keepTyped,
  });
  const { save, isPending, conflict } = useSaveInstallation({
    version: installation.version,
    done: 'The brokerage is saved',
    onRecord: (record) => form.reset(toBrandValues(record), discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, fields),
  });
  const { control, formState } = form;
  const guard = useUnsavedGuard(formState.isDirty);
  return (
    <SettingsCard title="Brokerage" text="What sign-in, header and public pages show in every workspace.">
      <InstallationLogo logoUrl={installation.logoUrl} />
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit((values) => save(toBrandChange(values)))}
      >
        {formState.errors.root !== undefined && (
          <Alert severity="error">{formState.errors.root.message}</Alert>
        )}
        <ConflictNotice conflict={conflict} theirs={(one) => `${one.name}, “${one.tagline}”.`} />
        <FormTextField control={control} name="name" label="Name" autoComplete="organization" />
        <FormTextField
          control={control}
          name="tagline"
          label="Tagline"
          hint="In the feed of the blog"
          autoComplete="off"
        />
        <Stack {...row}>
          <FormTextField
            control={control}
            name="supportEmail"
            type="email"
            label="Contact e-mail"
            hint="In the help panel and on public pages"
            autoComplete="off"
          />
          <FormTextField
            control={control}
            name="supportPhone"
            type="tel"
            label="Contact phone"
            autoComplete="off"
          />
        </Stack>
        <FormSelect
          control={control}
          name="publicWorkspaceId"
          label="Workspace of the public pages"
          hint="Its posts are shown, and leads go there"
        >
          <option value="">The oldest one</option>
          {installation.workspaces.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FormSelect>
        <div>
          <Button type="submit" loading={isPending}>
            Save brokerage
          </Button>
        </div>
      </Stack>
      {guard}
    </SettingsCard>
  );
}
