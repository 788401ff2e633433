import type { ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import styles from './select.module.css';

interface ViewOptionSelectProps<Name extends string> {
  label: string;
  value: NoInfer<Name>;
  names: Readonly<Record<Name, string>>;
  onChange: (value: string) => void;
}

/** How a list looks or is ordered: a small choice at the end of its line. */
export function ViewOptionSelect<Name extends string>({
  label,
  value,
  names,
  onChange,
}: ViewOptionSelectProps<Name>): ReactElement {
  return (
    <select
      className={classNames(styles['select'], styles['look'])}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {Object.entries<string>(names).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}
