import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { BackupsCard } from './backups-card.tsx';
import { installationQuery, useSaveInstallation, type InstallationChange } from './installation.queries.ts';
import {
  removeInstallationLogo,
  setInstallationLogo,
  updateInstallationBody,
  type InstallationSettings,
} from '@handover/contract/installation-settings.ts';
import { send } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { loadInstallation } from '#shared/installation/installation.ts';
import { fitLogo } from '#shared/photos/fit-logo.ts';
import { LogoField } from '../setting-fields.tsx';
import styles from './installation-screen.module.css';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import { omit } from 'zod/mini';
import { bodyResolver } from '#shared/forms/body-resolver.ts';
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { useUnsavedGuard } from '#shared/forms/use-unsaved-guard.tsx';
import { ConflictNotice, discardTyped, keepTyped } from '../versioned-save.tsx';
import { SettingsCard } from '../settings-card.tsx';

/** The brokerage itself and the backups of everything, for superadmins. */
export default function InstallationScreen(): ReactElement {
  return (
    <>
      <Brand />
      <BackupsCard />
    </>
  );
}

function Brand(): ReactElement {
  const installation = useQuery(installationQuery());
  if (installation.isPending) return <ListSkeleton columns={['40%', '60%']} rows={6} rowHeight={72} />;
  if (installation.data === undefined)
    return (
      <FailedState
        title="The installation’s settings could not be loaded"
        text={messageOf(installation.error)}
        onRetry={() => void installation.refetch()}
      />
    );
  return <BrandCard installation={installation.data} />;
}

/** The brokerage's logo in the size of the header. */
export function InstallationLogo({ logoUrl }: Pick<InstallationSettings, 'logoUrl'>): ReactElement {
  const client = useQueryClient();
  return (
    <LogoField<{ installation: InstallationSettings }>
      preview={
        <div className={styles['frame']}>
          {logoUrl === null ? (
            'The built-in mark'
          ) : (
            <img src={logoUrl} alt="Logo of now" className={styles['logo']} />
          )}
        </div>
      }
      hasLogo={logoUrl !== null}
      hint="Wide or square, PNG, JPEG or WebP, up to 5 MB"
      shrink={fitLogo}
      upload={(file) => uploadWithProgress(setInstallationLogo, { file })}
      remove={() => send(removeInstallationLogo)}
      onChanged={({ installation }) => {
        client.setQueryData(installationQuery().queryKey, installation);
        void loadInstallation();
      }}
    />
  );
}

const judge = bodyResolver<BrandValues>(omit(updateInstallationBody, { version: true }), toBrandChange);
const fields = ['name', 'tagline', 'supportEmail', 'supportPhone', 'publicWorkspaceId'] as const;
const row = { direction: { xs: 'column', sm: 'row' }, spacing: 2, sx: { alignItems: 'flex-start' } } as const;

/** What the public pages show, and which workspace hears from them. */
function BrandCard({ installation }: { installation: InstallationSettings }): ReactElement {
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

/** The brand as the form holds it: text for every input, empty where there is nothing. */
interface BrandValues {
  name: string;
  tagline: string;
  supportEmail: string;
  supportPhone: string;
  publicWorkspaceId: string;
}

/** What the form starts with. */
function toBrandValues(one: InstallationSettings): BrandValues {
  return {
    name: one.name,
    tagline: one.tagline,
    supportEmail: one.supportEmail ?? '',
    supportPhone: one.supportPhone ?? '',
    publicWorkspaceId: one.publicWorkspaceId ?? '',
  };
}

/** The brand as the contract takes it. */
function toBrandChange({
  name,
  tagline,
  supportEmail,
  supportPhone,
  publicWorkspaceId,
}: BrandValues): InstallationChange {
  return {
    name,
    tagline,
    supportEmail: orNull(supportEmail),
    supportPhone: orNull(supportPhone),
    publicWorkspaceId: orNull(publicWorkspaceId),
  };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
