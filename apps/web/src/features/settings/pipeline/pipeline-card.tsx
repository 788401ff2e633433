import { businessStages, isClosed } from '@handover/contract/business-stages.ts';
import { stageNamesOf } from '@handover/contract/stage-names.ts';
import { renamedIn } from '@handover/contract/pipeline.ts';
import type { WorkspaceSettings } from '@handover/contract/workspace-settings.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactElement } from 'react';
import { useForm, type FieldPath } from 'react-hook-form';
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { useUnsavedGuard } from '#shared/forms/use-unsaved-guard.tsx';
import { ConflictNotice } from '../save/conflict-notice.tsx';
import { discardTyped, keepTyped } from '../save/typed.ts';
import { SettingsCard } from '../settings-card.tsx';
import { useSaveWorkspace } from '../workspace/use-save-workspace.ts';
import { judgePipeline, toPipelineBody, toPipelineValues, type PipelineValues } from './pipeline-form.ts';
import styles from './pipeline.module.css';
import { StageFields } from './stage-fields.tsx';

const paths = businessStages.flatMap((stage) => [
  `pipeline.${stage}.name` as const,
  `pipeline.${stage}.clientName` as const,
  `pipeline.${stage}.stuckAfterDays` as const,
]) satisfies FieldPath<PipelineValues>[];

/** What the stages are called here, and how long a business may stay in each. */
export function PipelineCard({ workspace }: { workspace: WorkspaceSettings }): ReactElement {
  const form = useForm<PipelineValues>({
    resolver: judgePipeline,
    values: toPipelineValues(workspace.pipeline),
    resetOptions: keepTyped,
  });
  const { save, isPending, conflict } = useSaveWorkspace({
    version: workspace.version,
    done: 'The pipeline is saved',
    onRecord: ({ pipeline }) => form.reset(toPipelineValues(pipeline), discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, paths),
  });
  const { errors, isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  return (
    <SettingsCard
      title="Pipeline"
      text="Call the stages as your office does, and as your clients should read them. The stages themselves and their order stay: where a business can go depends on them."
    >
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit((values) => save(toPipelineBody(values)))}
      >
        {errors.root !== undefined && <Alert severity="error">{errors.root.message}</Alert>}
        <ConflictNotice conflict={conflict} theirs={describe} />
        <div className={styles['stages']}>
          <div className={styles['heads']} aria-hidden="true">
            <span>Stage</span>
            <span>Name</span>
            <span>What clients read</span>
            <span>Not moving after</span>
          </div>
          {businessStages.map((stage) => (
            <StageFields key={stage} stage={stage} control={form.control} isOpen={!isClosed(stage)} />
          ))}
        </div>
        <div>
          <Button type="submit" loading={isPending}>
            Save pipeline
          </Button>
        </div>
      </Stack>
      {guard}
    </SettingsCard>
  );
}

function describe({ pipeline }: WorkspaceSettings): string {
  const names = stageNamesOf(renamedIn(pipeline).staff);
  return `${businessStages.map((stage) => names[stage]).join(', ')}.`;
}
