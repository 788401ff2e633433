import {
  stageWeights,
  type CommissionSettings,
  type StageWeights,
} from '@handover/contract/commission/commission-settings.ts';
import { dealStageNames, dealStages } from '@handover/contract/deals/deal-stages.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import Stack from '@mui/material/Stack';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { parseBps, formatPercentInput } from '#shared/commission/fee-steps.ts';
import { FormStatus } from '#shared/forms/form-status.tsx';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { SettingsCard } from '../settings-card.tsx';
import { ConflictNotice, discardTyped, keepTyped } from '#shared/forms/versioned-save.tsx';
import { useSaveCommissionSettings } from './commission-settings.queries.ts';
import styles from './commission.module.css';

type WeightValues = Record<OpenStage, string>;
const openStages = dealStages.filter((stage) => stage !== 'closed' && stage !== 'lost');
type OpenStage = (typeof openStages)[number];

/** How likely a deal in each stage is to close, for the weighted forecast. */
export function StageWeightsCard({ settings }: { settings: CommissionSettings }): ReactElement {
  const values = toValues(settings.stageWeights);
  const form = useForm<WeightValues>({ resolver, values, resetOptions: keepTyped });
  const basis = useFormBasis({
    latest: { version: settings.version, values },
    draft: 'stageWeights',
    typed: form.getValues,
  });
  const { save, isPending, conflict } = useSaveCommissionSettings({
    settings: { ...settings, version: basis.version },
    done: 'Closing probabilities saved',
    onRecord: (saved) => form.reset(toValues(saved.stageWeights), discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, openStages),
  });
  return (
    <SettingsCard
      title="Closing probability"
      text="How likely a deal in each stage is to close. Used to weight expected commissions in the forecast."
    >
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit((typed) => save(() => ({ stageWeights: toWeights(typed) })))}
      >
        <FormStatus form={form} draft="stageWeights" basis={basis} />
        <ConflictNotice
          conflict={conflict}
          theirs={(theirs) =>
            `${openStages
              .map((stage) => `${dealStageNames[stage]} ${formatPercentInput(theirs.stageWeights[stage])}%`)
              .join(', ')}.`
          }
        />
        <div className={styles['weights']}>
          {openStages.map((stage) => (
            <FormTextField
              key={stage}
              control={form.control}
              name={stage}
              label={dealStageNames[stage]}
              inputMode="decimal"
              autoComplete="off"
              endAdornment={<InputAdornment position="end">%</InputAdornment>}
            />
          ))}
        </div>
        <div>
          <Button type="submit" loading={isPending}>
            Save probabilities
          </Button>
        </div>
      </Stack>
    </SettingsCard>
  );
}

function toValues(weights: StageWeights): WeightValues {
  return mapOpenStages((stage) => formatPercentInput(weights[stage]));
}

function toWeights(values: WeightValues): StageWeights {
  return { ...mapOpenStages((stage) => parseBps(values[stage])), closed: 10_000, lost: 0 };
}

function mapOpenStages<T>(of: (stage: OpenStage) => T): Record<OpenStage, T> {
  return {
    inquiry: of('inquiry'),
    nda_signed: of('nda_signed'),
    qualified: of('qualified'),
    cim_released: of('cim_released'),
    meetings: of('meetings'),
    loi: of('loi'),
    due_diligence: of('due_diligence'),
    definitive: of('definitive'),
    closing: of('closing'),
  };
}

const resolver = createBodyResolver<WeightValues>(stageWeights, toWeights);
