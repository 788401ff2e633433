import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { importModes, type ImportRun } from '@handover/contract/imports.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { messageOf } from '../../../shared/api/api-error.ts';
import { sizeText } from '../../../shared/files/size-text.ts';
import { modeLabels } from '../import-labels.ts';
import { previewQuery } from '../imports.queries.ts';
import { useImportActs } from '../use-import-acts.ts';
import { ImportPreview } from './import-preview.tsx';
import { MappingTable } from './mapping-table.tsx';
import { columnsOf, hasName } from './mapping.ts';
import styles from './plan.module.css';

/** Where the columns go, what the first rows become, and the start. */
export function ImportPlan({ run }: { run: ImportRun }): ReactElement {
  const [mapping, setMapping] = useState(run.mapping);
  const [mode, setMode] = useState(run.mode);
  const acts = useImportActs(run.id);
  const isNamed = hasName(mapping);
  const { data, error, isFetching } = useQuery({
    ...previewQuery(run.id, { mapping, mode }),
    enabled: isNamed,
    placeholderData: keepPreviousData,
  });
  const rows = data?.rows ?? [];
  return (
    <div className={styles['plan']}>
      <p className={styles['file']}>
        <strong>{run.fileName}</strong> · {sizeText(run.sizeBytes)} · {run.columns.length} columns ·{' '}
        {run.encoding}
      </p>
      {run.isMappingRemembered && (
        <Alert severity="info">
          The columns go where they went the last time with a file like this. Change what is not right.
        </Alert>
      )}
      <section aria-label="Columns">
        <h3 className={styles['title']}>Where the columns go</h3>
        <MappingTable columns={columnsOf(run, mapping, rows)} mapping={mapping} onChange={setMapping} />
      </section>
      <section aria-label="Preview" aria-busy={isFetching}>
        <h3 className={styles['title']}>What becomes of the rows</h3>
        {!isNamed && (
          <Alert severity="warning">Choose the column with the name: without one no row can be taken.</Alert>
        )}
        {isNamed && error !== null && <Alert severity="error">{messageOf(error)}</Alert>}
        {isNamed && error === null && (data === undefined ? <Spinner /> : <ImportPreview rows={rows} />)}
      </section>
      <div className={styles['start']}>
        <LabelledSelect
          label="What to do"
          value={mode}
          onChange={(event) => setMode(importModes.find((name) => name === event.target.value) ?? mode)}
        >
          {(['both', 'create', 'update'] as const).map((name) => (
            <option key={name} value={name}>
              {modeLabels[name]}
            </option>
          ))}
        </LabelledSelect>
        <Button loading={acts.isPending} onClick={() => acts.start({ mapping, mode })}>
          Start import
        </Button>
      </div>
      {acts.failure !== null && (
        <Alert severity="error" role="alert">
          {acts.failure}
        </Alert>
      )}
    </div>
  );
}
