import type { CoverColor } from '@handover/contract/businesses.ts';
import type { ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { initialsOf } from '@handover/ui-lite/parts/initials.ts';
import styles from './cover.module.css';

interface CoverProps {
  name: string;
  color: CoverColor;
  /** Edge in pixels. */
  size?: number;
}

/** Placeholder picture of a business. Hidden from screen readers, because the name is next to it. */
export function Cover({ name, color, size = 32 }: CoverProps): ReactElement {
  return (
    <span
      aria-hidden="true"
      data-initials={initialsOf(name)}
      className={classNames(styles['cover'], styles[color])}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
    />
  );
}
