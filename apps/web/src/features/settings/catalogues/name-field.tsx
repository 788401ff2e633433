import type { ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';

interface NameFieldProps {
  name: string;
  /** Whether it was asked for in vain. */
  hasFailed: boolean;
  onChange: (name: string) => void;
}

/** What something of a catalogue is called; a name of spaces is none. */
export function NameField({ name, hasFailed, onChange }: NameFieldProps): ReactElement {
  return (
    <LabelledInput
      label="Name"
      value={name}
      autoFocus
      autoComplete="off"
      inputProps={{ maxLength: 60 }}
      error={hasFailed && name.trim() === '' ? 'Required' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
