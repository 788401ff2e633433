import {
  marketSurvey,
  marketSurveyBody,
  maxMarketBands,
  resetMarketSurvey,
  surveyCurrency,
  updateMarketSurvey,
  type MarketSurvey,
} from '@handover/contract/businesses/valuation-tables.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { useState, type ReactElement } from 'react';
import { useFieldArray, useForm, type Control } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { ConflictNotice, useVersionedSave } from '#shared/forms/versioned-save.tsx';
import styles from './market-survey.module.css';
import { toNumber, toText } from './multiple-dialog.tsx';
import { ResetButton, SourceFields, type SourceValues } from './source-fields.tsx';

const fields = ['bands', 'source', 'asOf', 'confidence', 'note'] as const;
const sourceNames = { source: 'source', asOf: 'asOf', confidence: 'confidence', note: 'note' } as const;

interface MarketSurveyDialogProps {
  survey: MarketSurvey;
  onClose: () => void;
}

export default function MarketSurveyDialog({
  survey: latest,
  onClose,
}: MarketSurveyDialogProps): ReactElement {
  // Do not overwrite live updates the user has not seen.
  const [survey] = useState(latest);
  const { version, isDelivered } = survey;
  const refresh = useRefresh();
  const form = useForm<SurveyValues>({ resolver, defaultValues: toValues(survey) });
  const { save, isPending, conflict } = useVersionedSave({
    version,
    record: marketSurvey,
    // Without a body, the survey is reset to the default.
    write: async (body: SurveyBody | null, seen) =>
      body === null
        ? (await send(resetMarketSurvey, { body: { version: seen } })).marketSurvey
        : (await send(updateMarketSurvey, { body: { ...body, version: seen } })).marketSurvey,
    done: 'Market survey saved',
    onRecord: () => {
      refresh({ noun: 'workspace', customerId: null });
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, fields),
  });
  return (
    <FormDialog
      draft={createDialogDraft('market-survey', form, version)}
      maxWidth="md"
      title="Market survey"
      submitLabel="Save"
      failure={form.formState.errors.root?.message}
      notice={<ConflictNotice conflict={conflict} theirs={describe} />}
      aside={!isDelivered && <ResetButton onClick={() => save(null)} />}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => save(toBody(values)))}
      onClose={onClose}
    >
      <BandFields control={form.control} />
      <SourceFields control={form.control} names={sourceNames} />
    </FormDialog>
  );
}

function BandFields({ control }: { control: Control<SurveyValues> }): ReactElement {
  const { fields: bands, append, remove } = useFieldArray({ control, name: 'bands' });
  const number = { control, inputMode: 'decimal', autoComplete: 'off' } as const;
  const currency = <InputAdornment position="end">{surveyCurrency}</InputAdornment>;
  const times = <InputAdornment position="end">×</InputAdornment>;
  return (
    <fieldset className={styles['bands']}>
      <legend>Price bands, lowest first</legend>
      {bands.map(({ id }, index) => (
        <div key={id} role="group" aria-label={`Band ${String(index + 1)}`} className={styles['band']}>
          <FormTextField {...number} name={`bands.${index}.fromCents`} label="From" endAdornment={currency} />
          <FormTextField {...number} name={`bands.${index}.toCents`} label="To" endAdornment={currency} />
          <FormTextField {...number} name={`bands.${index}.months`} label="Months" />
          <FormTextField {...number} name={`bands.${index}.sdeMultiple`} label="SDE" endAdornment={times} />
          <FormTextField
            {...number}
            name={`bands.${index}.ebitdaMultiple`}
            label="EBITDA"
            endAdornment={times}
          />
          <Button
            size="small"
            variant="text"
            color="inherit"
            aria-label={`Remove band ${String(index + 1)}`}
            onClick={() => remove(index)}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={bands.length >= maxMarketBands}
          onClick={() =>
            append({ fromCents: '', toCents: '', months: '', sdeMultiple: '', ebitdaMultiple: '' })
          }
        >
          Add band
        </Button>
      </div>
    </fieldset>
  );
}

function describe({ bands, source, asOf }: MarketSurvey): string {
  return `${String(bands.length)} ${bands.length === 1 ? 'band' : 'bands'}, by ${source}, as of ${formatDate(asOf)}.`;
}

type Band = MarketSurvey['bands'][number];
type SurveyBody = Pick<MarketSurvey, (typeof fields)[number]>;
interface SurveyValues extends SourceValues {
  bands: Record<keyof Band, string>[];
}

function toValues({ bands, source, asOf, confidence, note }: MarketSurvey): SurveyValues {
  return {
    bands: bands.map((band) => ({
      fromCents: formatMoneyInput(band.fromCents),
      toCents: formatMoneyInput(band.toCents),
      months: String(band.months),
      sdeMultiple: toText(band.sdeMultiple),
      ebitdaMultiple: toText(band.ebitdaMultiple),
    })),
    source,
    asOf,
    confidence,
    note: note ?? '',
  };
}

/** NaN if the text is not a number; the contract’s schema rejects it. */
function toBody({ bands, note, ...rest }: SurveyValues): SurveyBody {
  return {
    ...rest,
    bands: bands.map((band) => ({
      fromCents: parseMoney(band.fromCents) ?? Number.NaN,
      toCents: parseMoney(band.toCents) ?? Number.NaN,
      months: parseNumber(band.months) ?? Number.NaN,
      sdeMultiple: toNumber(band.sdeMultiple),
      ebitdaMultiple: toNumber(band.ebitdaMultiple),
    })),
    note: note.trim() === '' ? null : note,
  };
}

// The version is added when the form is sent.
const resolver = createBodyResolver<SurveyValues>(marketSurveyBody, (values) => ({
  version: 1,
  ...toBody(values),
}));
