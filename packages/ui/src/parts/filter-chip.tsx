import Chip from '@mui/material/Chip';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';

interface FilterChipProps {
  /** The value alone: "Banned", not "Status: Banned". */
  label: string;
  onRemove: () => void;
}

/** A filter that is on; the cross, Backspace or Delete takes it off. */
export function FilterChip({ label, onRemove }: FilterChipProps): ReactElement {
  return (
    <Chip
      size="small"
      variant="outlined"
      label={label}
      onDelete={onRemove}
      deleteIcon={
        <button type="button" aria-label={`Remove ${label}`}>
          <Icon name="solar:close-circle-bold" size={16} />
        </button>
      }
    />
  );
}
