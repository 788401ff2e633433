import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { ReactElement } from 'react';
import type { LinkedRecord } from './record-ref.ts';

interface AlsoOnProps {
  other: LinkedRecord | null;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Attaches what is written to a related record too: to the owner of a business, for example. */
export function AlsoOn({ other, isOn, onChange }: AlsoOnProps): ReactElement | null {
  if (other === null) return null;
  return (
    <FormControlLabel
      label={`Also add to ${other.name}`}
      slotProps={{ typography: { variant: 'body2' } }}
      control={<Checkbox size="small" checked={isOn} onChange={(event) => onChange(event.target.checked)} />}
    />
  );
}
