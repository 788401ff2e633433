import {
  createFinancingRule,
  createFinancingRuleBody,
  financingRule,
  resetFinancingRule,
  updateFinancingRule,
  type CreateFinancingRule,
  type FinancingRule,
} from '@handover/contract/businesses/valuation-tables.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import InputAdornment from '@mui/material/InputAdornment';
import type { ReactElement } from 'react';
import { useForm, type Control } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { ConflictNotice, useVersionedSave } from '#shared/forms/versioned-save.tsx';
import { ResetButton, SourceFields, type SourceValues } from './source-fields.tsx';
import styles from './valuation.module.css';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { formatCount } from '@handover/domain/format-count.ts';
import { formatPercent } from '#shared/labels/valuations.ts';

interface RuleDialogProps {
  /** Null for a new rule. */
  rule: FinancingRule | null;
  currency: string;
  onClose: () => void;
}

const sourceNames = { source: 'source', asOf: 'asOf', confidence: 'confidence', note: 'note' } as const;

export function RuleDialog({ rule, currency, onClose }: RuleDialogProps): ReactElement {
  const { today } = useUser();
  const refresh = useRefresh();
  const { keyFor } = useSubmitKey();
  const form = useForm<RuleValues>({ resolver: ruleResolver, defaultValues: toRuleValues(rule, today) });
  const { save, isPending, conflict } = useVersionedSave({
    version: rule?.version ?? 0,
    record: financingRule,
    // Without a body, a default rule is reset.
    write: async (body: CreateFinancingRule | null, version) =>
      (await write(rule, { body, version, keyFor })).financingRule,
    done: rule === null ? 'Rule added' : 'Rule saved',
    onRecord: () => {
      refresh({ noun: 'workspace', customerId: null });
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, ruleFields),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`financing-rule:${rule?.id ?? 'new'}`, form, rule?.version)}
      maxWidth="sm"
      title={rule === null ? 'Add financing rule' : `Edit ${rule.name}`}
      submitLabel="Save"
      failure={form.formState.errors.root?.message}
      notice={<ConflictNotice conflict={conflict} theirs={describe} />}
      aside={rule?.isDelivered === false && <ResetButton onClick={() => save(null)} />}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => save(toRuleBody(values)))}
      onClose={onClose}
    >
      <FormTextField
        control={form.control}
        name="name"
        label="Name"
        autoComplete="off"
        autoFocus
        inputProps={{ maxLength: 60 }}
      />
      <TermFields control={form.control} currency={currency} />
      <SourceFields control={form.control} names={sourceNames} />
    </FormDialog>
  );
}

function TermFields({ control, currency }: { control: Control<RuleValues>; currency: string }): ReactElement {
  const number = { control, inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <div className={styles['pair']}>
      <FormTextField
        {...number}
        name="maxLoanCents"
        label="Maximum loan"
        endAdornment={<InputAdornment position="end">{currency}</InputAdornment>}
      />
      <FormTextField
        {...number}
        name="ratePercent"
        label="Interest rate"
        endAdornment={<InputAdornment position="end">%</InputAdornment>}
      />
      <FormTextField
        {...number}
        name="months"
        label="Term"
        endAdornment={<InputAdornment position="end">months</InputAdornment>}
      />
      <FormTextField
        {...number}
        name="realEstateMonths"
        label="Term with real estate"
        endAdornment={<InputAdornment position="end">months</InputAdornment>}
      />
      <FormTextField
        {...number}
        name="minInjectionPercent"
        label="Equity injection"
        hint="Minimum share of the project cost"
        endAdornment={<InputAdornment position="end">%</InputAdornment>}
      />
      <FormTextField
        {...number}
        name="standbySharePercent"
        label="Seller note share"
        hint="Maximum share of the injection, on full standby only"
        endAdornment={<InputAdornment position="end">%</InputAdornment>}
      />
      <FormTextField {...number} name="floorDscr" label="Minimum DSCR" />
      <FormTextField {...number} name="usualDscr" label="Typical DSCR" />
    </div>
  );
}

interface Written {
  body: CreateFinancingRule | null;
  version: number;
  keyFor: (body: unknown) => string;
}

function write(
  rule: FinancingRule | null,
  { body, version, keyFor }: Written,
): Promise<{ financingRule: FinancingRule }> {
  if (rule === null)
    return body === null
      ? Promise.reject(new Error('Nothing to add'))
      : send(createFinancingRule, { body }, { idempotencyKey: keyFor(body) });
  const params = { id: rule.id };
  return body === null
    ? send(resetFinancingRule, { params, body: { version } })
    : send(updateFinancingRule, { params, body: { ...body, version } });
}

function describe({ months, ratePercent, minInjectionPercent, source }: FinancingRule): string {
  return `${formatCount(months, 'month')} at ${formatPercent(ratePercent)}, ${formatPercent(minInjectionPercent)} injection, by ${source}.`;
}

const numberFields = [
  'months',
  'realEstateMonths',
  'minInjectionPercent',
  'standbySharePercent',
  'floorDscr',
  'usualDscr',
  'ratePercent',
] as const;
type NumberField = (typeof numberFields)[number];

interface RuleValues extends SourceValues, Record<NumberField, string> {
  name: string;
  maxLoanCents: string;
}

const ruleFields = [
  'name',
  'maxLoanCents',
  ...numberFields,
  'source',
  'asOf',
  'confidence',
  'note',
] as const satisfies readonly (keyof RuleValues)[];

/** Form values of a rule; without one, an empty form dated today. */
function toRuleValues(rule: FinancingRule | null, today: string): RuleValues {
  const numbers = (field: NumberField): string => (rule === null ? '' : String(rule[field]));
  return {
    name: rule?.name ?? '',
    maxLoanCents: rule === null ? '' : formatMoneyInput(rule.maxLoanCents),
    months: numbers('months'),
    realEstateMonths: numbers('realEstateMonths'),
    minInjectionPercent: numbers('minInjectionPercent'),
    standbySharePercent: numbers('standbySharePercent'),
    floorDscr: numbers('floorDscr'),
    usualDscr: numbers('usualDscr'),
    ratePercent: numbers('ratePercent'),
    source: rule?.source ?? '',
    asOf: rule?.asOf ?? today,
    confidence: rule?.confidence ?? 'medium',
    note: rule?.note ?? '',
  };
}

function toRuleBody(values: RuleValues): CreateFinancingRule {
  const { name, source, asOf, confidence, note } = values;
  const number = (field: NumberField): number => parseNumber(values[field]) ?? Number.NaN;
  return {
    name,
    maxLoanCents: parseMoney(values.maxLoanCents) ?? Number.NaN,
    months: number('months'),
    realEstateMonths: number('realEstateMonths'),
    minInjectionPercent: number('minInjectionPercent'),
    standbySharePercent: number('standbySharePercent'),
    floorDscr: number('floorDscr'),
    usualDscr: number('usualDscr'),
    ratePercent: number('ratePercent'),
    source,
    asOf,
    confidence,
    note: note.trim() === '' ? null : note,
  };
}

const ruleResolver = createBodyResolver<RuleValues>(createFinancingRuleBody, toRuleBody);
