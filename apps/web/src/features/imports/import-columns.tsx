import {
  importDelimiters,
  importEncodings,
  type ImportDetail,
  type ImportMapping,
} from '@handover/contract/imports.ts';
import { useState, type ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { delimiterLabels } from './import-labels.ts';
import type { useImportMutations } from './import-mutations.ts';
import styles from './import-plan.module.css';

interface MappingTableProps {
  run: Pick<ImportDetail, 'columns' | 'samples' | 'fields'>;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

/** The field of each column. A file can have hundreds of columns: mapped ones are shown, others are found by name. */
export function MappingTable({ run, mapping, onChange }: MappingTableProps): ReactElement {
  const columns = run.columns.map((header, index) => ({
    key: String(index),
    header,
    field: mapping[String(index)] ?? null,
    samples: run.samples[index] ?? [],
  }));
  const [text, setText] = useState('');
  const [isAllShown, setAllShown] = useState(columns.length <= 25);
  const query = text.trim().toLowerCase();
  const shown = columns.filter(({ header, field }) =>
    query === '' ? isAllShown || field !== null : header.toLowerCase().includes(query),
  );
  return (
    <>
      {columns.length > 25 && (
        <div className={styles['find']}>
          <LabelledInput
            label={`Find a column (${String(columns.length)})`}
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <label className={styles['all']}>
            <input
              type="checkbox"
              checked={isAllShown}
              onChange={(event) => setAllShown(event.target.checked)}
            />
            Show unmapped columns
          </label>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it */}
      <div className={styles['region']} role="region" aria-label="Columns of the file" tabIndex={0}>
        <table className={classNames(styles['table'], styles['mapping'])}>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">First values</th>
              <th scope="col">Field</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, header, field, samples }) => (
              <tr key={key}>
                <th scope="row">
                  {header}
                  <span className={styles['under']}>{samples.join(' · ')}</span>
                </th>
                <td className={styles['samples']}>{samples.join(' · ')}</td>
                <td>
                  <select
                    aria-label={`Field for ${header}`}
                    value={field ?? ''}
                    onChange={(event) => onChange(withColumn(mapping, key, event.target.value))}
                  >
                    <option value="">Do not import</option>
                    {run.fields.map((target) => (
                      <option key={target.key} value={target.key}>
                        {target.label}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function withColumn(mapping: ImportMapping, key: string, field: string): ImportMapping {
  const { [key]: _before, ...others } = mapping;
  return field === '' ? others : { ...others, [key]: field };
}

interface ReadingFieldsProps {
  run: ImportDetail;
  onReread: ReturnType<typeof useImportMutations>['reread'];
}

/** How the file is read, to correct a wrong guess. */
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
        label="Delimiter"
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
