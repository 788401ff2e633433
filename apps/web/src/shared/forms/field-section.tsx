import type { ReactElement, ReactNode } from 'react';
import styles from './field-section.module.css';

/** Fields that belong together, under their name, in as many columns as there is room for. */
export function FieldSection({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <fieldset className={styles['section']}>
      <legend className={styles['legend']}>{title}</legend>
      <div className={styles['grid']}>{children}</div>
    </fieldset>
  );
}
