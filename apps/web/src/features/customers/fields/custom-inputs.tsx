import type { CustomField } from '@handover/contract/custom-fields.ts';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { useState, type ReactElement } from 'react';
import { useController, type Control } from 'react-hook-form';
import { typedText, typedValue, useCustomFields } from '#shared/customers/custom-fields.ts';
import { FieldSection } from '#shared/forms/field-section.tsx';
import type { CustomerValues } from './customer-values.ts';

/** The workspace's own fields; nothing where there are none. */
export function CustomInputs({ control }: { control: Control<CustomerValues> }): ReactElement | null {
  const { active, currency } = useCustomFields();
  if (active.length === 0) return null;
  return (
    <FieldSection title="Custom fields">
      {active.map((field) => (
        <CustomInput key={field.id} control={control} field={field} currency={currency} />
      ))}
    </FieldSection>
  );
}

interface CustomInputProps {
  control: Control<CustomerValues>;
  field: CustomField;
  currency: string;
}

function CustomInput({ control, field, currency }: CustomInputProps): ReactElement {
  const { field: input, fieldState } = useController({ control, name: `custom.${field.id}` });
  const [text, setText] = useState(() => typedText(field, input.value));
  const change = (next: string): void => {
    setText(next);
    input.onChange(typedValue(field, next));
  };
  const shared = {
    label: field.kind === 'money' ? `${field.name} (${currency})` : field.name,
    value: text,
    error: fieldState.error?.message,
    inputRef: input.ref,
    onBlur: input.onBlur,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  };
  if (field.kind === 'choice')
    return (
      <LabelledSelect {...shared}>
        <option value="">Not said</option>
        {field.choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </LabelledSelect>
    );
  const isNumeric = field.kind === 'number' || field.kind === 'money';
  return (
    <LabelledInput
      {...shared}
      autoComplete="off"
      type={field.kind === 'date' ? 'date' : 'text'}
      hint={field.kind === 'money' ? 'Such as 850k or 1,250,000' : undefined}
      inputProps={{ maxLength: 500, ...(isNumeric && { inputMode: 'decimal' }) }}
    />
  );
}
