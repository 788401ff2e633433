import {
  multipleBody,
  resetValuationMultiple,
  updateValuationMultiple,
  valuationMultiple,
  type ValuationMultiple,
} from '@handover/contract/businesses/valuation-tables.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import InputAdornment from '@mui/material/InputAdornment';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { methodLabels, formatMultipleRange } from '#shared/labels/valuations.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { ConflictNotice, useVersionedSave } from '#shared/forms/versioned-save.tsx';
import { ResetButton, SourceFields, type SourceValues } from './source-fields.tsx';
import styles from './valuation.module.css';
import { parseNumber } from '@handover/domain/numbers.ts';

interface MultipleDialogProps {
  multiple: ValuationMultiple;
  onClose: () => void;
}

const fields = ['low', 'high', 'source', 'asOf', 'confidence', 'note'] as const;
const sourceNames = { source: 'source', asOf: 'asOf', confidence: 'confidence', note: 'note' } as const;

export function MultipleDialog({ multiple, onClose }: MultipleDialogProps): ReactElement {
  const { type, method, version, isDelivered } = multiple;
  const refresh = useRefresh();
  const form = useForm<MultipleValues>({
    resolver: multipleResolver,
    defaultValues: toMultipleValues(multiple),
  });
  const params = { type, method };
  const { save, isPending, conflict } = useVersionedSave({
    version,
    record: valuationMultiple,
    // Without a body, the row is reset to the default.
    write: async (body: MultipleBody | null, seen) =>
      body === null
        ? (await send(resetValuationMultiple, { params, body: { version: seen } })).multiple
        : (await send(updateValuationMultiple, { params, body: { ...body, version: seen } })).multiple,
    done: `${methodLabels[method]} for ${businessTypeLabels[type]} saved`,
    onRecord: () => {
      refresh({ noun: 'workspace', customerId: null });
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, fields),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`multiple:${type}:${method}`, form, version)}
      maxWidth="sm"
      title={`${businessTypeLabels[type]} by ${methodLabels[method]}`}
      submitLabel="Save"
      failure={form.formState.errors.root?.message}
      notice={<ConflictNotice conflict={conflict} theirs={describe} />}
      aside={!isDelivered && <ResetButton onClick={() => save(null)} />}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => save(toMultipleBody(values)))}
      onClose={onClose}
    >
      <div className={styles['pair']}>
        <FormTextField
          control={form.control}
          name="low"
          label="Low"
          inputMode="decimal"
          endAdornment={<InputAdornment position="end">×</InputAdornment>}
          autoComplete="off"
          autoFocus
        />
        <FormTextField
          control={form.control}
          name="high"
          label="High"
          hint="Leave both empty to skip this method"
          inputMode="decimal"
          endAdornment={<InputAdornment position="end">×</InputAdornment>}
          autoComplete="off"
        />
      </div>
      <SourceFields control={form.control} names={sourceNames} />
    </FormDialog>
  );
}

function describe(multiple: ValuationMultiple): string {
  return `${formatMultipleRange(multiple) ?? 'no multiple'}, by ${multiple.source}.`;
}

interface MultipleValues extends SourceValues {
  low: string;
  high: string;
}

type MultipleBody = Pick<ValuationMultiple, 'low' | 'high' | 'source' | 'asOf' | 'confidence' | 'note'>;

function toMultipleValues({ low, high, note, ...rest }: MultipleBody): MultipleValues {
  const { source, asOf, confidence } = rest;
  return { low: toText(low), high: toText(high), source, asOf, confidence, note: note ?? '' };
}

function toMultipleBody({ low, high, note, ...rest }: MultipleValues): MultipleBody {
  return { ...rest, low: toNumber(low), high: toNumber(high), note: note.trim() === '' ? null : note };
}

// The version is added when the form is sent.
const multipleResolver = createBodyResolver<MultipleValues>(multipleBody, (values) => ({
  version: 1,
  ...toMultipleBody(values),
}));

export function toText(value: number | null): string {
  return value === null ? '' : String(value);
}

/** NaN if the text is not a number; the contract’s schema rejects it. */
export function toNumber(text: string): number | null {
  return text.trim() === '' ? null : (parseNumber(text) ?? Number.NaN);
}
