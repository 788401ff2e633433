import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { importTransitions, type ImportRun } from '@handover/contract/imports.ts';
import type { ReactElement } from 'react';
import { useImportActs } from '../use-import-acts.ts';
import { ImportCounts } from './import-counts.tsx';
import { Rejections } from './rejections.tsx';
import styles from './run.module.css';

/** What became of an import. */
export function ImportResult({ run }: { run: ImportRun }): ReactElement {
  const acts = useImportActs(run.id);
  const { counts } = run;
  const taken = (counts.created + counts.updated).toLocaleString('en');
  return (
    <div className={styles['run']}>
      {run.status === 'done' && (
        <Alert severity="success">{`${run.fileName} is imported: ${taken} customers taken, ${counts.rejected.toLocaleString('en')} rows left out.`}</Alert>
      )}
      {run.status === 'failed' && (
        <Alert severity="error">{`The import of ${run.fileName} failed. ${run.statusDetail ?? ''}`}</Alert>
      )}
      {run.status === 'canceled' && (
        <Alert severity="warning">{`The import of ${run.fileName} was stopped. What was taken until then stays.`}</Alert>
      )}
      <ImportCounts counts={counts} />
      {acts.failure !== null && (
        <Alert severity="error" role="alert">
          {acts.failure}
        </Alert>
      )}
      {importTransitions[run.status].includes('queued') && (
        <div>
          <Button
            loading={acts.isPending}
            onClick={() => acts.start({ mapping: run.mapping, mode: run.mode })}
          >
            Start again
          </Button>
        </div>
      )}
      {counts.rejected > 0 && <Rejections run={run} onDownload={acts.downloadRejections} />}
    </div>
  );
}
