import { toCustomKey } from '@handover/contract/custom-filter.ts';
import { importFields, type ImportMapping } from '@handover/contract/imports.ts';
import { useState, type ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { useCustomFields } from '#shared/customers/custom-fields.ts';
import { targetLabel } from '../import-labels.ts';
import { withColumn, type MappedColumn } from './mapping.ts';
import styles from './plan.module.css';

interface MappingTableProps {
  columns: readonly MappedColumn[];
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

/** Where each column goes. A file can have hundreds: the taken ones are shown, the rest is found by name. */
export function MappingTable({ columns, mapping, onChange }: MappingTableProps): ReactElement {
  const own = useCustomFields();
  const targets = [...importFields, ...own.active.map(({ id }) => toCustomKey(id))];
  const [text, setText] = useState('');
  const [isAllShown, setAllShown] = useState(columns.length <= 25);
  const wanted = text.trim().toLowerCase();
  const shown = columns.filter(({ header, field }) =>
    wanted === '' ? isAllShown || field !== null : header.toLowerCase().includes(wanted),
  );
  return (
    <>
      {columns.length > 25 && (
        <div className={styles['find']}>
          <LabelledInput
            label={`Find one of ${String(columns.length)} columns`}
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
            Show columns that are not taken
          </label>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it */}
      <div className={styles['region']} role="region" aria-label="Columns of the file" tabIndex={0}>
        <table className={classNames(styles['table'], styles['mapping'])}>
          <thead>
            <tr>
              <th scope="col">Column in the file</th>
              <th scope="col">First values</th>
              <th scope="col">Goes to</th>
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
                    aria-label={`Where ${header} goes`}
                    value={field ?? ''}
                    onChange={(event) => onChange(withColumn(mapping, key, event.target.value))}
                  >
                    <option value="">Not taken</option>
                    {targets.map((name) => (
                      <option key={name} value={name}>
                        {targetLabel(name, own)}
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
