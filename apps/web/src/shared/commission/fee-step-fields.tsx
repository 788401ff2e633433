import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import type { ReactElement } from 'react';
import styles from './fee-step-fields.module.css';
import { emptyStep, type StepValues } from './fee-steps.ts';

interface FeeStepFieldsProps {
  steps: readonly StepValues[];
  onChange: (steps: StepValues[]) => void;
  /** ISO 4217, for the limits. */
  currency: string;
  /** The error at a path such as `steps.0.rateBps`; at `steps`, the error of the whole table. */
  errorAt: (path: string) => string | undefined;
}

/** The steps of a fee table. */
export function FeeStepFields({ steps, onChange, currency, errorAt }: FeeStepFieldsProps): ReactElement {
  const problem = errorAt('steps') ?? errorAt('steps.root');
  const change = (index: number, step: Partial<StepValues>): void =>
    onChange(steps.map((each, at) => (at === index ? { ...each, ...step } : each)));
  return (
    <>
      {steps.map((step, index) => (
        <div key={index} className={styles['row']}>
          <LabeledInput
            label={`Price up to, step ${String(index + 1)}`}
            value={step.upToCents}
            inputMode="decimal"
            autoComplete="off"
            placeholder={index === steps.length - 1 ? 'No limit' : ''}
            error={errorAt(`steps.${String(index)}.upToCents`)}
            endAdornment={<InputAdornment position="end">{currency}</InputAdornment>}
            onChange={({ target }) => change(index, { upToCents: target.value })}
          />
          <LabeledInput
            label="Rate"
            value={step.rateBps}
            inputMode="decimal"
            autoComplete="off"
            error={errorAt(`steps.${String(index)}.rateBps`)}
            endAdornment={<InputAdornment position="end">%</InputAdornment>}
            onChange={({ target }) => change(index, { rateBps: target.value })}
          />
          <Button
            size="small"
            variant="text"
            color="inherit"
            aria-label={`Remove step ${String(index + 1)}`}
            disabled={steps.length === 1}
            onClick={() => onChange(steps.filter((_step, at) => at !== index))}
          >
            Remove
          </Button>
        </div>
      ))}
      {problem !== undefined && (
        <p role="alert" className={styles['error']}>
          {problem}
        </p>
      )}
      <div>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          onClick={() => onChange([...steps, emptyStep])}
        >
          Add step
        </Button>
      </div>
    </>
  );
}
