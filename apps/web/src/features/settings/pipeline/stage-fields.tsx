import type { BusinessStage } from '@handover/contract/business-stages.ts';
import { standardClientNames, standardStageNames } from '@handover/contract/stage-names.ts';
import { stageNameMaxLength } from '@handover/contract/pipeline.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import InputAdornment from '@mui/material/InputAdornment';
import type { ReactElement } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import type { PipelineValues } from './pipeline-form.ts';
import styles from './pipeline.module.css';

interface StageFieldsProps {
  stage: BusinessStage;
  control: Control<PipelineValues>;
  /** A business waits in it for something to happen. */
  isOpen: boolean;
}

const most = { maxLength: stageNameMaxLength };

/** One stage: empty fields show what is read in their place. */
export function StageFields({ stage, control, isOpen }: StageFieldsProps): ReactElement {
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
        inputProps={most}
        autoComplete="off"
        size="small"
      />
      <FormTextField
        control={control}
        name={`pipeline.${stage}.clientName`}
        label="What clients read"
        placeholder={standardClientNames[stage] ?? (typed === '' ? standard : typed)}
        inputProps={most}
        autoComplete="off"
        size="small"
      />
      {isOpen && (
        <FormTextField
          control={control}
          name={`pipeline.${stage}.stuckAfterDays`}
          label="Not moving after"
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
