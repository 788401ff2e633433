import { importDelimiters, importEncodings, type ImportDetail } from '@handover/contract/imports.ts';
import type { ReactElement } from 'react';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { delimiterLabels } from '../import-labels.ts';
import type { useImportMutations } from '../use-import-mutations.ts';
import styles from './plan.module.css';

interface ReadingFieldsProps {
  run: ImportDetail;
  onReread: ReturnType<typeof useImportMutations>['reread'];
}

/** How the file was read, to be put right where the guess was wrong. */
export function ReadingFields({ run, onReread }: ReadingFieldsProps): ReactElement | null {
  if (run.format === 'xlsx') {
    if (run.sheets.length < 2) return null;
    return (
      <div className={styles['reading']}>
        <LabelledSelect
          label="Sheet"
          value={run.sheet}
          onChange={(event) => onReread({ sheet: Number(event.target.value) })}
        >
          {run.sheets.map(({ name, rows }, index) => (
            <option key={name} value={index}>
              {name} ({rows.toLocaleString('en')} rows)
            </option>
          ))}
        </LabelledSelect>
      </div>
    );
  }
  const delimiters = new Set<string>([...importDelimiters, run.delimiter]);
  return (
    <div className={styles['reading']}>
      <LabelledSelect
        label="Encoding"
        value={run.encoding}
        onChange={(event) =>
          onReread({ encoding: importEncodings.find((name) => name === event.target.value) })
        }
      >
        {importEncodings.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </LabelledSelect>
      <LabelledSelect
        label="Between the cells"
        value={run.delimiter}
        onChange={(event) =>
          onReread({
            encoding: importEncodings.find((name) => name === run.encoding),
            delimiter: importDelimiters.find((delimiter) => delimiter === event.target.value),
          })
        }
      >
        {[...delimiters].map((delimiter) => (
          <option key={delimiter} value={delimiter}>
            {delimiterLabels[delimiter] ?? delimiter}
          </option>
        ))}
      </LabelledSelect>
    </div>
  );
}
