import type { Period } from '@handover/domain/recast/periods.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import type { ReactElement } from 'react';
import { useUser } from '#shared/session/session-context.tsx';

interface PeriodMenuProps {
  periods: readonly Period[];
  /** The year with its months shown; null for the years. */
  value: number | null;
  onChange: (monthsOf: number | null) => void;
}

/** Chooses between years and the months of one year. */
export function PeriodMenu({ periods, value, onChange }: PeriodMenuProps): ReactElement {
  const thisYear = Number(useUser().today.slice(0, 4));
  const years = [...new Set([thisYear, thisYear - 1, ...periods.map(({ year }) => year)])];
  return (
    <LabeledSelect
      label="Show"
      size="small"
      sx={{
        width: 'auto',
        '& > label': {
          position: 'absolute',
          width: 1,
          height: 1,
          overflow: 'hidden',
          clipPath: 'inset(50%)',
        },
      }}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <option value="">Years</option>
      {years
        .sort((one, other) => other - one)
        .map((year) => (
          <option key={year} value={year}>
            Months of {year}
          </option>
        ))}
    </LabeledSelect>
  );
}
