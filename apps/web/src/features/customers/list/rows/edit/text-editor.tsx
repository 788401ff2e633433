import type { FocusEvent, KeyboardEvent, ReactElement } from 'react';
import { PlanOptions } from '#shared/customers/plan-options.tsx';
import type { CellValue } from './cell-values.ts';

type TextValue = Extract<CellValue, { readonly text: string }>;

interface TextEditorProps {
  name: string;
  value: TextValue;
  onChange: (value: TextValue) => void;
  common: {
    readonly className: string | undefined;
    readonly 'aria-busy': boolean;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onBlur: () => void;
  };
}

/** The input of a cell that is typed, of a plan, or of a field of the workspace’s own. */
export function TextEditor({ name, value, onChange, common }: TextEditorProps): ReactElement {
  const change = (event: { target: { value: string } }): void =>
    onChange({ ...value, text: event.target.value });
  if (value.field === 'planName')
    return (
      <select {...common} aria-label={`Plan of ${name}`} value={value.text} onChange={change}>
        <option value="">No plan</option>
        <PlanOptions current={value.text} />
      </select>
    );
  if (value.field !== 'own')
    return (
      <input
        {...common}
        aria-label={`${value.field === 'phone' ? 'Phone' : 'Company'} of ${name}`}
        value={value.text}
        maxLength={value.field === 'phone' ? 40 : 200}
        autoComplete="off"
        onFocus={selectAll}
        onChange={change}
      />
    );
  const { kind, choices, name: fieldName } = value.own;
  const label = `${fieldName} of ${name}`;
  if (kind === 'choice')
    return (
      <select {...common} aria-label={label} value={value.text} onChange={change}>
        <option value="">Not said</option>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  return (
    <input
      {...common}
      aria-label={label}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' || kind === 'money' ? 'decimal' : undefined}
      value={value.text}
      maxLength={500}
      autoComplete="off"
      onFocus={selectAll}
      onChange={change}
    />
  );
}

function selectAll(event: FocusEvent<HTMLInputElement>): void {
  event.target.select();
}
