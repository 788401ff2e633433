import { confidences, type Confidence } from '@handover/contract/businesses/valuation-tables.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import type { ReactElement } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import styles from './valuation.module.css';
import Button from '@mui/material/Button';
import { confidenceLabels } from '#shared/labels/valuations.ts';

export interface SourceValues {
  source: string;
  asOf: string;
  confidence: Confidence;
  note: string;
}

interface SourceFieldsProps<V extends FieldValues> {
  control: Control<V>;
  names: { readonly [name in keyof SourceValues]: FieldPath<V> };
}

export function SourceFields<V extends FieldValues>({ control, names }: SourceFieldsProps<V>): ReactElement {
  return (
    <>
      <FormTextField
        control={control}
        name={names.source}
        label="Source"
        hint="Publisher and title, or the deals it is based on"
        autoComplete="off"
        inputProps={{ maxLength: 300 }}
      />
      <div className={styles['pair']}>
        <FormTextField control={control} name={names.asOf} label="As of" type="date" autoComplete="off" />
        <FormSelect control={control} name={names.confidence} label="Confidence">
          {confidences.map((confidence) => (
            <option key={confidence} value={confidence}>
              {confidenceLabels[confidence]}
            </option>
          ))}
        </FormSelect>
      </div>
      <FormTextField
        control={control}
        name={names.note}
        label="Note"
        multiline
        maxRows={4}
        inputProps={{ maxLength: 1000 }}
      />
    </>
  );
}

/** Resets a row to its default. */
export function ResetButton({ onClick }: { onClick: () => void }): ReactElement {
  return (
    <Button variant="text" sx={{ mr: 'auto' }} onClick={onClick}>
      Reset to default
    </Button>
  );
}
