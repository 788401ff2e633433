import type { ReactElement, ReactNode } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import styles from './select.module.css';

interface FilterSelectProps {
  name: string;
  /** What choosing nothing means. */
  anyLabel?: string;
  value: string | undefined;
  onChange: (value: string) => void;
  /** Some of its choices come later, and it is as wide before as after. */
  hasLateOptions?: boolean;
  /** Additional styles of its container. */
  className?: string | undefined;
  children: ReactNode;
}

/** A filter of one choice, which says its name while nothing is chosen. */
export function FilterSelect({
  name,
  anyLabel = 'any',
  value = '',
  onChange,
  hasLateOptions = false,
  className,
  children,
}: FilterSelectProps): ReactElement {
  return (
    <select
      className={classNames(styles['select'], hasLateOptions && styles['steady'], className)}
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">
        {name}: {anyLabel}
      </option>
      {children}
    </select>
  );
}
