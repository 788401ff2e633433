import { updateWorkspaceBody, type WorkspaceSettings } from '@handover/contract/workspace-settings.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { pick } from 'zod/mini';
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { CurrencyOptions, TimeZoneOptions } from '../options.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useUnsavedGuard } from '#shared/forms/use-unsaved-guard.tsx';
import { ConflictNotice } from '../save/conflict-notice.tsx';
import { discardTyped, keepTyped } from '../save/typed.ts';
import { useSaveWorkspace } from './use-save-workspace.ts';
import { WorkspaceLogo } from './workspace-logo.tsx';

const schema = pick(updateWorkspaceBody, { name: true, timeZone: true, currency: true });
const fields = ['name', 'timeZone', 'currency'] as const;

/** Name, logo, time zone and currency. */
export function DetailsCard({ workspace }: { workspace: WorkspaceSettings }): ReactElement {
  const { name, logoUrl, timeZone, version } = workspace;
  const form = useForm({
    resolver: zodResolver(schema),
    values: valuesOf(workspace),
    resetOptions: keepTyped,
  });
  const { save, isPending, conflict } = useSaveWorkspace({
    version,
    done: 'The workspace is saved',
    onRecord: (record) => form.reset(valuesOf(record), discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, fields),
  });
  const { control, formState } = form;
  const guard = useUnsavedGuard(formState.isDirty);
  return (
    <SettingsCard title="Workspace" text="What everybody here sees, and what dates and money are written in.">
      <WorkspaceLogo name={name} logoUrl={logoUrl} />
      <Stack component="form" noValidate spacing={2.5} onSubmit={form.handleSubmit((values) => save(values))}>
        {formState.errors.root !== undefined && (
          <Alert severity="error">{formState.errors.root.message}</Alert>
        )}
        <ConflictNotice
          conflict={conflict}
          theirs={(one) => `${one.name}, ${one.timeZone}, ${one.currency}.`}
        />
        <FormTextField control={control} name="name" label="Name" autoComplete="organization" />
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
          <FormSelect
            control={control}
            name="timeZone"
            label="Time zone"
            hint="Decides what “today” is for due dates"
          >
            <TimeZoneOptions chosen={timeZone} />
          </FormSelect>
          <FormSelect control={control} name="currency" label="Currency" hint="For new businesses">
            <CurrencyOptions />
          </FormSelect>
        </Stack>
        <div>
          <Button type="submit" loading={isPending}>
            Save workspace
          </Button>
        </div>
      </Stack>
      {guard}
    </SettingsCard>
  );
}

function valuesOf({ name, timeZone, currency }: WorkspaceSettings) {
  return { name, timeZone, currency };
}
