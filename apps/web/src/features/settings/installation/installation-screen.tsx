import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { BackupsCard } from './backups-card.tsx';
import { installationQuery, useSaveInstallation, type InstallationChange } from './installation.queries.ts';
import {
  removeInstallationLogo,
  setInstallationLogo,
  updateInstallationBody,
  type InstallationSettings,
} from '@handover/contract/installation/installation-settings.ts';
import { send } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { loadInstallation } from '#shared/installation/installation.ts';
import { fitLogo } from '#shared/photos/shrink-photo.ts';
import { LogoField } from '../setting-fields.tsx';
import styles from './installation-screen.module.css';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import { omit } from 'zod/mini';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { ConflictNotice, discardTyped, keepTyped } from '#shared/forms/versioned-save.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { SuperadminsCard } from './superadmins-card.tsx';
import { FormStatus } from '#shared/forms/form-status.tsx';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';

export default function InstallationScreen(): ReactElement {
  return (
    <>
      <Brand />
      <SuperadminsCard />
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
        title="The installation settings could not be loaded"
        text={getErrorMessage(installation.error)}
        onRetry={() => void installation.refetch()}
      />
    );
  return <BrandCard installation={installation.data} />;
}

export function InstallationLogo({ logoUrl }: Pick<InstallationSettings, 'logoUrl'>): ReactElement {
  const client = useQueryClient();
  return (
    <LogoField<{ installation: InstallationSettings }>
      preview={
        <div className={styles['frame']}>
          {logoUrl === null ? (
            'Default logo'
          ) : (
            <img src={logoUrl} alt="Current logo" className={styles['logo']} />
          )}
        </div>
      }
      hasLogo={logoUrl !== null}
      hint="Wide or square, PNG, JPEG, or WebP, up to 5 MB"
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

const resolver = createBodyResolver<BrandValues>(
  omit(updateInstallationBody, { version: true }),
  toBrandChange,
);
const fields = ['name', 'tagline', 'supportEmail', 'supportPhone', 'publicWorkspaceId'] as const;
const row = { direction: { xs: 'column', sm: 'row' }, spacing: 2, sx: { alignItems: 'flex-start' } } as const;

function BrandCard({ installation }: { installation: InstallationSettings }): ReactElement {
  const values = toBrandValues(installation);
  const form = useForm<BrandValues>({ resolver, values, resetOptions: keepTyped });
  const basis = useFormBasis({
    latest: { version: installation.version, values },
    draft: 'brokerage',
    typed: form.getValues,
  });
  const { save, isPending, conflict } = useSaveInstallation({
    version: basis.version,
    done: 'Brokerage saved',
    onRecord: (record) => form.reset(toBrandValues(record), discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, fields),
  });
  const { control } = form;
  return (
    <SettingsCard
      title="Brokerage"
      text="Shown on sign-in, in the header, and on public pages of every workspace."
    >
      <InstallationLogo logoUrl={installation.logoUrl} />
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit((typed) => save(toBrandChange(typed)))}
      >
        <FormStatus form={form} draft="brokerage" basis={basis} />
        <ConflictNotice conflict={conflict} theirs={(one) => `${one.name}, “${one.tagline}”.`} />
        <FormTextField control={control} name="name" label="Name" autoComplete="organization" />
        <FormTextField
          control={control}
          name="tagline"
          label="Tagline"
          hint="Shown in the blog feed"
          autoComplete="off"
        />
        <Stack {...row}>
          <FormTextField
            control={control}
            name="supportEmail"
            type="email"
            label="Contact email"
            hint="Shown in the help panel and on public pages"
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
          label="Public workspace"
          hint="Its blog is public, and new inquiries go to it."
        >
          <option value="">Oldest workspace</option>
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
    </SettingsCard>
  );
}

/** Form values: text for every input, empty for null. */
interface BrandValues {
  name: string;
  tagline: string;
  supportEmail: string;
  supportPhone: string;
  publicWorkspaceId: string;
}

function toBrandValues(one: InstallationSettings): BrandValues {
  return {
    name: one.name,
    tagline: one.tagline,
    supportEmail: one.supportEmail ?? '',
    supportPhone: one.supportPhone ?? '',
    publicWorkspaceId: one.publicWorkspaceId ?? '',
  };
}

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
    supportEmail: emptyToNull(supportEmail),
    supportPhone: emptyToNull(supportPhone),
    publicWorkspaceId: emptyToNull(publicWorkspaceId),
  };
}

function emptyToNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
