import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { Suspense, type ReactElement, type ReactNode } from 'react';
import { FieldInput } from './field-input.tsx';
import styles from './record-fields.module.css';
import type { FormRecord, FormValues, RecordField } from './record-form.ts';

interface RecordFieldsProps {
  fields: readonly RecordField[];
  values: FormValues;
  onChange: (key: string, value: unknown) => void;
  errors: Readonly<Record<string, string>>;
  record?: FormRecord | null;
  currency?: string | undefined;
  isReadOnly?: boolean;
  /** Focuses the first field. */
  hasFocus?: boolean;
}

/** The fields of a record, under the headings of their sections. */
export function RecordFields({
  fields,
  values,
  errors,
  hasFocus = false,
  ...shared
}: RecordFieldsProps): ReactElement {
  const shown = fields.filter((field) => field.isShown?.(values) !== false);
  const sections = [...new Set(shown.map(({ section }) => section))];
  return (
    <div className={styles['sections']}>
      {sections.map((section) => (
        <Section key={section ?? ''} title={section}>
          {shown
            .filter((field) => field.section === section)
            .map((field) => (
              <div
                key={field.key}
                className={classNames(
                  styles['field'],
                  field.width !== undefined && styles[field.width],
                  field.kind === 'flag' && styles['flag'],
                )}
              >
                <Suspense>
                  <FieldInput
                    {...shared}
                    field={field}
                    value={values[field.key]}
                    error={errors[field.key]}
                    hasFocus={hasFocus && field === shown[0]}
                    {...(field.kind === 'own' && { values })}
                  />
                </Suspense>
              </div>
            ))}
        </Section>
      ))}
    </div>
  );
}

function Section({ title, children }: { title: string | undefined; children: ReactNode }): ReactElement {
  if (title === undefined) return <div className={styles['grid']}>{children}</div>;
  return (
    <fieldset className={styles['section']}>
      <legend className={styles['title']}>{title}</legend>
      <div className={styles['grid']}>{children}</div>
    </fieldset>
  );
}
