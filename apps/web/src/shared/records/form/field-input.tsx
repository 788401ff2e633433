import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import InputAdornment from '@mui/material/InputAdornment';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { memo, useId, type ReactElement } from 'react';
import { MemberOptions } from '#shared/members/member-options.tsx';
import {
  toItems,
  toNamedItem,
  toText,
  type FormRecord,
  type FormValues,
  type RecordField,
} from './record-form.ts';

interface FieldInputProps {
  field: RecordField;
  value: unknown;
  onChange: (key: string, value: unknown) => void;
  error?: string | undefined;
  /** The edited record; null for a new record. */
  record?: FormRecord | null;
  /** All values, for an input that depends on others. */
  values?: FormValues;
  /** ISO 4217, for amounts. */
  currency?: string | undefined;
  isReadOnly?: boolean;
  hasFocus?: boolean;
}

/** The input of a field with its label, and its help or error. */
export const FieldInput = memo(function FieldInput(props: FieldInputProps): ReactElement {
  const { field, value, onChange, error, values = {} } = props;
  const change = (next: unknown): void => onChange(field.key, next);
  const common = { label: getLabel(field), error, hint: field.help };
  switch (field.kind) {
    case 'flag':
      return (
        <>
          <FormControlLabel
            label={field.label}
            control={<Checkbox checked={value === true} onChange={(_event, isOn) => change(isOn)} />}
            slotProps={{ typography: { variant: 'body2' } }}
          />
          {field.help !== undefined && <FormHelperText>{field.help}</FormHelperText>}
        </>
      );
    case 'items':
      return <field.Input {...common} value={toItems(value)} onChange={change} />;
    case 'record':
      return <field.Input {...common} value={toNamedItem(value)} onChange={change} />;
    case 'own':
      return <field.Input {...common} value={value} values={values} onChange={change} />;
    default:
      return <PlainInput {...props} change={change} />;
  }
});

function getLabel({ label, isRequired }: RecordField): string {
  return isRequired === true ? `${label} *` : label;
}

interface PlainInputProps extends FieldInputProps {
  change: (value: string) => void;
}

/** A select, or a text input. */
function PlainInput({
  field,
  value,
  error,
  record,
  isReadOnly,
  hasFocus,
  currency,
  change,
}: PlainInputProps): ReactElement {
  const listId = useId();
  const text = toText(value);
  const shared = {
    label: getLabel(field),
    error,
    hint: field.help,
    value: text,
    ...(hasFocus === true && { autoFocus: true }),
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  };
  if (isChoice(field))
    return (
      <LabeledSelect {...shared}>
        <FieldOptions field={field} value={text} record={record ?? null} />
      </LabeledSelect>
    );
  const isText =
    field.kind === 'text' || field.kind === 'email' || field.kind === 'tel' || field.kind === 'url';
  const writeOut = (): void => {
    const cents = parseMoney(text);
    if (cents !== null && formatMoneyInput(cents) !== text) change(formatMoneyInput(cents));
  };
  return (
    <>
      <LabeledInput
        {...shared}
        type={getInputType(field)}
        autoComplete="off"
        readOnly={isReadOnly === true}
        {...(isText && field.lines !== undefined && { multiline: true, minRows: field.lines, maxRows: 12 })}
        {...(field.kind === 'money' && {
          onBlur: writeOut,
          endAdornment: currency !== undefined && <InputAdornment position="end">{currency}</InputAdornment>,
        })}
        inputProps={{
          ...(field.isRequired === true && { 'aria-required': true }),
          ...(isAmount(field) && { inputMode: 'decimal' }),
          ...(isText && field.isNumeric === true && { inputMode: 'numeric' }),
          ...(isText && field.suggestions !== undefined && { list: listId }),
          ...(field.kind === 'custom' && { maxLength: 500 }),
        }}
      />
      {isText && field.suggestions?.(listId)}
    </>
  );
}

/** Whether the value is one of the options. */
export function isChoice(field: RecordField): boolean {
  return (
    field.kind === 'choice' ||
    field.kind === 'member' ||
    field.kind === 'options' ||
    (field.kind === 'custom' && field.field.kind === 'choice')
  );
}

/** Whether the field takes a number. */
export function isAmount(field: RecordField): boolean {
  return (
    field.kind === 'money' || (field.kind === 'custom' && ['money', 'number'].includes(field.field.kind))
  );
}

/** The type of a text input. */
export function getInputType(field: RecordField): string {
  if (field.kind === 'custom') return field.field.kind === 'date' ? 'date' : 'text';
  return field.kind === 'email' || field.kind === 'tel' || field.kind === 'url' || field.kind === 'date'
    ? field.kind
    : 'text';
}

interface FieldOptionsProps {
  field: RecordField;
  value: string;
  record: FormRecord | null;
}

/** The `<option>` elements of a field. */
export function FieldOptions({ field, value, record }: FieldOptionsProps): ReactElement {
  if (field.kind === 'member')
    return (
      <>
        <option value="">Unassigned</option>
        <MemberOptions current={record === null ? null : field.current(record)} value={value} />
      </>
    );
  if (field.kind === 'options')
    return (
      <>
        <option value="">{field.emptyLabel}</option>
        {field.options(value)}
      </>
    );
  const choices =
    field.kind === 'custom'
      ? field.field.choices
      : field.kind === 'choice'
        ? Object.entries(field.choices).map(([id, label]) => ({ id, label }))
        : [];
  const emptyLabel = field.kind === 'choice' ? field.emptyLabel : 'Not set';
  return (
    <>
      {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
      {choices.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </>
  );
}
