import { useState, type ReactElement } from 'react';
import { UsageCard } from './usage-card.tsx';
import { useSaveWorkspace, WorkspaceLoaded, workspaceQuery } from './workspace-settings.tsx';
import {
  removeWorkspaceLogo,
  setWorkspaceLogo,
  updateWorkspaceBody,
  type WorkspaceSettings,
} from '@handover/contract/settings/workspace-settings.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import { pick, required } from 'zod/mini';
import { applyServerErrors } from '#shared/forms/form-validation.ts';
import { CurrencyOptions, LogoField, TimeZoneOptions, formatTimeZone } from '../setting-fields.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { ConflictNotice, discardTyped, keepTyped } from '#shared/forms/versioned-save.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { LicenseList } from '#shared/licenses/license-list.tsx';
import { FormStatus } from '#shared/forms/form-status.tsx';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';

export default function WorkspaceScreen(): ReactElement {
  return (
    <WorkspaceLoaded>
      {(workspace) => (
        <>
          <DetailsCard workspace={workspace} />
          <LicensesCard />
          <UsageCard />
          <AnnouncementCard workspace={workspace} />
        </>
      )}
    </WorkspaceLoaded>
  );
}

/** The brokerage's own licenses, by state. */
function LicensesCard(): ReactElement {
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsCard
      title="Licenses"
      text="The brokerage’s licenses. Administrators are reminded before one expires."
      actions={
        <Button variant="outlined" color="inherit" onClick={() => setAdding(true)}>
          Add license
        </Button>
      }
    >
      <LicenseList
        businessId={null}
        canUpdate
        isAdding={isAdding}
        onAdded={() => setAdding(false)}
        nothing="No licenses yet"
      />
    </SettingsCard>
  );
}

const detailsSchema = pick(updateWorkspaceBody, {
  name: true,
  timeZone: true,
  currency: true,
  postalAddress: true,
});
const fields = ['name', 'timeZone', 'currency', 'postalAddress'] as const;

function DetailsCard({ workspace }: { workspace: WorkspaceSettings }): ReactElement {
  const { name, logoUrl, timeZone, version } = workspace;
  const values = toValues(workspace);
  const form = useForm({
    resolver: zodResolver(detailsSchema),
    values,
    resetOptions: keepTyped,
  });
  const basis = useFormBasis({ latest: { version, values }, draft: 'workspace', typed: form.getValues });
  const { save, isPending, conflict } = useSaveWorkspace({
    version: basis.version,
    done: 'Workspace saved',
    onRecord: (record) => form.reset(toValues(record), discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, fields),
  });
  const { control } = form;
  return (
    <SettingsCard
      title="Workspace"
      text="The name and logo everyone sees, and the address, time zone, and currency of your office."
    >
      <WorkspaceLogo name={name} logoUrl={logoUrl} />
      <Stack component="form" noValidate spacing={2.5} onSubmit={form.handleSubmit((typed) => save(typed))}>
        <FormStatus form={form} draft="workspace" basis={basis} />
        <ConflictNotice
          conflict={conflict}
          theirs={(one) =>
            [one.name, formatTimeZone(one.timeZone), one.currency, one.postalAddress]
              .filter(Boolean)
              .join(', ')
          }
        />
        <FormTextField control={control} name="name" label="Name" autoComplete="organization" />
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
          <FormSelect control={control} name="timeZone" label="Time zone" hint="Used for due dates">
            <TimeZoneOptions chosen={timeZone} />
          </FormSelect>
          <FormSelect control={control} name="currency" label="Currency" hint="For new businesses">
            <CurrencyOptions />
          </FormSelect>
        </Stack>
        <FormTextField
          control={control}
          name="postalAddress"
          label="Postal address"
          hint="Shown at the end of bulk email, as the law requires"
          multiline
          minRows={2}
          autoComplete="street-address"
        />
        <div>
          <Button type="submit" loading={isPending}>
            Save workspace
          </Button>
        </div>
      </Stack>
    </SettingsCard>
  );
}

function toValues({ name, timeZone, currency, postalAddress }: WorkspaceSettings) {
  return { name, timeZone, currency, postalAddress };
}

function WorkspaceLogo({ name, logoUrl }: Pick<WorkspaceSettings, 'name' | 'logoUrl'>): ReactElement {
  const client = useQueryClient();
  const { refresh: refreshProfile } = useSessionActions();
  return (
    <LogoField<{ workspace: WorkspaceSettings }>
      preview={<Avatar name={name} photoUrl={logoUrl} size={64} isSquare />}
      hasLogo={logoUrl !== null}
      hint="Square, PNG, JPEG, or WebP, up to 5 MB"
      upload={(file) => uploadWithProgress(setWorkspaceLogo, { file })}
      remove={() => send(removeWorkspaceLogo)}
      onChanged={({ workspace }) => {
        client.setQueryData(workspaceQuery().queryKey, workspace);
        void refreshProfile();
      }}
    />
  );
}

const announcementSchema = required(pick(updateWorkspaceBody, { announcement: true }));

export function AnnouncementCard({ workspace }: { workspace: WorkspaceSettings }): ReactElement {
  const published = workspace.announcement;
  const values = { announcement: published ?? '' };
  const form = useForm({
    resolver: zodResolver(announcementSchema),
    values,
    resetOptions: keepTyped,
  });
  const basis = useFormBasis({
    latest: { version: workspace.version, values },
    draft: 'announcement',
    typed: form.getValues,
  });
  const { save, isPending, conflict } = useSaveWorkspace({
    version: basis.version,
    done: 'Announcement updated',
    onRecord: ({ announcement }) => form.reset({ announcement: announcement ?? '' }, discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, ['announcement']),
  });
  return (
    <SettingsCard
      title="Announcement"
      text={
        published === null
          ? 'Shows a message in everyone’s header.'
          : 'This message is in everyone’s header now.'
      }
    >
      <Stack component="form" noValidate spacing={2.5} onSubmit={form.handleSubmit((typed) => save(typed))}>
        <FormStatus form={form} draft="announcement" basis={basis} />
        <ConflictNotice conflict={conflict} theirs={(one) => one.announcement ?? 'no announcement.'} />
        <FormTextField
          control={form.control}
          name="announcement"
          label="Text"
          hint="One line, up to 300 characters"
          autoComplete="off"
        />
        <Stack direction="row" spacing={1}>
          <Button type="submit" loading={isPending}>
            Publish
          </Button>
          {published !== null && (
            <Button variant="outlined" color="inherit" onClick={() => save({ announcement: null })}>
              Remove announcement
            </Button>
          )}
        </Stack>
      </Stack>
    </SettingsCard>
  );
}
