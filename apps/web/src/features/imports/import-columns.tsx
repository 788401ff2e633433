import {
  importDelimiters,
  importEncodings,
  type ImportDetail,
  type ImportMapping,
} from '@handover/contract/records/imports.ts';
import { customRecordTypes } from '@handover/contract/records/custom-fields.ts';
import { fixCapitalization, isAllCaps } from '@handover/domain/capitalization.ts';
import Button from '@mui/material/Button';
import { useState, type ReactElement } from 'react';
import { useUser } from '#shared/session/session-context.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { delimiterLabels } from './import-labels.ts';
import { useNewField, type useImportMutations } from './import-mutations.ts';
import type { ImportChoice } from './imports.queries.ts';
import styles from './import-plan.module.css';

interface MappingTableProps {
  run: Pick<ImportDetail, 'id' | 'recordType' | 'columns' | 'samples' | 'fields'>;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

/**
 * The field of each column. A file can have hundreds of columns: mapped columns are shown, others are found by name.
 */
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
          <LabeledInput
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
      <div className={styles['region']} role="region" aria-label="File columns" tabIndex={0}>
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
                  {field === null && (
                    <ColumnOffers
                      run={run}
                      column={{ header, samples }}
                      onChoose={(chosen) => onChange(withColumn(mapping, key, chosen))}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface ColumnOffersProps {
  run: MappingTableProps['run'];
  column: { readonly header: string; readonly samples: readonly string[] };
  onChoose: (field: string) => void;
}

/** Offers for a column that maps to no field: use its values as tags, or create a field with its name. */
function ColumnOffers({ run, column, onChoose }: ColumnOffersProps): ReactElement {
  const { role } = useUser();
  const { create, isPending } = useNewField(run, onChoose);
  const recordType = customRecordTypes.find((type) => type === run.recordType);
  const isAdmin = role === 'ADMIN' || role === 'SUPERADMIN';
  return (
    <span className={styles['offers']}>
      {run.fields.some(({ key }) => key === 'tags') && (
        <Button
          size="small"
          variant="text"
          aria-label={`Add ${column.header} as tags`}
          onClick={() => onChoose('tags')}
        >
          Add as tags
        </Button>
      )}
      {isAdmin && recordType !== undefined && (
        <Button
          size="small"
          variant="text"
          loading={isPending}
          aria-label={`New field for ${column.header}`}
          onClick={() => create({ recordType, ...column })}
        >
          New field
        </Button>
      )}
    </span>
  );
}

interface CapitalizationOptionProps {
  run: Pick<ImportDetail, 'columns' | 'samples' | 'fields'>;
  choice: ImportChoice;
  onChange: (isOn: boolean) => void;
}

/**
 * Offers to rewrite names and addresses that are in all caps, with examples from the file. Renders nothing if there are
 * none.
 */
export function CapitalizationOption({
  run,
  choice,
  onChange,
}: CapitalizationOptionProps): ReactElement | null {
  const examples = Object.entries(choice.mapping).flatMap(([index, key]) => {
    const kind = run.fields.find((field) => field.key === key)?.capitalization ?? null;
    const text = run.samples[Number(index)]?.find((sample) => /\p{L}{3}/u.test(sample) && isAllCaps(sample));
    return kind === null || text === undefined ? [] : [{ text, fixed: fixCapitalization(text, kind) }];
  });
  if (examples.length === 0) return null;
  return (
    <div className={styles['capitals']}>
      <label className={styles['all']}>
        <input
          type="checkbox"
          checked={choice.fixCapitalization}
          onChange={(event) => onChange(event.target.checked)}
        />
        Fix capitalization
      </label>
      <ul aria-label="Examples">
        {examples.slice(0, 3).map(({ text, fixed }) => (
          <li key={text}>
            {text} → <strong>{fixed}</strong>
          </li>
        ))}
      </ul>
    </div>
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

/** Settings for how the file is read, to correct a wrong guess. */
export function ReadingFields({ run, onReread }: ReadingFieldsProps): ReactElement | null {
  if (run.format === 'xlsx') {
    if (run.sheets.length < 2) return null;
    return (
      <div className={styles['reading']}>
        <LabeledSelect
          label="Sheet"
          value={run.sheet}
          onChange={(event) => onReread({ sheet: Number(event.target.value) })}
        >
          {run.sheets.map(({ name, rows }, index) => (
            <option key={name} value={index}>
              {name} ({rows.toLocaleString('en')} rows)
            </option>
          ))}
        </LabeledSelect>
      </div>
    );
  }
  const delimiters = new Set<string>([...importDelimiters, run.delimiter]);
  return (
    <div className={styles['reading']}>
      <LabeledSelect
        label="Encoding"
        value={run.encoding}
        onChange={(event) =>
          onReread({ encoding: importEncodings.find((name) => name === event.target.value) })
        }
      >
        {importEncodings.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </LabeledSelect>
      <LabeledSelect
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
      </LabeledSelect>
    </div>
  );
}
