import type { ReactElement } from 'react';
import { useSaveWorkspace, WorkspaceLoaded } from '../workspace/workspace-settings.tsx';
import {
  businessStages,
  mapStages,
  isClosed,
  type BusinessStage,
} from '@handover/contract/businesses/business-stages.ts';
import {
  getStageNames,
  standardClientNames,
  standardStageNames,
} from '@handover/contract/businesses/stage-names.ts';
import {
  getRenamedStages,
  stageNameMaxLength,
  type Pipeline,
} from '@handover/contract/businesses/pipeline.ts';
import {
  updateWorkspaceBody,
  type WorkspaceSettings,
} from '@handover/contract/settings/workspace-settings.ts';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm, useWatch, type Control, type FieldPath } from 'react-hook-form';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { ConflictNotice, discardTyped, keepTyped } from '#shared/forms/versioned-save.tsx';
import { SettingsCard } from '../settings-card.tsx';
import styles from './pipeline-screen.module.css';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import InputAdornment from '@mui/material/InputAdornment';
import { pick } from 'zod/mini';
import { FormStatus } from '#shared/forms/form-status.tsx';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';

export default function PipelineScreen(): ReactElement {
  return <WorkspaceLoaded>{(workspace) => <PipelineCard workspace={workspace} />}</WorkspaceLoaded>;
}

const paths = businessStages.flatMap((stage) => [
  `pipeline.${stage}.name` as const,
  `pipeline.${stage}.clientName` as const,
  `pipeline.${stage}.stuckAfterDays` as const,
]) satisfies FieldPath<PipelineValues>[];

function PipelineCard({ workspace }: { workspace: WorkspaceSettings }): ReactElement {
  const values = toPipelineValues(workspace.pipeline);
  const form = useForm<PipelineValues>({ resolver: pipelineResolver, values, resetOptions: keepTyped });
  const basis = useFormBasis({
    latest: { version: workspace.version, values },
    draft: 'pipeline',
    typed: form.getValues,
  });
  const { save, isPending, conflict } = useSaveWorkspace({
    version: basis.version,
    done: 'Pipeline saved',
    onRecord: ({ pipeline }) => form.reset(toPipelineValues(pipeline), discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, paths),
  });
  return (
    <SettingsCard
      title="Pipeline"
      text="Rename the stages for your office and your clients. The stages and their order are fixed."
    >
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit((typed) => save(toPipelineBody(typed)))}
      >
        <FormStatus form={form} draft="pipeline" basis={basis} />
        <ConflictNotice conflict={conflict} theirs={describe} />
        <div className={styles['stages']}>
          <div className={styles['heads']} aria-hidden="true">
            <span>Stage</span>
            <span>Name</span>
            <span>Client-facing name</span>
            <span>Stalled after</span>
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
    </SettingsCard>
  );
}

function describe({ pipeline }: WorkspaceSettings): string {
  const names = getStageNames(getRenamedStages(pipeline).staff);
  return `${businessStages.map((stage) => names[stage]).join(', ')}.`;
}

interface StageFieldsProps {
  stage: BusinessStage;
  control: Control<PipelineValues>;
  /** Whether the stage has a time limit; closed stages do not. */
  isOpen: boolean;
}

const nameLimit = { maxLength: stageNameMaxLength };

function StageFields({ stage, control, isOpen }: StageFieldsProps): ReactElement {
  const standard = standardStageNames[stage];
  const typed = useWatch({ control, name: `pipeline.${stage}.name` }).trim();
  return (
    <fieldset className={styles['stage']}>
      <legend>{standard}</legend>
      <FormTextField
        control={control}
        name={`pipeline.${stage}.name`}
        label="Name"
        placeholder={standard}
        inputProps={nameLimit}
        autoComplete="off"
        size="small"
      />
      <FormTextField
        control={control}
        name={`pipeline.${stage}.clientName`}
        label="Client-facing name"
        placeholder={standardClientNames[stage] ?? (typed === '' ? standard : typed)}
        inputProps={nameLimit}
        autoComplete="off"
        size="small"
      />
      {isOpen && (
        <FormTextField
          control={control}
          name={`pipeline.${stage}.stuckAfterDays`}
          label="Stalled after"
          inputMode="numeric"
          autoComplete="off"
          size="small"
          endAdornment={
            <InputAdornment position="end" disableTypography className={styles['unit'] ?? ''}>
              days
            </InputAdornment>
          }
        />
      )}
    </fieldset>
  );
}

/** Form values: text for every input, empty for the standard name. */
interface PipelineValues {
  pipeline: Record<BusinessStage, { name: string; clientName: string; stuckAfterDays: string }>;
}

function toPipelineValues(pipeline: Pipeline): PipelineValues {
  return {
    pipeline: mapStages((stage) => {
      const { name, clientName, stuckAfterDays } = pipeline[stage];
      return { name: name ?? '', clientName: clientName ?? '', stuckAfterDays: String(stuckAfterDays) };
    }),
  };
}

function toPipelineBody({ pipeline }: PipelineValues): { pipeline: Pipeline } {
  return {
    pipeline: mapStages((stage) => {
      const { name, clientName, stuckAfterDays } = pipeline[stage];
      return {
        name: name.trim() === '' ? null : name,
        clientName: clientName.trim() === '' ? null : clientName,
        stuckAfterDays: Number(stuckAfterDays),
      };
    }),
  };
}

const pipelineResolver = createBodyResolver<PipelineValues>(
  pick(updateWorkspaceBody, { pipeline: true }),
  toPipelineBody,
);
