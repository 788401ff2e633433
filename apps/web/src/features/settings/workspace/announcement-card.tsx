import { updateWorkspaceBody, type WorkspaceSettings } from '@handover/contract/workspace-settings.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { required, pick } from 'zod/mini';
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { SettingsCard } from '../settings-card.tsx';
import { ConflictNotice } from '../save/conflict-notice.tsx';
import { discardTyped, keepTyped } from '../save/typed.ts';
import { useSaveWorkspace } from './use-save-workspace.ts';

const schema = required(pick(updateWorkspaceBody, { announcement: true }));

/** A line in everybody's header, from publishing until it is taken down. */
export function AnnouncementCard({ workspace }: { workspace: WorkspaceSettings }): ReactElement {
  const published = workspace.announcement;
  const form = useForm({
    resolver: zodResolver(schema),
    values: { announcement: published ?? '' },
    resetOptions: keepTyped,
  });
  const { save, isPending, conflict } = useSaveWorkspace({
    version: workspace.version,
    done: 'The announcement is up to date everywhere',
    onRecord: ({ announcement }) => form.reset({ announcement: announcement ?? '' }, discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, ['announcement']),
  });
  return (
    <SettingsCard
      title="Announcement"
      text={
        published === null
          ? 'Nothing is published. What you publish appears at once in everybody’s header.'
          : 'This is in everybody’s header now.'
      }
    >
      <Stack component="form" noValidate spacing={2.5} onSubmit={form.handleSubmit((values) => save(values))}>
        {form.formState.errors.root !== undefined && (
          <Alert severity="error">{form.formState.errors.root.message}</Alert>
        )}
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
              Take down
            </Button>
          )}
        </Stack>
      </Stack>
    </SettingsCard>
  );
}
